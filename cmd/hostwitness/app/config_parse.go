package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hostwitness/reports/waiver"
	"hostwitness/schemas"
)

// parseConfig reads the text of a configuration file. The error names the file,
// the line and the column, and says what to write; of several faults it is
// about the first in the file and counts the rest. It never shows a secret: the
// text is searched for secrets before anything of it is repeated. Own are the
// operator's credentials, by the name of where each comes from.
func parseConfig(name string, text []byte, own map[string]string) (*config, error) {
	if err := ownSecretIn(name, text, own); err != nil {
		return nil, err
	}
	root, err := decodeYAML(name, text)
	if errors.Is(err, errNothing) {
		return &config{document: yamlDocument{name: name, places: map[string]place{}}}, nil
	}
	if err != nil {
		return nil, err
	}
	if err := secretsBelow(name, root, own); err != nil {
		return nil, err
	}
	document, err := readYAML(name, root)
	if err != nil {
		return nil, err
	}
	if problems := schemas.ValidateValue(schemas.Config, document.value); len(problems) > 0 {
		return nil, document.first(document.configFaults(problems))
	}
	read := &config{document: document}
	encoded, err := json.Marshal(document.value)
	if err == nil {
		err = json.Unmarshal(encoded, &read.content)
	}
	if err != nil {
		return nil, fmt.Errorf("%s:1:1: %w", name, err)
	}
	if faults := read.senseless(); len(faults) > 0 {
		return nil, document.first(faults)
	}
	return read, nil
}

// configFaults are what the schema finds. Only the first in the file is worded,
// since no other is told, and to look for the nearest name takes a while.
func (d yamlDocument) configFaults(problems []schemas.Problem) []fault {
	first := slices.MinFunc(problems, func(a, b schemas.Problem) int { return comparePlaces(d.placeOf(a.Path), d.placeOf(b.Path)) })
	faults := make([]fault, len(problems))
	for k, problem := range problems {
		faults[k] = fault{path: problem.Path}
		if problem == first {
			faults[k].message = configFault(problem)
		}
	}
	return faults
}

func configFault(problem schemas.Problem) string {
	switch {
	case strings.HasPrefix(problem.Path, "/waivers/"):
		return worded(problem)
	case problem.Keyword == "additionalProperties":
		return unknownMember(problem.Path)
	case problem.Path == "":
		return "the file " + problem.Message + "; write members, as in `host: https://host.example/api`"
	default:
		return memberName(problem.Path) + " " + problem.Message + adviceFor(problem.Path)
	}
}

// waiversOn gives the waivers of a configuration, checked by the catalogue and
// the day.
func (c *config) waiversOn(environment Environment, legs []schemas.Leg) ([]waiver.Waiver, error) {
	if problems := waiver.Check(c.content.Waivers, legs, waiver.DayOf(environment.Now())); len(problems) > 0 {
		return nil, &exitError{exitUsage, c.document.first(senseFaults(problems, c.content.Waivers))}
	}
	return c.content.Waivers, nil
}
