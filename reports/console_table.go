package reports

import (
	"github.com/fatih/color"

	"hostwitness/judges"
)

const (
	resultColumn = 15
	legColumn    = 36
	minReason    = 20
	plainReason  = 200
)

// table lists every leg, by scenario, with its result and the short reason.
func (c *console) table() {
	for _, group := range c.Report.scenarios() {
		c.line("%s", c.strong.Sprint(clean(group.name, nameLimit)))
		for _, leg := range group.legs {
			c.row(leg)
		}
	}
	c.line("")
}

func (c *console) row(leg Leg) {
	result := c.colourOf(leg).Sprint(pad(resultWord(leg), resultColumn))
	label := clean(leg.ID, nameLimit) + c.requiredMark(leg)
	if leg.Reason == "" {
		c.line("  %s%s", result, label)
		return
	}
	label = pad(label, legColumn) + " "
	c.line("  %s%s%s", result, label, clean(leg.Reason, c.room(2+resultColumn+cells(label))))
}

// room is how many cells are left for a reason behind what stands on its line; one goes to the ellipsis.
func (c *console) room(used int) int {
	if c.width <= 0 {
		return plainReason
	}
	return max(minReason, c.width-used-1)
}

func (c *console) colourOf(leg Leg) *color.Color {
	switch leg.Result {
	case judges.Pass:
		return c.good
	case judges.Fail:
		return c.bad
	case judges.Blocked:
		return c.open
	default:
		return c.faint
	}
}

func (c *console) shade(report Report) *color.Color {
	switch runTone(report) {
	case "good":
		return c.good
	case "open":
		return c.open
	default:
		return c.bad
	}
}
