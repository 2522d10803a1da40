package schemas

import (
	_ "embed" // for the requirements' text
	"slices"
	"strings"
)

//go:embed requirements.yaml
var requirementsText []byte

// The levels of a requirement. The rules of legs have LevelMust and LevelShould alone.
const (
	LevelMust    = "MUST"
	LevelMustNot = "MUST NOT"
	LevelShould  = "SHOULD"
	LevelMay     = "MAY" // a freedom
)

// Class says how an outside party can see whether a requirement is kept. The words are explained in requirements.yaml.
type Class string

// The classes of requirements. A freedom has none.
const (
	Unaided           Class = "witnessable-unaided"
	Gated             Class = "witnessable-gated"
	SeamGated         Class = "seam-gated"
	ClaimsCheck       Class = "claims-check"
	NegativeExistence Class = "negative-existence"
	Unwitnessable     Class = "unwitnessable"
)

// Requirement is one sentence of an RFC that binds somebody or leaves somebody free, in our own words.
type Requirement struct {
	ID       string   `json:"id"` // stable for ever: the RFC, the section and a word
	RFC      string   `json:"rfc"`
	Section  string   `json:"section"` // one of them
	Level    string   `json:"level"`   // one of the levels above
	Says     string   `json:"says"`
	Class    Class    `json:"class"`    // "" for a freedom
	Binds    string   `json:"binds"`    // "" for the host, or "consumer"
	Needs    string   `json:"needs"`    // what has to be caused, claimed or given; "" for nothing
	Judged   []Judged `json:"judged"`   // what decides whether it is kept
	Told     []string `json:"told"`     // ids of the legs that tell of it and let no result depend on it
	Variants []string `json:"variants"` // ids of lawful hosts that use the freedom it leaves
	Reason   string   `json:"reason"`   // why nothing judges it, or not all of it
}

// Judged is a leg and those of its rules that decide whether a requirement is kept.
type Judged struct {
	Leg   string   `json:"leg"`
	Rules []string `json:"rules"`
}

// Binding says that somebody has to keep the requirement: it is a MUST or a MUST NOT.
func (r Requirement) Binding() bool { return r.Level == LevelMust || r.Level == LevelMustNot }

// Names says that a rule of a leg decides whether the requirement is kept.
func (r Requirement) Names(leg, rule string) bool {
	return slices.ContainsFunc(r.Judged, func(j Judged) bool { return j.Leg == leg && slices.Contains(j.Rules, rule) })
}

// prefix is what the id has to begin with, by the RFC and the section.
func (r Requirement) prefix() string {
	section, letter := strings.CutPrefix(r.Section, "§")
	if !letter {
		section = strings.ToLower(section)
	}
	return r.RFC + "." + section + "."
}
