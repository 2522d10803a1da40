package reports

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

const (
	reportLimit = 2000 // cells of one text in report.json
	detailLimit = 600  // cells of one text under a finding
	dataLimit   = 240  // cells of recorded data in a line of the journal
	nameLimit   = 120  // cells of a name, a type, an id or a header
)

// clean makes a text harmless on a terminal and in every markup: what is not printable is shown as an escape, so neither
// control bytes nor characters that turn the direction of text are left, and all of it is one line of valid UTF-8.
// It takes at most limit cells and ends in an ellipsis where more was there.
func clean(text string, limit int) string {
	short, whole := within(text, limit)
	if whole {
		return short
	}
	return short + "…"
}

// bounded is clean for report.json: of a text that is cut it tells how long it was.
func bounded(text string) string {
	short, whole := within(text, reportLimit)
	if whole {
		return short
	}
	return fmt.Sprintf("%s… (%d bytes in all)", short, len(text))
}

// within gives as much of a text as fits, made harmless, and whether that is all of it.
func within(text string, limit int) (string, bool) {
	var out strings.Builder
	used, marks := 0, 0
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		piece := visible(r, text[at:at+size])
		marks++
		if !combines(r) {
			marks = 0
		}
		if marks > maxMarks {
			piece = escape(r)
		}
		used += cells(piece)
		if used > limit {
			return out.String(), false
		}
		out.WriteString(piece)
		at += size
	}
	return out.String(), true
}

// maxMarks on one character are more than any script needs; a pile of them would run over other lines and past any limit.
const maxMarks = 4

func combines(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me) }

// visible shows one character; raw are its bytes, which are no UTF-8 when r is the replacement character of one byte.
func visible(r rune, raw string) string {
	switch {
	case r == utf8.RuneError && len(raw) <= 1:
		return fmt.Sprintf(`\x%02x`, raw)
	case unicode.IsPrint(r):
		return raw
	default:
		return escape(r)
	}
}

// escape writes a character as source code would.
func escape(r rune) string {
	if r > unicode.MaxASCII && r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	quoted := strconv.QuoteRuneToASCII(r)
	return quoted[1 : len(quoted)-1]
}

// cells is the width of a text on a terminal: wide characters take two cells, marks on others none.
func cells(text string) int {
	total := 0
	for _, r := range text {
		switch {
		case r >= 0x300 && combines(r):
		case wide(r):
			total += 2
		default:
			total++
		}
	}
	return total
}

func wide(r rune) bool {
	if r < 0x1100 {
		return false
	}
	kind := width.LookupRune(r).Kind()
	return kind == width.EastAsianWide || kind == width.EastAsianFullwidth
}

// pad fills a text with spaces up to a width in cells.
func pad(text string, to int) string {
	return text + strings.Repeat(" ", max(0, to-cells(text)))
}

// quoted is a cleaned text in quotation marks.
func quoted(text string, limit int) string {
	return `"` + clean(text, limit) + `"`
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// OneLine makes a text that somebody else wrote harmless wherever it is shown: one line of at most the given number of cells,
// without control bytes and without characters that turn the direction of text.
func OneLine(text string, cells int) string { return clean(text, cells) }
