package app

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"hostwitness/fixtures/host"
	"hostwitness/fixtures/variant"
	"hostwitness/reports"
	"hostwitness/schemas"
)

// secretsSeen collects the webhook secrets that a host hands out.
type secretsSeen struct {
	mutex   sync.Mutex
	secrets []string
}

// TestFinishedEvidenceHoldsNoSecretAndNothingForeign runs against a busy host
// and greps the journal and every report for every credential, every webhook
// secret and the payloads of events that the run did not cause.
func TestFinishedEvidenceHoldsNoSecretAndNothingForeign(t *testing.T) {
	seen := &secretsSeen{}
	busy, err := find("variant", "busy", "", variant.All())
	if err != nil {
		t.Fatal(err)
	}
	alter := busy.Alter
	busy.Alter = func(parts *host.Parts) {
		if alter != nil {
			alter(parts)
		}
		parts.Wrap = append(parts.Wrap, seen.watch)
	}
	done := rehearsal{
		double:  busy,
		subject: func(s *subject) { s.header = http.Header{"X-Gateway-Token": {"a-secret-of-the-gateway-9431"}} },
	}.run(t)
	evidence := map[string]string{"journal.jsonl": done.written}
	for name, content := range renderings(t, done) {
		evidence[name] = content
	}
	if len(seen.secrets) < 2 {
		t.Fatalf("the host handed out %d webhook secrets; the test shows nothing", len(seen.secrets))
	}
	if !strings.Contains(done.written, `"foreign":`) {
		t.Fatal("no foreign event was seen; the test shows nothing")
	}
	forbidden := append(slices.Clone(seen.secrets), host.TestKeyA, host.TestKeyB, "a-secret-of-the-gateway-9431", variant.ForeignText)
	for name, content := range evidence {
		for _, text := range forbidden {
			if strings.Contains(content, text) {
				t.Errorf("%s holds %q", name, text)
			}
		}
	}
}

// watch notes the secret of each registration that is accepted.
func (s *secretsSeen) watch(inner http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/webhooks") {
			inner.ServeHTTP(w, r)
			return
		}
		answer := httptest.NewRecorder()
		inner.ServeHTTP(answer, r)
		var body struct {
			Secret string `json:"secret"`
		}
		if json.Unmarshal(answer.Body.Bytes(), &body) == nil && body.Secret != "" {
			s.mutex.Lock()
			s.secrets = append(s.secrets, body.Secret)
			s.mutex.Unlock()
		}
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})
}

// renderings are all reports of a run, by the names they have in the folder.
func renderings(t *testing.T, done rehearsed) map[string]string {
	t.Helper()
	catalogue, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	report, err := done.report(prepared{catalogue: catalogue}, exitOf(done.verdicts, nil, nil, done.reason))
	if err != nil {
		t.Fatal(err)
	}
	view := viewOf(report, done.records, prepared{catalogue: catalogue})
	rendered := make(map[string]string)
	for name, print := range printers() {
		var out bytes.Buffer
		if err := print(&out, view, reports.ConsoleOptions{}); err != nil {
			t.Fatal(err)
		}
		rendered[name] = out.String()
	}
	var page bytes.Buffer
	if err := reports.WriteHTML(&page, view); err != nil {
		t.Fatal(err)
	}
	rendered["report.html"] = page.String()
	return rendered
}

// A test that finds nothing wrong must be able to: without redaction and with
// foreign payloads kept, the same grep finds both.
func TestForeignPayloadIsKeptOnlyWhereAskedFor(t *testing.T) {
	busy, err := find("variant", "busy", "", variant.All())
	if err != nil {
		t.Fatal(err)
	}
	done := rehearsal{double: busy, course: func(c *course) { c.options.KeepForeign = true }}.run(t)
	if !strings.Contains(done.written, variant.ForeignText) {
		t.Error("--keep-foreign kept nothing of what others caused")
	}
}
