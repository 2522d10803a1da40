package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPageListsOpenReadings holds the last table of docs/evidence.md to the
// vectors that leave a reading open, both ways.
func TestPageListsOpenReadings(t *testing.T) {
	var open []string
	for _, name := range []string{"jcs.json", "ed25519.json", "webhooks.json"} {
		found := openReadings(t, name)
		if len(found) == 0 {
			t.Fatalf("%s leaves nothing open; the test reads it wrongly", name)
		}
		open = append(open, found...)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "evidence.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(page), "\n## 7. ")
	listed := []string{}
	for _, cells := range regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\| .+ \\| .+ \\|$").FindAllStringSubmatch(part, -1) {
		listed = append(listed, cells[1])
	}
	slices.Sort(open)
	slices.Sort(listed)
	if diff := cmp.Diff(open, listed); diff != "" {
		t.Errorf("open readings of the vectors and of the page (-vectors +page):\n%s", diff)
	}
}

// openReadings gives the names of the cases of a file of vectors that the
// specification does not settle.
func openReadings(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "fixtures", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	var lists map[string]json.RawMessage
	if err := json.Unmarshal(text, &lists); err != nil {
		t.Fatal(err)
	}
	delete(lists, "about")
	var open []string
	for part, list := range lists {
		var cases []struct {
			Name   string `json:"name"`
			Expect string `json:"expect"`
			Policy bool   `json:"policy"`
		}
		if err := json.Unmarshal(list, &cases); err != nil {
			t.Fatalf("%s, %s: %v", name, part, err)
		}
		for _, one := range cases {
			if one.Policy || one.Expect == "policy" {
				open = append(open, one.Name)
			}
		}
	}
	return open
}
