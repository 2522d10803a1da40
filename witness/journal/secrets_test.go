package journal_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"hostwitness/witness/journal"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// disguises are the ways in which the value may be written that must not be
// found in evidence either.
var disguises = map[string]func(string) string{
	"plain":         func(s string) string { return s },
	"json":          func(s string) string { return quotedJSON(s) },
	"json units":    func(s string) string { return jsonUnits(s, "%04x") },
	"json UNITS":    func(s string) string { return jsonUnits(s, "%04X") },
	"percent":       url.QueryEscape,
	"path":          url.PathEscape,
	"all percent":   func(s string) string { return percentAll(s, "%%%02x") },
	"all PERCENT":   func(s string) string { return percentAll(s, "%%%02X") },
	"base64":        func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	"base64 raw":    func(s string) string { return base64.RawStdEncoding.EncodeToString([]byte(s)) },
	"base64url":     func(s string) string { return base64.URLEncoding.EncodeToString([]byte(s)) },
	"base64url raw": func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) },
}

func quotedJSON(s string) string {
	encoded, err := json.Marshal(s)
	if err != nil {
		return s
	}
	return string(encoded[1 : len(encoded)-1])
}

func jsonUnits(s, format string) string {
	var out strings.Builder
	for _, c := range s {
		fmt.Fprintf(&out, `\u`+format, c)
	}
	return out.String()
}

func percentAll(s, format string) string {
	var out strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&out, format, s[i])
	}
	return out.String()
}

// base64Run finds what could be base64 of at least a secret.
var base64Run = regexp.MustCompile(`[A-Za-z0-9+/_-]{11,}`)

// unwrapped gives what the base64 in a text decodes to, wherever in the run
// the encoder may have begun.
func unwrapped(text string) []string {
	var found []string
	for _, run := range base64Run.FindAllString(text, -1) {
		run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
		for from := range 4 {
			part := run[from:]
			if len(part)%4 == 1 {
				part = part[:len(part)-1]
			}
			if decoded, err := base64.RawStdEncoding.DecodeString(part); err == nil {
				found = append(found, string(decoded))
			}
		}
	}
	return found
}

// recovered undoes the ways of writing in what was recorded and gives all
// that a reader could try.
func recovered(journalBytes []byte) []string {
	texts := []string{string(journalBytes)}
	decoder := json.NewDecoder(bytes.NewReader(journalBytes))
	for {
		var line any
		if decoder.Decode(&line) != nil {
			break
		}
		texts = stringsIn(texts, line)
	}
	return texts
}

func stringsIn(texts []string, value any) []string {
	switch value := value.(type) {
	case string:
		texts = append(texts, value)
		if decoded, err := base64.StdEncoding.DecodeString(value); err == nil && len(decoded) > 8 {
			texts = append(texts, string(decoded))
		}
	case []any:
		for _, item := range value {
			texts = stringsIn(texts, item)
		}
	case map[string]any:
		for name, item := range value {
			texts = stringsIn(append(texts, name), item)
		}
	}
	return texts
}

func drawSecret(t *rapid.T, label string) string {
	return rapid.StringMatching(`[A-Za-z0-9._~+/=%\\"& -]{8,24}`).Draw(t, label)
}

