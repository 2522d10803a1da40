package app

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What is refused is refused soon, whatever fills the file.
func TestLargeConfigFilesAreReadSoon(t *testing.T) {
	repeated := func(most int, piece func(int) string) string {
		var text strings.Builder
		for k := 0; text.Len() < configBytes-300 && k < most; k++ {
			text.WriteString(piece(k))
		}
		return text.String()
	}
	for name, text := range map[string]string{
		"unknown keys":          repeated(4000, func(k int) string { return fmt.Sprintf("restart-%d-%s: x\n", k, strings.Repeat("c", 40)) }),
		"long unknown keys":     repeated(4000, func(k int) string { return fmt.Sprintf("%s%d: x\n", strings.Repeat("commands", 24), k) }),
		"a long list":           "only: [" + repeated(4900, func(int) string { return "a," }) + "]\n",
		"the same, twice":       "workspaces: [{id: w, tenant: a, within: [" + repeated(4900, func(int) string { return "a," }) + "]}]\n",
		"quotes that stay open": repeated(1<<30, func(int) string { return "a: \"" }),
		"brackets":              strings.Repeat("[", 9000),
		"bearers":               "commands: {restart: {shell: '" + repeated(1<<30, func(int) string { return "bearer " }) + "'}}\n",
		"slashes":               "out: " + repeated(1<<30, func(int) string { return "://:" }) + "\n",
		"comments":              repeated(1<<30, func(int) string { return "# a\n" }),
		"one long line":         "out: " + strings.Repeat("x", configBytes-100) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			_, err := parseConfig("c.yaml", []byte(text), ownCredentials())
			took := time.Since(began)
			t.Logf("%d bytes in %v", len(text), took)
			if err != nil && len(err.Error()) > 2000 {
				t.Errorf("the refusal has %d bytes", len(err.Error()))
			}
			if most := 10 * time.Second; took > most {
				t.Errorf("it took %v, want at most %v", took, most)
			}
		})
	}
}
