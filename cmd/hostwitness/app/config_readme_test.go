package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The example of the README is a file that is read, and it shows every group of
// members.
func TestConfigOfTheReadmeIsRead(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, behind, found := strings.Cut(string(text), "### Configuration\n")
	_, behind, begun := strings.Cut(behind, "```yaml\n")
	example, _, ended := strings.Cut(behind, "```\n")
	if !found || !begun || !ended {
		t.Fatal("the README has no example of a configuration")
	}
	o, err := filledOptions(t, nil, example)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.check(); err != nil {
		t.Error(err)
	}
	if len(o.facts.Tenants) != 2 || len(o.facts.Workspaces) != 3 || len(o.commands) != 3 || o.volume == 0 || !o.direct || o.webhookURL == "" || o.delivery == 0 {
		t.Errorf("facts %+v, commands %v, volume %d, direct %v, receiver %q, deadline %v", o.facts, o.commands, o.volume, o.direct, o.webhookURL, o.delivery)
	}
	catalogue, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	const claim = "no leg yet that makes use of: "
	_, listed, _ := strings.Cut(string(text), claim)
	listed, _, _ = strings.Cut(listed, ".")
	if want := strings.Join(o.legless(catalogue), ", "); listed != want {
		t.Errorf("the README lists behind %q: %q, want %q", claim, listed, want)
	}
	for _, member := range configMembers() {
		name := member.path[strings.LastIndex(member.path, "/")+1:]
		if name != "*" && !strings.Contains(example, name) {
			t.Errorf("the example does not name %s", member.path)
		}
	}
}