// drawCarrier draws bytes in which a secret stands in some way, perhaps more
// than once, against itself or the other, in text or among bytes that are none.
func drawCarrier(t *rapid.T, secrets []string) string {
	var out strings.Builder
	for range rapid.IntRange(1, 4).Draw(t, "pieces") {
		secret := rapid.SampledFrom(secrets).Draw(t, "secret")
		how := rapid.SampledFrom([]string{
			"plain", "json", "json units", "json UNITS", "percent", "path", "all percent", "all PERCENT",
			"base64", "base64 raw", "base64url", "base64url raw",
		}).Draw(t, "how")
		written := disguises[how](secret)
		switch rapid.IntRange(0, 4).Draw(t, "piece") {
		case 0:
			out.WriteString(written)
		case 1:
			out.WriteString(`{"token":"` + written + `"}`)
		case 2:
			out.WriteString(secret[:rapid.IntRange(0, len(secret)-1).Draw(t, "overlap")] + written)
		case 3:
			out.WriteString(written + rapid.SampledFrom([]string{"\xff\xfe", "\x00", "é", "\n", " "}).Draw(t, "odd"))
		case 4:
			user := rapid.StringMatching(`[a-z]{0,4}`).Draw(t, "user")
			out.WriteString("Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+secret+"x")))
		}
	}
	return out.String()
}

// recordEverywhere puts the text wherever something of a host may stand.
func recordEverywhere(t *rapid.T, recorder *journal.Recorder, text func() string) {
	header := func() []journal.Header {
		return []journal.Header{{Name: "X-Echo", Value: text()}, {Name: text(), Value: "v"}, {Name: "Authorization", Value: "Bearer " + text()}}
	}
	fault := func() *journal.Fault { return &journal.Fault{Kind: journal.FaultReset, Message: text()} }
	errs := []error{
		recorder.Append(journal.Record{Kind: journal.KindRun, Run: &journal.Run{Host: text(), Suite: journal.Suite{Name: text()}}}),
		recorder.Append(journal.Record{Kind: journal.KindNote, Note: &journal.Note{Topic: text(), Text: text(), Data: text()}}),
		recorder.Append(journal.Record{Kind: journal.KindIntent, Intent: &journal.Intent{Action: journal.ActionOpen, Path: text(), Body: recorder.Bytes([]byte(text()))}}),
		recorder.Append(journal.Record{Kind: journal.KindEmit, Emit: &journal.Emit{Name: "x", EventID: text(), Type: text(), Fault: fault()}}),
		recorder.Exchange(1, journal.RawExchange{
			URL: text(), RequestHeader: header(), RequestBody: []byte(text()), Fault: fault(),
			Response: &journal.RawResponse{Status: 400, Header: header(), Body: []byte(text())},
		}),
		recorder.Opened(2, journal.RawOpened{Stream: "s", Status: 409, Header: header(), Body: []byte(text()), Fault: fault()}),
		recorder.Frame(3, journal.RawFrame{Stream: "s", Dispatched: true, Event: text(), ID: text(), Retry: text(), Data: text(), Raw: []byte(text())}),
		recorder.Frame(3, rawFrame("s", text(), text(), `{"eventId":`+quote(text())+`,"type":`+quote(text())+`,`+quote(text())+`:1}`)),
		recorder.Comment(4, journal.RawComment{Stream: "s", Raw: []byte(text())}),
		recorder.Ended(5, journal.RawEnded{Stream: "s", How: journal.EndedFault, Fault: fault(), Unfinished: []byte(text())}),
		recorder.Delivery(6, journal.RawDelivery{Method: text(), Header: header(), Body: []byte(text())}),
	}
	for i, err := range errs {
		if err != nil {
			t.Fatalf("record observation %d: %v", i, err)
		}
	}
}

func quote(s string) string {
	return `"` + quotedJSON(s) + `"`
}

func TestNoSecretSurvives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var out bytes.Buffer
		recorder := journal.NewRecorder(&out, journal.RecorderConfig{KeepForeign: rapid.Bool().Draw(t, "keep foreign")})
		secrets := []string{drawSecret(t, "a"), drawSecret(t, "b")}
		if rapid.Bool().Draw(t, "related") {
			secrets[1] = secrets[0][2:] + secrets[1]
		}
		recorder.AddSecret("credential-a", secrets[0])
		recorder.AddSecret("webhook-secret", secrets[1])
		recordEverywhere(t, recorder, func() string { return drawCarrier(t, secrets) })
		if err := recorder.Close(9, journal.EndComplete); err != nil {
			t.Fatalf("close: %v", err)
		}
		if _, err := journal.Read(bytes.NewReader(out.Bytes())); err != nil {
			t.Fatalf("read back: %v", err)
		}
		texts := recovered(out.Bytes())
		for _, text := range texts {
			texts = append(texts, unwrapped(text)...)
		}
		for how, written := range disguises {
			for _, secret := range secrets {
				hidden := written(secret)
				for _, text := range texts {
					if strings.Contains(text, hidden) {
						t.Fatalf("the secret %q stands there (%s) in\n%s", secret, how, text)
					}
				}
			}
		}
	})
}

