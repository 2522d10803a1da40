package schemas_test

import (
	"regexp"
	"slices"
	"testing"

	"hostwitness/schemas"
)

// Every rule is there for a sentence of an RFC: some requirement names it. The rules of one leg may serve several.
func TestEveryRuleIsOfARequirement(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, leg := range index.Legs() {
		for _, rule := range leg.Rules {
			named := func(r schemas.Requirement) bool { return r.Names(leg.ID, rule.ID) }
			if !slices.ContainsFunc(index.Requirements(), named) {
				t.Errorf("no requirement names the rule %s of %s: add it to requirements.yaml at the sentence that it judges", rule.ID, leg.ID)
			}
		}
	}
}

// A requirement that waits for a leg names its rules once the leg is there.
func TestRequirementsWaitForNoLegThatIsThere(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	awaited := regexp.MustCompile(`yet \(([0-9a-z.-]+)\)`)
	for _, requirement := range index.Requirements() {
		found := awaited.FindStringSubmatch(requirement.Reason)
		if found == nil {
			continue
		}
		if _, there := index.Leg(found[1]); there {
			t.Errorf("%s waits for %s, which is there: name its rules in place of the reason", requirement.ID, found[1])
		}
	}
}

// Every section of every RFC that binds or frees somebody has its entries, in the order of the RFCs.
func TestRequirementsCoverEverySection(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	var sections []string
	for _, requirement := range index.Requirements() {
		if section := requirement.RFC + " " + requirement.Section; !slices.Contains(sections, section) {
			sections = append(sections, section)
		}
	}
	want := []string{
		"0236 §A", "0236 §B", "0236 §C", "0236 §D", "0236 §E", "0236 §F", "0236 §G", "0236 Compatibility", "0236 Decisions",
		"0241 §A.1", "0241 §A.2", "0241 §A.3", "0241 §B.1", "0241 §B.2", "0241 §B.3", "0241 §B.4", "0241 §B.5",
		"0247 §A", "0247 §B", "0247 §C",
		"0250 §A", "0250 §B", "0250 §C", "0250 §D", "0250 §E", "0250 Compatibility",
	}
	if !slices.Equal(sections, want) {
		t.Errorf("sections %v, want %v", sections, want)
	}
}

// A requirement that a leg judges stands in an RFC and section that the leg or one of its rules names, or in one whose sentence
// says the same again.
func TestRulesNameSectionsThatHaveRequirements(t *testing.T) {
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	section := regexp.MustCompile(`§[A-G](\.[0-9])?`)
	for _, leg := range index.Legs() {
		for _, rule := range leg.Rules {
			for _, named := range section.FindAllString(rule.Section, -1) {
				judging := func(r schemas.Requirement) bool {
					return r.Names(leg.ID, rule.ID) && r.RFC == rule.RFC && r.Section == named
				}
				if !slices.ContainsFunc(index.Requirements(), judging) {
					t.Errorf("the rule %s of %s names RFC %s %s, and no requirement there names the rule", rule.ID, leg.ID, rule.RFC, named)
				}
			}
		}
	}
}

func TestFailuresOfARuleAreItsOwnAndTheGeneralOnes(t *testing.T) {
	leg := schemas.Leg{Failures: []schemas.Failure{
		{Cause: "one", Rules: []string{"a"}}, {Cause: "two", Rules: []string{"b", "c"}}, {Cause: "any"},
	}}
	for _, test := range []struct{ rules, want []string }{
		{nil, []string{"one", "two", "any"}},
		{[]string{"a"}, []string{"one", "any"}},
		{[]string{"c"}, []string{"two", "any"}},
		{[]string{"a", "b"}, []string{"one", "two", "any"}},
		{[]string{"d"}, []string{"any"}},
	} {
		var got []string
		for _, failure := range leg.FailuresOf(test.rules) {
			got = append(got, failure.Cause)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("of %v: %v, want %v", test.rules, got, test.want)
		}
	}
}
