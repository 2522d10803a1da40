package reports

import (
	"bytes"
	"html"
	"strings"
)

// AgainOf gives the command of View.Again that a page of WriteHTML shows, as far as the page has it whole, and it has one
// wherever another rendering does; "" for a page without one, as where no leg failed, and for what is no command of a run.
// Nothing else holds the command, so that who makes the renderings of a report again has it from there.
func AgainOf(page []byte) string {
	const begin, end = "<h3>Run only this leg again</h3>\n<p><code>", "</code></p>"
	_, behind, _ := bytes.Cut(page, []byte(begin))
	shown, _, whole := bytes.Cut(behind, []byte(end))
	if !whole || len(shown) > 16*reportLimit {
		return ""
	}
	command := html.UnescapeString(string(shown))
	only := strings.LastIndex(command, " --only ")
	if only < 0 || !strings.HasPrefix(command, "hostwitness run ") || !oneCommand(command[:only]) {
		return ""
	}
	return command[:only]
}

// oneCommand says that a shell takes a text for the words of one command: what could be more stands in single quotes. Of a text
// that was cut the last quote may be open.
func oneCommand(text string) bool {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+= …"
	quoted := false
	for at, r := range text {
		switch {
		case r == '\'' && (at == 0 || quoted || text[at-1] != '\\'):
			quoted = !quoted
		case quoted, r == '\'', r == '\\' && strings.HasPrefix(text[at+1:], "'"), strings.ContainsRune(plain, r):
		default:
			return false
		}
	}
	return !quoted || strings.HasSuffix(text, "…")
}