func TestRedactionsSayWhereAndWhich(t *testing.T) {
	const a, b = "credential-of-a", "of-a-and-of-b"
	tests := []struct {
		reason, raw, text string
		list              []journal.Redaction
	}{
		{"in the middle", "x" + a + "y", "x[redacted:a]y", []journal.Redaction{{Offset: 1, Length: 15, Name: "a"}}},
		{"twice", a + "," + a, "[redacted:a],[redacted:a]", []journal.Redaction{{Offset: 0, Length: 15, Name: "a"}, {Offset: 16, Length: 15, Name: "a"}}},
		{"the one runs into the other", "credential-of-a-and-of-b!", "[redacted:a+b]!",
			[]journal.Redaction{{Offset: 0, Length: 15, Name: "a"}, {Offset: 11, Length: 13, Name: "b"}}},
		{"escaped", `{"t":"credential\u002dof-a"}`, `{"t":"[redacted:a]"}`, []journal.Redaction{{Offset: 6, Length: 20, Name: "a"}}},
		{"in base64 at each alignment", "Basic dTpjcmVkZW50aWFsLW9mLWE=", "Basic dT[redacted:a]=", []journal.Redaction{{Offset: 8, Length: 21, Name: "a"}}},
		{"in base64 among others", "eHl6Y3JlZGVudGlhbC1vZi1heHl6", "eHl6[redacted:a]eHl6", []journal.Redaction{{Offset: 4, Length: 20, Name: "a"}}},
		{"in base64 with a part of it in the next character", "eGNyZWRlbnRpYWwtb2YtYXh4", "e[redacted:a]h4", []journal.Redaction{{Offset: 1, Length: 21, Name: "a"}}},
		{"not there", "credential-of-", "credential-of-", nil},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			recorder := journal.NewRecorder(&bytes.Buffer{}, journal.RecorderConfig{})
			recorder.AddSecret("a", a)
			recorder.AddSecret("b", b)
			got := recorder.Bytes([]byte(test.raw))
			if got.Text != test.text || got.Length != int64(len(test.raw)) || got.Cut {
				t.Errorf("bytes = %+v, want the text %q", got, test.text)
			}
			if diff := cmp.Diff(test.list, got.Redacted); diff != "" {
				t.Errorf("redacted (-want +got):\n%s", diff)
			}
		})
	}
}

func TestASecretThatRepeatsInItselfIsHiddenWhole(t *testing.T) {
	recorder := journal.NewRecorder(&bytes.Buffer{}, journal.RecorderConfig{})
	recorder.AddSecret("a", "abababab")
	got := recorder.Bytes([]byte("xababababababy"))
	if got.Text != "x[redacted:a]y" || len(got.Redacted) != 1 || got.Redacted[0].Length != 12 {
		t.Errorf("bytes = %+v", got)
	}
}

// A credential that is too short to be told from parts of other words must
// not make lawful events look broken.
func TestAShortSecretIsHiddenOnlyAsAWhole(t *testing.T) {
	recorder := journal.NewRecorder(&bytes.Buffer{}, journal.RecorderConfig{})
	recorder.AddSecret("a", "test")
	for raw, want := range map[string]string{
		`{"type":"host-test.durable-triggered"}`: `{"type":"host-test.durable-triggered"}`,
		`{"token":"test"}`:                       `{"token":"[redacted:a]"}`,
		`test`:                                   `[redacted:a]`,
		`Bearer test`:                            `Bearer [redacted:a]`,
		`{"n":1}`:                                `{"n":1}`,
	} {
		if got := recorder.Bytes([]byte(raw)); got.Text != want {
			t.Errorf("%s became %s, want %s", raw, got.Text, want)
		}
	}
}

