package guide_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/guide"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

func catalogue(t *testing.T) *schemas.Index {
	t.Helper()
	index, err := schemas.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	return index
}

func printed(t *testing.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The table holds every requirement with what judges it, and no line is wider than was asked for.
func TestRequirementsTextIsWholeAndWithinItsWidth(t *testing.T) {
	requirements := catalogue(t).Requirements()
	for _, width := range []int{80, 100, 140} {
		table := printed(t, func(out *bytes.Buffer) error { return guide.WriteRequirementsText(out, requirements, width) })
		for _, line := range strings.Split(table, "\n") {
			if cells := reports.Cells(line); cells > width {
				t.Errorf("at %d: a line of %d cells: %s", width, cells, line)
			}
		}
		plain := strings.Join(strings.Fields(table), " ")
		for _, requirement := range requirements {
			if !strings.Contains(plain, requirement.ID+" "+requirement.Section+" "+requirement.Level+" ") {
				t.Errorf("at %d: %s is not there with section and level", width, requirement.ID)
			}
			for _, judged := range requirement.Judged {
				if !strings.Contains(plain, judged.Leg+" "+strings.Join(judged.Rules, ", ")) {
					t.Errorf("at %d: %s lacks %s", width, requirement.ID, judged.Leg)
				}
			}
			if !strings.Contains(plain, requirement.Reason) {
				t.Errorf("at %d: %s lacks its reason", width, requirement.ID)
			}
		}
	}
}

func TestRequirementsJSONIsWhole(t *testing.T) {
	requirements := catalogue(t).Requirements()
	var list []struct {
		ID     string           `json:"id"`
		Class  string           `json:"class"`
		Judged []schemas.Judged `json:"judged"`
		Reason string           `json:"reason"`
	}
	if err := json.Unmarshal([]byte(printed(t, func(out *bytes.Buffer) error { return guide.WriteRequirementsJSON(out, requirements) })), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(requirements) {
		t.Fatalf("%d entries, want %d", len(list), len(requirements))
	}
	for i, requirement := range requirements {
		if got := list[i]; got.ID != requirement.ID || got.Class == "" || len(got.Judged) != len(requirement.Judged) || got.Reason != requirement.Reason {
			t.Errorf("entry %d is %+v, want %+v", i, got, requirement)
		}
	}
}

// Every link of the pages leads to a heading that is there.
func TestPagesLinkToWhatIsThere(t *testing.T) {
	index := catalogue(t)
	legs := printed(t, func(out *bytes.Buffer) error { return guide.WriteLegsMarkdown(out, guide.Guide{Catalogue: index}) })
	requirements := printed(t, func(out *bytes.Buffer) error {
		return guide.WriteRequirementsMarkdown(out, index.Requirements())
	})
	anchors := map[string]bool{}
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(legs, -1) {
		kept := regexp.MustCompile(`[^a-z0-9 _-]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		anchors[strings.ReplaceAll(kept, " ", "-")] = true
	}
	links := regexp.MustCompile(`\]\((legs\.md)?#([^)]+)\)`).FindAllStringSubmatch(legs+requirements, -1)
	if len(links) < len(index.Legs()) {
		t.Errorf("only %d links", len(links))
	}
	for _, link := range links {
		if !anchors[link[2]] {
			t.Errorf("a link leads to #%s, which is not there", link[2])
		}
	}
}

// A text of the catalogue cannot break a table or become markup.
func TestMarkdownIsEscaped(t *testing.T) {
	page := printed(t, func(out *bytes.Buffer) error {
		return guide.WriteRequirementsMarkdown(out, []schemas.Requirement{{
			ID: "0236.A.x", RFC: "0236", Section: "§A", Level: "MAY", Says: "a | b <c> *d* `e`", Reason: "f_g_h",
		}})
	})
	if want := "a \\| b \\<c> \\*d\\* \\`e\\` | f\\_g\\_h |"; !strings.Contains(page, want) {
		t.Errorf("%s lacks %s", page, want)
	}
}

// An example tells broken rules in full, marks the records that show them, and names what holds.
func TestExampleMarksWhatShowsTheFailure(t *testing.T) {
	leg := catalogue(t).Legs()[2]
	example := guide.Example{
		Title:   "A host that fails",
		Records: []journal.Record{{Seq: 2, Kind: journal.KindNote, Note: &journal.Note{Text: "quiet"}}, {Seq: 3, Kind: journal.KindNote, Note: &journal.Note{Text: "loud"}}},
		Verdict: judges.Verdict{Leg: leg.ID, Result: judges.Fail, Findings: []judges.Finding{
			{Rule: "members", Outcome: judges.Holds, Message: "kept", Records: []int64{2}},
			{Rule: "timestamp", Outcome: judges.Violated, Message: "no offset", Expected: "an offset", Observed: "none", Records: []int64{3}},
		}},
	}
	page := printed(t, func(out *bytes.Buffer) error {
		return guide.WriteLegText(out, guide.Guide{Catalogue: catalogue(t)}, leg, []guide.Example{example}, 100)
	})
	for _, want := range []string{
		"\n  #2 ", "\n> #3 ", "\n  The judge says: executed-fail\n", "\n  holds     members [#2]\n",
		"\n  violated  timestamp: no offset [#3]\n", "\n            expected an offset\n", "\n            seen     none\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}

// The document that the host claims things in is shown whole, for its line has no room for it.
func TestExampleShowsTheDiscoveryDocument(t *testing.T) {
	leg := catalogue(t).Legs()[2]
	body := `{"limits":{"maxStreamAgeSec":15},"filler":"` + strings.Repeat("x", 400) + `"}`
	example := guide.Example{Title: "A host", Records: []journal.Record{
		{Seq: 2, Kind: journal.KindExchange, Exchange: &journal.Exchange{
			Name: "run/discovery-start", Request: journal.Request{Method: "GET", URL: "http://host.example/"},
			Response: &journal.Response{Status: 200, Body: journal.Bytes{Text: body, Length: int64(len(body))}},
		}},
		{Seq: 3, Kind: journal.KindDiscovery, Discovery: &journal.Discovery{When: journal.AtStart, Exchange: "run/discovery-start"}},
	}}
	page := printed(t, func(out *bytes.Buffer) error {
		return guide.WriteLegText(out, guide.Guide{Catalogue: catalogue(t)}, leg, []guide.Example{example}, 100)
	})
	if want := "\n           limits: {\"maxStreamAgeSec\":15}\n"; !strings.Contains(page, want) {
		t.Errorf("the page lacks %q:\n%s", want, page)
	}
}
