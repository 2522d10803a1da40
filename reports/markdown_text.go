package reports

import (
	"regexp"
	"strings"
)

// prose is a text that Markdown shows as it is: cleaned, its addresses in code spans that one can copy from, and everything else
// escaped that could become a mark-up, a cell, a link, a mention of a person or HTML.
func prose(text string, limit int) string {
	text = clean(text, limit)
	var out strings.Builder
	done := 0
	for _, at := range addresses().FindAllStringIndex(text, -1) {
		found := strings.TrimRight(text[at[0]:at[1]], ".,;:!?)]}'")
		out.WriteString(escaped(text[done:at[0]]))
		out.WriteString(code(found))
		done = at[0] + len(found)
	}
	out.WriteString(escaped(text[done:]))
	return out.String()
}

// addresses finds what Markdown would make a link of, up to the first character that codeBreaks has.
func addresses() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:[a-z][a-z0-9+.-]*://|www\.)[^\s"` + regexp.QuoteMeta(codeBreaks) + `]+`)
}

// codeBreaks are the characters that could end a code span, a cell of a table, or what is around them: a text with one of them is
// no code span.
const codeBreaks = "`|<>$\\"

// escaped is a clean text with every mark of Markdown and HTML taken its meaning. A backtick and a dollar sign are written as
// entities, since code spans and formulas look at the character before them. An empty comment parts what GitHub would join into
// a link or a mention; what is left of addresses here is none that one could follow.
func escaped(text string) string {
	return strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;", "`", "&#96;", "$", "&#36;",
		`\`, `\\`, "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "#", `\#`, "|", `\|`, "!", `\!`,
		"@", "@<!-- -->", "://", ":<!-- -->//", "www.", "www<!-- -->.", "WWW.", "WWW<!-- -->.",
	).Replace(text)
}

// code is a text as code, as harmless as prose: a code span, or an element where a span could be broken out of. "" stays "".
func code(text string) string {
	text = clean(text, detailLimit)
	switch {
	case text == "":
		return ""
	case strings.TrimSpace(text) == text && !strings.ContainsAny(text, codeBreaks):
		return "`" + text + "`"
	default:
		return "<code>" + entities(text) + "</code>"
	}
}

// entities is a clean text inside an element, where marks of Markdown still have their meaning.
func entities(text string) string {
	return strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;",
		`\`, "&#92;", "`", "&#96;", "*", "&#42;", "_", "&#95;", "[", "&#91;", "]", "&#93;", "~", "&#126;", "#", "&#35;", "|", "&#124;",
		"!", "&#33;", "$", "&#36;", "@", "@<!-- -->", "://", "&#58;//", "www.", "www&#46;", "WWW.", "WWW&#46;",
	).Replace(text)
}