func TestCredentialHeadersGoAsAWhole(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.AddSecret("credential-a", "credential-of-a")
	s.must(s.Exchange(0, journal.RawExchange{RequestHeader: []journal.Header{
		{Name: "authorization", Value: "Bearer credential-of-a"},
		{Name: "Proxy-Authorization", Value: "Basic never-told-to-anybody"},
		{Name: "Cookie", Value: "session=never-told-to-anybody"},
		{Name: "X-Echo", Value: "is credential-of-a here"},
		{Name: "Accept", Value: "*/*"},
	}}))
	got := s.closed()[0].Exchange.Request.Header
	want := []journal.Header{
		{Name: "authorization", Value: "[redacted:credential-a]", Redacted: []journal.Redaction{{Length: 22, Name: "credential-a"}}},
		{Name: "Proxy-Authorization", Value: "[redacted:authorization]", Redacted: []journal.Redaction{{Length: 27, Name: "authorization"}}},
		{Name: "Cookie", Value: "[redacted:authorization]", Redacted: []journal.Redaction{{Length: 29, Name: "authorization"}}},
		{Name: "X-Echo", Value: "is [redacted:credential-a] here", Redacted: []journal.Redaction{{Offset: 3, Length: 15, Name: "credential-a"}}},
		{Name: "Accept", Value: "*/*"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}

func TestACutEndsNoSecretHalfway(t *testing.T) {
	const secret = "credential-of-a"
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 60).Draw(t, "limit")
		body := strings.Repeat("é", rapid.IntRange(0, 20).Draw(t, "before")) + secret + strings.Repeat("z", rapid.IntRange(0, 60).Draw(t, "after"))
		received := body[:rapid.IntRange(0, len(body)).Draw(t, "received")]
		var out bytes.Buffer
		recorder := journal.NewRecorder(&out, journal.RecorderConfig{Limits: journal.Limits{BodyBytes: limit}})
		recorder.AddSecret("a", secret)
		err := recorder.Exchange(0, journal.RawExchange{Response: &journal.RawResponse{Body: []byte(received), BodyCut: len(received) < len(body)}})
		if err == nil {
			err = recorder.Close(0, journal.EndComplete)
		}
		records, readErr := journal.Read(&out)
		if err != nil || readErr != nil {
			t.Fatalf("record %v, read %v", err, readErr)
		}
		kept := records[0].Exchange.Response.Body
		if strings.Contains(kept.Text, secret[:4]) || len(kept.Content()) > limit {
			t.Fatalf("kept %q of %q, limit %d", kept.Content(), received, limit)
		}
		if whole := string(kept.Content()) == body; whole == kept.Cut && len(kept.Redacted) == 0 {
			t.Fatalf("kept %q of %q, cut %v", kept.Content(), body, kept.Cut)
		}
	})
}

func TestTheListOfRedactionsIsBounded(t *testing.T) {
	recorder := journal.NewRecorder(&bytes.Buffer{}, journal.RecorderConfig{})
	recorder.AddSecret("a", "credential-of-a")
	got := recorder.Bytes([]byte(strings.Repeat("credential-of-a ", 5000)))
	if len(got.Redacted) != 1024 || !got.Cut || strings.Contains(got.Text, "credential") {
		t.Errorf("%d redactions, cut %v, %d bytes", len(got.Redacted), got.Cut, len(got.Text))
	}
}

func TestACutOfANameLeavesNoHalfSecret(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.AddSecret("a", "credential-of-a")
	name := strings.Repeat("x", 120) + "credential-of-a"
	s.must(s.Frame(0, rawFrame(streamA, name, name, `{"`+name+`":1,"eventId":"`+name+`","delivery":"`+name+`"}`)))
	s.closed()
	if written := s.out.String(); strings.Contains(written, "xcred") {
		t.Errorf("the beginning of a secret stands in\n%s", written)
	}
}

func TestHeadersOfDeliveriesListTheirSecrets(t *testing.T) {
	s := newSession(t, journal.RecorderConfig{})
	s.caused(ownID)
	s.AddSecret("a", "credential-of-a")
	s.must(s.Delivery(0, journal.RawDelivery{
		Body:   []byte(`{"hostEvent":` + envelopeOf(ownID, ownType) + `}`),
		Header: []journal.Header{{Name: "X-Echo", Value: "credential-of-a"}},
	}))
	got := journal.Fold(journal.Evidence{}, s.closed()).Strays[0].Header
	want := []journal.Header{{Name: "X-Echo", Value: "[redacted:a]", Redacted: []journal.Redaction{{Length: 15, Name: "a"}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}

func TestBytesAreCutAtTheirLimit(t *testing.T) {
	tests := []struct {
		raw, content string
		cut          bool
	}{
		{"12345678", "12345678", false},
		{"123456789", "12345678", true},
		{"1234567é", "1234567", true},
		{"\xff2345678", "\xff2345678", false},
		{"\xff234567é", "\xff234567\xc3", true},
	}
	recorder := journal.NewRecorder(&bytes.Buffer{}, journal.RecorderConfig{Limits: journal.Limits{BodyBytes: 8}})
	for _, test := range tests {
		got := recorder.Bytes([]byte(test.raw))
		if string(got.Content()) != test.content || got.Cut != test.cut || got.Length != int64(len(test.raw)) {
			t.Errorf("%q: kept %q, cut %v, length %d, want %q, %v", test.raw, got.Content(), got.Cut, got.Length, test.content, test.cut)
		}
	}
}
