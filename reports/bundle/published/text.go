package published

import (
	"strconv"
	"strings"
	"unicode"
)

// The most characters that are repeated of a text of the document.
const (
	quoteLimit = 80
	nameLimit  = 160
	claimLimit = 240
)

// plain makes a text of the document harmless to print: one line, in which an
// escape stands for what is not printable or would pile up on its neighbour, of
// at most so many characters and then an ellipsis.
func plain(text string, most int) string {
	var out strings.Builder
	count := 0
	for _, r := range text {
		if count == most {
			return out.String() + "…"
		}
		count++
		if unicode.IsPrint(r) && !unicode.In(r, unicode.Mn, unicode.Me) {
			out.WriteRune(r)
			continue
		}
		escape := strconv.QuoteRuneToASCII(r)
		out.WriteString(escape[1 : len(escape)-1])
	}
	return out.String()
}

func quoted(text string) string { return `"` + plain(text, quoteLimit) + `"` }

func label(text string) string { return plain(text, nameLimit) }

func blank(text string) bool { return strings.TrimSpace(text) == "" }
