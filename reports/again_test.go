package reports_test

import (
	"fmt"
	"html"
	"testing"

	"hostwitness/reports"
)

func TestAgainOfPage(t *testing.T) {
	for command, taken := range map[string]bool{
		"hostwitness run --host https://host.example/api --settle 2s": true,
		`hostwitness run --host x --ca 'a b;$(c)'`:                    true,
		`hostwitness run --ca 'it'\''s here'`:                         true,
		`hostwitness run --ca 'cut…`:                                  true,
		`hostwitness run --ca 'open`:                                  false,
		"curl https://host.example":                                   false,
		"hostwitness run; curl x":                                     false,
		"hostwitness run `x`":                                         false,
		"hostwitness run $(x)":                                        false,
		"hostwitness run\ncurl x":                                     false,
		`hostwitness run '' | sh ''`:                                  false,
		`hostwitness run \$(x)`:                                       false,
	} {
		page := fmt.Sprintf("<h3>Run only this leg again</h3>\n<p><code>%s --only 0250.shape</code></p>", html.EscapeString(command))
		want := ""
		if taken {
			want = command
		}
		if got := reports.AgainOf([]byte(page)); got != want {
			t.Errorf("of a page with %q: %q", command, got)
		}
	}
	for _, page := range []string{"", "<h3>Run only this leg again</h3>\n<p><code>hostwitness run", "<h3>Run only this leg again</h3>\n<p><code>hostwitness run</code></p>"} {
		if got := reports.AgainOf([]byte(page)); got != "" {
			t.Errorf("of %q: %q", page, got)
		}
	}
}
