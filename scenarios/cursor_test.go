package scenarios

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

func TestUnknownCursorHasTheShapeOfARealOne(t *testing.T) {
	class := regexp.MustCompile(`[0-9]`)
	lower, upper := regexp.MustCompile(`[a-z]`), regexp.MustCompile(`[A-Z]`)
	shape := func(id string) string {
		return upper.ReplaceAllString(lower.ReplaceAllString(class.ReplaceAllString(id, "0"), "a"), "A")
	}
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringMatching(`[A-Za-z0-9._~-]{16,128}`).Draw(t, "id")
		made := unknownLike(id)
		if shape(made) != shape(id) {
			t.Fatalf("%q became %q, which has another shape", id, made)
		}
	})
}

func TestUnknownCursorIsAnotherEachTime(t *testing.T) {
	for _, id := range []string{
		"evt_0123456789abcdef0123456789abcdef",
		"01J9ZK3Q8W2M4N6PABCDEFGHJK",
		"f47ac10b-58cc-4372-a567-0e02b2c3d479",
		"0000000000000042",
		"tenantalogofacme-1901",
		"1760000000000-001",
		"a.b~c_d-e.f~g_h-i.j",
	} {
		seen := map[string]bool{id: true}
		for range 200 {
			made := unknownLike(id)
			if seen[made] {
				t.Errorf("%q was made of %q again", made, id)
				break
			}
			seen[made] = true
		}
	}
}

func TestUnknownCursorKeepsThePrefixWhereEnoughVaries(t *testing.T) {
	made := unknownLike("evt_0123456789abcdef")
	if made[:5] != "evt_0" {
		t.Errorf("%q lost the prefix evt_0", made)
	}
	if hexadecimal := regexp.MustCompile(`^evt_[0-9a-f]+$`); !hexadecimal.MatchString(made) {
		t.Errorf("%q is not hexadecimal any more", made)
	}
}
