package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/compare"
	"hostwitness/witness/journal"
)

// readList reads the results at a path: of an evidence folder, a packed one, a
// report.json or a published bundle. What cannot be read is wrong use, with the
// name of its refusal.
func readList(path string) (compare.List, error) {
	source, err := bundle.Open(path)
	if errors.Is(err, bundle.ErrNotEvidence) {
		return readListFile(path)
	}
	if err != nil {
		return compare.List{}, usagef("%w; name an evidence folder, a packed one, a report.json or a published bundle", err)
	}
	defer source.Close()
	for _, refused := range source.Refusals {
		about := strings.Trim(refused.Of, `"`)
		if about == "" || about == bundle.ReportFile || refused.Name == refusal.PackInvalid {
			return compare.List{}, refusedList(path, refused)
		}
	}
	if !source.Has(bundle.ReportFile) {
		return compare.List{}, refusedList(path, refusal.Refusal{
			Name: refusal.MemberMissing, Of: bundle.ReportFile, Detail: "the results of the run are not there",
		})
	}
	document, err := source.Read(bundle.ReportFile)
	if err != nil {
		return compare.List{}, usagef("read %s: %w", path, err)
	}
	list, err := listOfReport(path, document)
	if err == nil {
		list.Run = headerIn(source)
	}
	return list, err
}

// readListFile reads a single file. A bundle is known by a member that no
// report has; inside a text its name would stand between escaped quotes.
func readListFile(path string) (compare.List, error) {
	document, err := readSmall(path)
	if err != nil {
		return compare.List{}, err
	}
	switch {
	case bytes.Contains(document, []byte(`"bundleVersion"`)):
		return listOfBundle(path, document)
	case bytes.HasPrefix(document, []byte(`{"seq":`)):
		return compare.List{}, usagef("%s is a journal, which holds no results; name its folder, or judge it: hostwitness rejudge", path)
	}
	return listOfReport(path, document)
}

// readSmall reads a file that is no larger than any list of results.
func readSmall(path string) ([]byte, error) {
	in, err := openRegular(path)
	if err != nil {
		return nil, usagef("read the results: %w", err)
	}
	defer in.Close()
	document, err := io.ReadAll(io.LimitReader(in, published.MaxSize+1))
	if err != nil {
		return nil, usagef("read %s: %w", path, err)
	}
	if len(document) > published.MaxSize {
		return nil, refusedList(path, refusal.Refusal{
			Name: refusal.TooLarge, Detail: fmt.Sprintf("a list of results has at most %d MiB", published.MaxSize>>20),
		})
	}
	return document, nil
}

func listOfReport(path string, document []byte) (compare.List, error) {
	report, err := reports.ReadJSON(bytes.NewReader(document))
	if err != nil {
		return compare.List{}, refusedList(path, refusal.Refusal{Name: refusal.ReportInvalid, Detail: err.Error()})
	}
	return compare.OfReport(path, report), nil
}

func listOfBundle(path string, document []byte) (compare.List, error) {
	read, refusals := published.Read(document)
	if len(refusals) > 0 {
		return compare.List{}, refusedList(path, refusals[0])
	}
	return compare.OfBundle(path, read), nil
}

func refusedList(path string, why refusal.Refusal) error {
	return usagef("%s is refused: %s", path, reports.OneLine(why.String(), 600))
}

// headerIn is the header of the journal in the evidence, nil where it cannot be
// read: what is compared are results, and the options of the runs only explain
// them.
func headerIn(source *bundle.Source) *journal.Run {
	if !source.Has(bundle.JournalFile) {
		return nil
	}
	content, err := source.Read(bundle.JournalFile)
	if err != nil {
		return nil
	}
	end := bytes.IndexByte(content, '\n')
	records, _ := journal.Read(bytes.NewReader(content[:end+1])) // one line has no end record, which is no matter here
	if len(records) == 0 {
		return nil
	}
	return records[0].Run
}
