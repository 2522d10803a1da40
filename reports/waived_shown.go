package reports

import (
	"strings"

	"hostwitness/reports/waiver"
)

// waivers tells of every waiver that did not excuse a failure; one that did stands with its leg. Where only failures are asked
// for, an idle one is none.
func (c *console) waivers(quiet bool) {
	for _, matched := range c.Report.Waivers {
		switch {
		case matched.Standing == waiver.Excuses:
		case matched.Standing == waiver.Idle && quiet:
		default:
			c.waiver(matched)
		}
	}
}

func (c *console) waiver(matched waiver.Matched) {
	title, colour := strings.ToUpper(string(matched.Standing)), c.bad
	if matched.Standing == waiver.Idle {
		title, colour = string(matched.Standing), c.faint
	}
	c.line("%s waiver of %s", colour.Sprint(clean(title, nameLimit)), c.strong.Sprint(waiverName(matched.Waiver)))
	c.indented("waived", waiverTerms(matched.Waiver))
	c.indented("because", clean(matched.Why, detailLimit))
	c.indented("to do", waiverToDo(matched.Standing))
	c.line("")
}

func (m *markdown) waivers() {
	if len(m.Report.Waivers) == 0 {
		return
	}
	m.line("## Waivers")
	m.line("")
	m.line("| waiver | came to | because | accepted |")
	m.line("| --- | --- | --- | --- |")
	for _, matched := range m.Report.Waivers {
		m.line("| %s | %s | %s | %s |", prose(waiverName(matched.Waiver), detailLimit), waiverStanding(matched),
			prose(matched.Why, dataLimit), prose(waiverTerms(matched.Waiver), dataLimit))
	}
	m.line("")
}

// waiverStanding marks the one standing that fails a run by itself.
func waiverStanding(matched waiver.Matched) string {
	if matched.Standing == waiver.Stale {
		return "STALE"
	}
	return prose(string(matched.Standing), nameLimit)
}

// junitWaivers is a suite of its own for stale waivers, each a failure, so that the leg that passed stays passed. It is nil
// where there is none.
func (v View) junitWaivers() *junitSuite {
	stale := v.Report.waiversWith(waiver.Stale)
	if len(stale) == 0 {
		return nil
	}
	suite := &junitSuite{
		Name:        "waivers",
		junitCounts: junitCounts{Tests: len(stale), Failures: len(stale), Time: junitTime(0)},
		Timestamp:   clean(v.Report.StartedAt, nameLimit),
		Properties:  junitProperties(v.Report),
	}
	for _, matched := range stale {
		suite.Cases = append(suite.Cases, junitCase{
			Name: waiverName(matched.Waiver), Class: "waivers", Time: junitTime(0),
			Failure: &junitProblem{
				Message: "the waiver is stale: " + clean(matched.Why, detailLimit) + "; " + waiverToDo(waiver.Stale),
				Type:    "stale-waiver", Text: "\nwaived " + waiverTerms(matched.Waiver) + "\n",
			},
		})
	}
	return suite
}

// htmlWaiver is one row of the page's table of waivers.
type htmlWaiver struct {
	Name, Standing, Tone, Why, Terms string
}

func (v View) htmlWaivers() []htmlWaiver {
	var rows []htmlWaiver
	for _, matched := range v.Report.Waivers {
		rows = append(rows, htmlWaiver{
			Name: waiverName(matched.Waiver), Standing: waiverStanding(matched), Tone: waiverTone(matched.Standing),
			Why: clean(matched.Why, detailLimit), Terms: waiverTerms(matched.Waiver),
		})
	}
	return rows
}

func waiverTone(standing waiver.Standing) string {
	switch standing {
	case waiver.Stale, waiver.Exceeded:
		return "bad"
	case waiver.Excuses:
		return "open"
	default:
		return "calm"
	}
}
