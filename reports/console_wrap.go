package reports

import (
	"strings"

	"github.com/fatih/color"
)

// minText is how many cells a wrapped text has at least, also on a terminal that has no room for its indentation.
const minText = 20

// indented writes a label and a text, the text already clean; without a text it writes nothing.
func (c *console) indented(label, text string) {
	if text != "" {
		c.hanging(labelled(label), text, nil)
	}
}

// command writes a command to run again, in one line whatever the width: broken in two it could not be copied.
func (c *console) command(text string) {
	if text != "" {
		c.line("%s%s", labelled("again"), text)
	}
}

// labelled is a label in its column.
func labelled(label string) string { return "    " + pad(label, 9) + " " }

// hanging writes a text behind a lead, wrapped at the console's width; later lines stand under the text. Neither may hold
// an escape: shade colours each line of the text, and nil none.
func (c *console) hanging(lead, text string, shade *color.Color) {
	for _, line := range wrap(strings.TrimSpace(text), c.textWidth(cells(lead))) {
		if shade != nil {
			line = shade.Sprint(line)
		}
		c.line("%s%s", lead, line)
		lead = strings.Repeat(" ", cells(lead))
	}
}

// textWidth is the room of a text behind a lead, 0 where lines are as long as they are.
func (c *console) textWidth(lead int) int {
	if c.width <= 0 {
		return 0
	}
	return max(minText, c.width-lead)
}

// wrap breaks a text of one line at spaces into lines of at most a width in cells. A word that is longer stands whole on a line
// of its own, for a URL or a command that is broken is no use. A width of 0 means one line.
func wrap(text string, width int) []string {
	if width <= 0 || cells(text) <= width {
		return []string{text}
	}
	var lines []string
	line, used := "", 0
	for _, word := range strings.SplitAfter(text, " ") {
		size := cells(strings.TrimRight(word, " "))
		if used > 0 && used+size > width {
			lines = append(lines, strings.TrimRight(line, " "))
			line, used = "", 0
		}
		line += word
		used += cells(word)
	}
	return append(lines, strings.TrimRight(line, " "))
}
