package schemas

import (
	"strings"
	"testing"
)

// Every way to damage the requirements is an error that names the entry.
func TestDamagedRequirementsAreRefused(t *testing.T) {
	const sound = `requirements:
  - id: 0236.A.closed
    rfc: "0236"
    section: §A
    level: MUST
    says: It is so.
    class: witnessable-gated
    needs: an event
    judged:
      - { leg: 0236.shape, rules: [positive-accepted] }
  - id: 0247.B.may-end
    rfc: "0247"
    section: §B
    level: MAY
    says: It is free.
    variants: [bounded-at-any-age]
`
	if _, err := readCatalogue(catalogueText, []byte(sound)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, old, replacement, want string }{
		{"an unknown key", "    level: MUST\n", "    level: MUST\n    colour: red\n", "/requirements/0/colour: must not be there"},
		{"a key missing", "    says: It is so.\n", "", "/requirements/0/says: is missing"},
		{"an unknown level", "level: MUST", "level: OUGHT", "/requirements/0/level"},
		{"an unknown class", "witnessable-gated", "witnessed", "/requirements/0/class"},
		{"a section of several", "section: §A", "section: §A, §B", "/requirements/0/section"},
		{"an id of another form", "id: 0236.A.closed", "id: 0236.closed", "/requirements/0/id"},
		{"an id of another section", "id: 0236.A.closed", "id: 0236.B.closed", "is not named after its section §A"},
		{"an id of another RFC", "id: 0236.A.closed", "id: 0241.A.closed", "is not named after its section §A"},
		{"an id twice", "id: 0247.B.may-end\n    rfc: \"0247\"\n    section: §B", "id: 0236.A.closed\n    rfc: \"0236\"\n    section: §A", "0236.A.closed is there twice"},
		{"a leg that is not there", "leg: 0236.shape", "leg: 0236.shapes", "names the leg 0236.shapes, which is not there"},
		{"a told leg that is not there", "    variants", "    told: [0236.shapes]\n    variants", "names the leg 0236.shapes, which is not there"},
		{"a rule that is not there", "positive-accepted", "positive", "names the rule positive of 0236.shape, which is not there"},
		{"a SHOULD judged by a MUST", "level: MUST", "level: SHOULD", "is a SHOULD, but the rule positive-accepted of 0236.shape is a MUST"},
		{"no class", "    class: witnessable-gated\n", "", "needs a class unless it is a MAY"},
		{"gated by nothing", "    needs: an event\n", "", "does not say what it needs"},
		{"gated by the seam and nothing else", "class: witnessable-gated\n    needs: an event\n", "class: seam-gated\n", "does not say what it needs"},
		{"neither judge nor reason", "    judged:\n      - { leg: 0236.shape, rules: [positive-accepted] }\n", "", "has neither a judge nor a reason"},
		{"judged and not seen", "witnessable-gated", "unwitnessable", "cannot be seen, and yet something judges it"},
		{"a consumer's, judged of a host", "    class: witness", "    binds: consumer\n    class: witness", "does not bind the host"},
		{"a freedom with a class", "    variants", "    class: claims-check\n    variants", "a MAY, which has none"},
		{"a freedom that nobody uses", "    variants: [bounded-at-any-age]\n", "", "is a freedom without a variant"},
		{"a freedom that is judged", "level: MAY", "level: MAY\n    judged: [{ leg: 0236.shape, rules: [positive-accepted] }]", "is a freedom, so that nothing may judge it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(sound, test.old, test.replacement, 1)
			if text == sound {
				t.Fatalf("%q is not in the text", test.old)
			}
			if _, err := readCatalogue(catalogueText, []byte(text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}
