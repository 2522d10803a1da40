package reports

import "strings"

// prose is a text that Markdown shows as it is: cleaned, with everything escaped that could become a mark-up, a cell, a link, a
// mention of a person or HTML. An empty comment parts what GitHub would join into a link or a mention.
func prose(text string, limit int) string {
	escaper := strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;",
		`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "~", `\~`, "#", `\#`, "|", `\|`, "!", `\!`, "$", `\$`,
		"@", "@<!-- -->", "://", ":<!-- -->//", "www.", "www<!-- -->.", "WWW.", "WWW<!-- -->.",
	)
	return escaper.Replace(clean(text, limit))
}

// code is a text in a code element, as harmless as prose: a code span would need its own rules inside a table. "" stays "".
func code(text string) string {
	if text == "" {
		return ""
	}
	escaper := strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;",
		`\`, "&#92;", "`", "&#96;", "*", "&#42;", "_", "&#95;", "[", "&#91;", "]", "&#93;", "~", "&#126;", "#", "&#35;", "|", "&#124;",
		"!", "&#33;", "$", "&#36;", "@", "@<!-- -->", "://", "&#58;//", "www.", "www&#46;", "WWW.", "WWW&#46;",
	)
	return "<code>" + escaper.Replace(clean(text, detailLimit)) + "</code>"
}
