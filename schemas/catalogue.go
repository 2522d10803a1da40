package schemas

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for the catalogue's text
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

//go:embed catalogue.yaml
var catalogueText []byte

// Leg is one entry of the catalogue: what is asked of a host, how it is measured, and how to mend a failure.
type Leg struct {
	ID          string    `json:"id"`          // stable for ever
	Requirement string    `json:"requirement"` // openwop.requirement.<id> or hostwitness.requirement.<id>
	Revision    int       `json:"revision"`    // rises when what the judge means changes
	Scenario    string    `json:"scenario"`
	Title       string    `json:"title"`
	RFC         string    `json:"rfc"`     // four digits
	Section     string    `json:"section"` // one or several, "§A, §B.2"
	Level       string    `json:"level"`   // MUST or SHOULD
	Rule        string    `json:"rule"`
	Measured    string    `json:"measured"`
	Failures    []Failure `json:"failures"` // the usual ones, the most usual first
	Rules       []Rule    `json:"rules"`
}

// Failure is a usual cause of a leg's failure and how to mend it.
type Failure struct {
	Cause string   `json:"cause"`
	Mend  string   `json:"mend"`
	Rules []string `json:"rules"` // ids of the rules that such a cause breaks; none: any of them
}

// Rule is one sentence that a judge can find kept or broken.
type Rule struct {
	ID        string `json:"id"` // unique within its leg
	Level     string `json:"level"`
	RFC       string `json:"rfc"`
	Section   string `json:"section"`
	Statement string `json:"statement"`
}

// Asked is something that a run measures only where the operator asks for it.
type Asked struct {
	Name string   `json:"name"`
	Says string   `json:"says"`
	Ask  string   `json:"ask"`  // how it is asked for
	Legs []string `json:"legs"` // ids of the legs that measure it; a build may not have all of them
}

// Index is the catalogue, read and checked. The caller owns it.
type Index struct {
	asked        []Asked
	legs         []Leg
	conditions   []Condition
	requirements []Requirement
	places       map[string]int
	digest       string
}

// Catalogue reads the embedded catalogue and the requirements beside it. It errs only when they are damaged: an unknown or
// missing key, an id that is used twice, a value out of its bounds, a leg or rule that is named and is not there.
func Catalogue() (*Index, error) {
	return readCatalogue(catalogueText, requirementsText)
}

// Legs returns every leg in the order of the catalogue.
func (i *Index) Legs() []Leg { return i.legs }

// Asked returns what is measured only where it is asked for, in the order of the catalogue.
func (i *Index) Asked() []Asked { return i.asked }

// Requirements returns every requirement, in the order of the RFCs and their sections.
func (i *Index) Requirements() []Requirement { return i.requirements }

// Leg returns the leg of an id, and whether there is one.
func (i *Index) Leg(id string) (Leg, bool) {
	place, ok := i.places[id]
	if !ok {
		return Leg{}, false
	}
	return i.legs[place], true
}

// Digest is the SHA-256 of catalogue.yaml and, right behind it, requirements.yaml, as they are embedded, in lower-case
// hexadecimal digits.
func (i *Index) Digest() string { return i.digest }

// FailuresOf returns the usual causes that can break one of the rules, in the order of the catalogue; without rules, all.
func (l Leg) FailuresOf(rules []string) []Failure {
	var fitting []Failure
	for _, failure := range l.Failures {
		named := func(rule string) bool { return slices.Contains(failure.Rules, rule) }
		if len(rules) == 0 || len(failure.Rules) == 0 || slices.ContainsFunc(rules, named) {
			fitting = append(fitting, failure)
		}
	}
	return fitting
}

// RuleByID returns the rule of an id, and whether the leg has it.
func (l Leg) RuleByID(id string) (Rule, bool) {
	for _, rule := range l.Rules {
		if rule.ID == id {
			return rule, true
		}
	}
	return Rule{}, false
}

func readCatalogue(legs, requirements []byte) (*Index, error) {
	var file struct {
		Asked      []Asked     `json:"asked"`
		Conditions []Condition `json:"conditions"`
		Legs       []Leg       `json:"legs"`
	}
	if err := readYAML(LegCatalogue, legs, &file); err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	if problems := append(misnamed(file.Legs), uncovered(file.Conditions, file.Legs)...); len(problems) > 0 {
		return nil, fmt.Errorf("read the catalogue: %s", strings.Join(problems, "; "))
	}
	var list struct {
		Requirements []Requirement `json:"requirements"`
	}
	if err := readYAML(RequirementList, requirements, &list); err != nil {
		return nil, fmt.Errorf("read the requirements: %w", err)
	}
	if problems := unsound(list.Requirements, file.Legs); len(problems) > 0 {
		return nil, fmt.Errorf("read the requirements: %s", strings.Join(problems, "; "))
	}
	digest := sha256.Sum256(slices.Concat(legs, requirements))
	index := &Index{
		asked: file.Asked, conditions: file.Conditions, legs: file.Legs, requirements: list.Requirements,
		places: map[string]int{}, digest: hex.EncodeToString(digest[:]),
	}
	for place, leg := range file.Legs {
		index.places[leg.ID] = place
	}
	return index, nil
}

// readYAML decodes a YAML document that satisfies a schema.
func readYAML(schema Name, text []byte, into any) error {
	document, err := yamlToJSON(text)
	if err != nil {
		return err
	}
	if problems := Validate(schema, document); len(problems) > 0 {
		return errors.New(Summary(problems, 5))
	}
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

// yamlToJSON turns one YAML document into JSON, so that the one validator and the one decoder read it.
func yamlToJSON(text []byte) ([]byte, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if err := decoder.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one YAML document")
	}
	return json.Marshal(value)
}
