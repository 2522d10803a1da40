package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"hostwitness/reports/waiver"
	"hostwitness/schemas"
)

const (
	// waiversFile is read from the working folder without being named.
	waiversFile = "waivers.yaml"
	// waiversBytes bounds a waivers file. A waiver of every rule of the catalogue
	// takes a tenth of it.
	waiversBytes = 256 << 10
)

// readWaivers reads the waivers of a run and checks them by the catalogue and
// the day. Whatever is wrong is wrong use: no request was sent yet.
func readWaivers(environment Environment, options runOptions, legs []schemas.Leg) ([]waiver.Waiver, error) {
	inConfig := options.configured.has("/waivers")
	if options.waivers == "" {
		return nil, nil
	}
	if _, err := os.Lstat(options.waivers); errors.Is(err, fs.ErrNotExist) && !options.waived {
		if inConfig {
			return options.configured.waiversOn(environment, legs)
		}
		return nil, nil // a link that leads nowhere is there, and somebody meant something by it
	}
	if inConfig {
		return nil, usagef("%s stand there and in %s too; keep them in one place, or write --waivers '' to run without any", options.configured.said("/waivers"), options.waivers)
	}
	text, err := readYAMLFile(options.waivers, waiversBytes, "list of waivers")
	if err != nil {
		return nil, usagef("read the waivers: %w; give another file with --waivers, or --waivers '' for none", err)
	}
	waivers, err := parseWaivers(options.waivers, text, legs, waiver.DayOf(environment.Now()))
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return waivers, nil
}

// tellWaivers tells the operator, whatever he asked to be told, that failures
// may be excused: a file that was read without being named must not do so
// silently.
func (p prepared) tellWaivers(environment Environment) {
	if len(p.waivers) == 0 {
		return
	}
	source := p.options.waivers
	if p.options.configured.has("/waivers") {
		source = p.options.configured.document.name
	}
	fmt.Fprintf(environment.Err, "hostwitness: %s in force, from %s, and a run with waivers never certifies; --waivers '' runs without\n", countOf(len(p.waivers)), source)
}

func countOf(waivers int) string {
	if waivers == 1 {
		return "1 waiver is"
	}
	return strconv.Itoa(waivers) + " waivers are"
}

// parseWaivers reads the text of a waivers file. The error names the file, the
// line and the column, and says what to write; of several faults it is about
// the first in the file and counts the rest.
func parseWaivers(name string, text []byte, legs []schemas.Leg, day string) ([]waiver.Waiver, error) {
	document, err := parseYAML(name, text)
	if errors.Is(err, errNothing) {
		return nil, fmt.Errorf("%s: the file is empty; write `waivers: []` where there is no waiver", name)
	}
	if err != nil {
		return nil, err
	}
	if problems := schemas.ValidateValue(schemas.Waivers, document.value); len(problems) > 0 {
		return nil, document.first(shapeFaults(problems))
	}
	var file struct {
		Waivers []waiver.Waiver `json:"waivers"`
	}
	encoded, err := json.Marshal(document.value)
	if err == nil {
		err = json.Unmarshal(encoded, &file)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if problems := waiver.Check(file.Waivers, legs, day); len(problems) > 0 {
		return nil, document.first(senseFaults(problems, file.Waivers))
	}
	return file.Waivers, nil
}

// fault is one thing that is wrong with a document, and where.
type fault struct {
	path    string // JSON pointer
	message string
}

func senseFaults(problems []waiver.Problem, waivers []waiver.Waiver) []fault {
	var faults []fault
	for _, problem := range problems {
		path := "/waivers/" + strconv.Itoa(problem.Entry)
		faults = append(faults, fault{path + "/" + problem.Member, nameOfWaiver(problem.Entry, waivers[problem.Entry].Leg) + ": " + problem.Message})
	}
	return faults
}

func nameOfWaiver(place int, leg string) string {
	return fmt.Sprintf("waiver %d (%.120q)", place+1, leg)
}

func shapeFaults(problems []schemas.Problem) []fault {
	var faults []fault
	for _, problem := range problems {
		faults = append(faults, fault{problem.Path, worded(problem)})
	}
	return faults
}

// worded puts a fault of the shape into a sentence that says what to write. A
// key of the file's own choosing is quoted, whatever characters it has.
func worded(problem schemas.Problem) string {
	const shape = "write `waivers:` and under it a list, each entry with leg, reason and expires"
	parts := strings.Split(problem.Path, "/")
	last := strings.NewReplacer("~1", "/", "~0", "~").Replace(parts[len(parts)-1])
	if problem.Keyword == "additionalProperties" {
		last = fmt.Sprintf("%.60q", last)
	}
	switch len(parts) {
	case 1:
		return "the file " + problem.Message + "; " + shape
	case 2:
		return last + " " + problem.Message + "; " + shape
	case 3:
		return "waiver " + ordinal(last) + " " + problem.Message + "; " + shape
	default:
		return "waiver " + ordinal(parts[2]) + ": " + last + " " + problem.Message + toWrite(last)
	}
}

// ordinal is the place of an entry as people count.
func ordinal(index string) string {
	place, err := strconv.Atoi(index)
	if err != nil {
		return index
	}
	return strconv.Itoa(place + 1)
}

// toWrite says what a member of a waiver holds; of another there is nothing to
// say.
func toWrite(member string) string {
	switch member {
	case "leg":
		return "; write the exact id of a leg, see `hostwitness list`"
	case "rule":
		return "; write the id of a rule of the leg, or leave it out to waive the whole leg"
	case "reason":
		return "; write why this failure is accepted"
	case "issue":
		return "; write where the mending is tracked, or leave it out"
	case "expires":
		return "; write the last day on which the waiver holds, as in 2030-12-31"
	default:
		return ""
	}
}

// first gives the fault that stands first in the file.
func (d yamlDocument) first(faults []fault) error {
	slices.SortStableFunc(faults, func(a, b fault) int {
		return comparePlaces(d.placeOf(a.path), d.placeOf(b.path))
	})
	// One value can break several keywords of its schema; it is told once.
	faults = slices.CompactFunc(faults, func(a, b fault) bool { return a.path == b.path })
	more := ""
	if len(faults) > 1 {
		more = fmt.Sprintf(" (and %d more)", len(faults)-1)
	}
	return fmt.Errorf("%s:%s: %s%s", d.name, d.placeOf(faults[0].path), faults[0].message, more)
}
