package reports

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for the page's template and style
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"hostwitness/judges"
	"hostwitness/schemas"
)

//go:embed report.html.tmpl
var pageTemplate string

//go:embed report.css
var pageStyle string

// WriteHTML writes report.html: one file that needs no script and no network, light and dark, printable, with every leg, its
// findings and the slices of the journal. Its content policy allows its own style and nothing else.
func WriteHTML(w io.Writer, view View) error {
	page, err := template.New("report.html").Parse(pageTemplate)
	if err != nil {
		return fmt.Errorf("read the template of report.html: %w", err)
	}
	var out bytes.Buffer
	if err := page.Execute(&out, htmlOf(view)); err != nil {
		return fmt.Errorf("render report.html: %w", err)
	}
	return write(w, out.Bytes(), "report.html")
}

// What the template reads. Every text in it is clean; the template escapes it for its place.
type (
	htmlPage struct {
		Style      template.CSS
		Policy     string
		Headline   string
		Tone       string
		Suite      string
		Host       string
		HostWords  string
		Build      string
		Discovery  string
		Trigger    string
		Started    string
		Duration   string
		Totals     string
		Tiles      []htmlTile
		Exit       string
		Unfinished string
		Required   []htmlRequired
		Waivers    []htmlWaiver
		Left       []string
		Scenarios  []htmlScenario
		Spent      []htmlSpan
		Settling   string
		Catalogue  string
	}
	htmlTile struct {
		Count int
		Label string
		Tone  string
	}
	htmlRequired struct {
		ID, Result, Tone, Reason string
	}
	htmlScenario struct {
		Name string
		Legs []htmlLeg
	}
	htmlLeg struct {
		ID          string
		Result      string
		Tone        string
		Open        bool
		Required    bool
		Title       string
		Reference   string
		Requirement string
		Revision    int
		Rule        string
		Measured    string
		Reason      string
		Whole       string // the reason where Reason is cut
		Says        []string
		ToDo        string
		Waived      string
		Assertions  string
		Duration    string
		Findings    []htmlFinding
		Holding     []htmlFinding
		Holds       string // how many of them there are
		More        int
		Usual       []schemas.Failure
		Again       string
	}
	htmlFinding struct {
		Outcome   string
		Tone      string
		Rule      string
		Statement string
		Message   string
		Expected  string
		Observed  string
		Open      bool
		Lines     []line
		Label     string
	}
	htmlSpan struct {
		Name, From, To, Length, Settling string
		Missed                           int
	}
)

func htmlOf(view View) htmlPage {
	report := view.Report
	digest := sha256.Sum256([]byte(pageStyle))
	page := htmlPage{
		Style:      template.CSS(pageStyle), // our own file, nothing of the run
		Policy:     "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'; base-uri 'none'; form-action 'none'",
		Headline:   headline(report),
		Tone:       runTone(report),
		Suite:      words(clean(report.Suite.Name, nameLimit), clean(report.Suite.Version, nameLimit)),
		Host:       clean(report.Host.URL, detailLimit),
		HostWords:  hostWords(report.Host),
		Discovery:  words(clean(report.Discovery.URL, detailLimit), discoveryWords(report.Discovery)),
		Trigger:    triggerSentence(report),
		Started:    clean(report.StartedAt, nameLimit),
		Duration:   milliSeconds(report.DurationMs),
		Totals:     totalsSentence(report),
		Tiles:      tiles(report.Totals),
		Exit:       exitSentence(view),
		Unfinished: unfinished(view.Records),
		Catalogue:  clean(report.Suite.Catalogue, nameLimit),
	}
	if build := report.Host.Build; build != nil {
		page.Build = words(clean(build.Kind, nameLimit), clean(build.ID, nameLimit))
	}
	for _, leg := range view.lackingLegs() {
		page.Required = append(page.Required, htmlRequired{clean(leg.ID, nameLimit), resultWord(leg), tone(leg.Result), clean(leg.Reason, detailLimit)})
	}
	page.Waivers = view.htmlWaivers()
	page.Left = view.leftRegistered()
	for _, group := range report.scenarios() {
		page.Scenarios = append(page.Scenarios, view.htmlScenario(group))
	}
	view.htmlTime(&page)
	return page
}

func tiles(totals Totals) []htmlTile {
	return []htmlTile{
		{totals.ExecutedPass, "passed", tone(judges.Pass)},
		{totals.ExecutedFail, "failed", tone(judges.Fail)},
		{totals.Blocked, "blocked", tone(judges.Blocked)},
		{totals.Inapplicable, "inapplicable", tone(judges.Inapplicable)},
		{totals.Skipped, "skipped", tone(judges.Skipped)},
	}
}

// tone is the class that a result's colour hangs on.
func tone(result judges.Result) string {
	switch result {
	case judges.Pass:
		return "good"
	case judges.Fail:
		return "bad"
	case judges.Blocked:
		return "open"
	default:
		return "calm"
	}
}

// runTone is the tone of a whole run. One that judged nothing about the host, or that passes by waivers, is no good news.
func runTone(report Report) string {
	switch report.ExitCode {
	case 0:
		if unjudged(report) != "" || report.waivedFailures() > 0 {
			return "open"
		}
		return "good"
	case 3, 130:
		return "open"
	default:
		return "bad"
	}
}

func (v View) htmlTime(page *htmlPage) {
	page.Settling = seconds(settledIn(v.Records))
	for _, stretch := range inOrder(spansOf(v.Records)) {
		row := htmlSpan{
			Name: clean(stretch.name, nameLimit), From: seconds(stretch.from), To: seconds(stretch.to),
			Length: seconds(stretch.length()), Missed: stretch.missed,
		}
		if stretch.settling > 0 {
			row.Settling = seconds(stretch.settling)
		}
		page.Spent = append(page.Spent, row)
	}
}
