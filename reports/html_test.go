package reports

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"regexp"
	"strings"
	"testing"
)

// The page's policy lets exactly its own style in and nothing else, and the page asks for nothing from anywhere.
func TestHTMLPolicyAllowsItsStyleAlone(t *testing.T) {
	text := string(render(t, rendering{"report.html", WriteHTML, ""}, failingView(t)))
	_, style, _ := strings.Cut(text, "<style>")
	style, _, ok := strings.Cut(style, "</style>")
	if !ok || style == "" {
		t.Fatal("the page has no style")
	}
	digest := sha256.Sum256([]byte(style))
	want := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'; base-uri 'none'; form-action 'none'"
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(text)
	if policy == nil || html.UnescapeString(policy[1]) != want {
		t.Errorf("the policy is %q, want %q", policy, want)
	}
	if strings.Contains(text, `style="`) || strings.Contains(style, "url(") || strings.Contains(style, "@import") {
		t.Error("the page has a style that its policy does not allow")
	}
}

// A failed leg stands open with its journal; all others are folded.
func TestHTMLOpensWhatFailed(t *testing.T) {
	text := string(render(t, rendering{"report.html", WriteHTML, ""}, failingView(t)))
	open := regexp.MustCompile(`<details class="leg" id="([^"]*)" open>`).FindAllStringSubmatch(text, -1)
	if len(open) != 2 || open[0][1] != "0236.host-event.envelope" || open[1][1] != "0236.ephemeral.no-resume" {
		t.Errorf("open are %v, want the two that failed", open)
	}
	if !strings.Contains(text, `<td class="number">33.000</td><td>frame</td>`) {
		t.Error("the journal of a failure is not there")
	}
}
