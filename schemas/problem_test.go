package schemas_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/schemas"
)

func TestProblemNamesItsOutermostMember(t *testing.T) {
	for path, want := range map[string]string{"": "", "/eventId": "eventId", "/payload/a/0": "payload", "/a~1b~0c/d": "a/b~c", "/": "", "/ /x": " "} {
		if got := (schemas.Problem{Path: path}).Member(); got != want {
			t.Errorf("%q: member %q, want %q", path, got, want)
		}
	}
}

func TestSummaryIsBounded(t *testing.T) {
	problems := []schemas.Problem{{Path: "/a", Message: "is missing"}, {Message: "is null"}, {Path: "/c", Message: "is wrong"}}
	for most, want := range map[int]string{
		-1: "and 3 more",
		0:  "and 3 more",
		1:  "/a: is missing; and 2 more",
		3:  "/a: is missing; document: is null; /c: is wrong",
		9:  "/a: is missing; document: is null; /c: is wrong",
	} {
		if got := schemas.Summary(problems, most); got != want {
			t.Errorf("at most %d: %s, want %s", most, got, want)
		}
	}
	if got := schemas.Summary(nil, 3); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}

// A host's text is repeated in ASCII, quoted and cut: it can neither flood a report nor write on a terminal.
func TestMessagesTameTheHostsTexts(t *testing.T) {
	for _, test := range []struct{ name, document, want string }{
		{"an escape sequence", `{"error":"\u001b[2J","message":1}`, "/message: is the number 1, but must be a string"},
		{"a look-alike", `{"hostEvent":{"eventId":"` + "\u0430" + `"}}`, `is "\u0430", which is not an event id`},
		{"a control character", `{"hostEvent":{"eventId":"\u001b[2J"}}`, `is "\x1b[2J", which is not an event id`},
		{"a long text", `{"hostEvent":{"eventId":"` + strings.Repeat("\u00e9", 100_000) + `"}}`, `is "` + strings.Repeat(`\u00e9`, 40) + `"... (200000 bytes), which`},
		{"a long text cut inside a character", `{"hostEvent":{"eventId":"x` + strings.Repeat("\u00e9", 50) + `"}}`, `is "x` + strings.Repeat(`\u00e9`, 39) + `"... (101 bytes), which`},
		{"a long number", `{"hostEvent":` + strings.Repeat("9", 5000) + `}`, "is the number " + strings.Repeat("9", 80) + "... (5000 characters), but"},
		{"a long class", `{"hostEvent":{"delivery":` + strings.Repeat("9", 5000) + `}}`, "/hostEvent/delivery: is the number 999"},
	} {
		t.Run(test.name, func(t *testing.T) {
			schema := schemas.Delivery
			if strings.Contains(test.document, "error") {
				schema = schemas.Error
			}
			got := schemas.Summary(schemas.Validate(schema, []byte(test.document)), 9)
			if !strings.Contains(got, test.want) || len(got) > 2000 {
				t.Errorf("%s\nwant: %s", got, test.want)
			}
		})
	}
}

// Validate is safe from any number of goroutines and says the same in all of them.
func TestValidateSideBySide(t *testing.T) {
	document := []byte(`{"runId":1,"sequence":2,"x":3,"y":4,"payload":[],"type":"Bad"}`)
	want := schemas.Validate(schemas.Envelope, document)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				if diff := cmp.Diff(want, schemas.Validate(schemas.Envelope, document)); diff != "" {
					t.Errorf("another answer:\n%s", diff)
				}
			}
		})
	}
	group.Wait()
}

func TestValidateValueLeavesTheValueAlone(t *testing.T) {
	value, err := schemas.ParseStrict([]byte(`{"minRetentionSeconds":1e9999999,"extra":[{"a":1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	again, err := schemas.ParseStrict([]byte(`{"minRetentionSeconds":1e9999999,"extra":[{"a":1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	got := schemas.Summary(schemas.ValidateValue(schemas.Replay, value), 3)
	if want := "/extra: must not be there: the members of this object are minRetentionSeconds"; got != want {
		t.Errorf("problems %s, want %s", got, want)
	}
	if diff := cmp.Diff(again, value); diff != "" {
		t.Errorf("the value changed:\n%s", diff)
	}
	if problems := schemas.ValidateValue(schemas.Replay, 7); len(problems) != 1 || problems[0].Keyword != "type" {
		t.Errorf("a value that ParseStrict never returns: %+v", problems)
	}
	if problems := schemas.ValidateValue(schemas.Envelope, struct{}{}); len(problems) != 1 || problems[0].Keyword != schemas.KeywordSchema {
		t.Errorf("a value that is no JSON: %+v", problems)
	}
}

func BenchmarkValidateEnvelope(b *testing.B) {
	document := []byte(envelope)
	b.ReportAllocs()
	for b.Loop() {
		if problems := schemas.Validate(schemas.Envelope, document); problems != nil {
			b.Fatal(problems)
		}
	}
}
