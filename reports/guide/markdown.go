package guide

import (
	"fmt"
	"strings"

	"hostwitness/schemas"
)

// markdown gathers a page.
type markdown struct{ strings.Builder }

func (m *markdown) line(format string, arguments ...any) { fmt.Fprintf(m, format+"\n", arguments...) }

// paragraph writes a text and an empty line; without a text it writes nothing.
func (m *markdown) paragraph(words string) {
	if words != "" {
		m.line("%s\n", words)
	}
}

// table writes a head and rows; the cells are escaped already.
func (m *markdown) table(head []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	rule := make([]string, len(head))
	for i := range rule {
		rule[i] = "---"
	}
	for _, cells := range append([][]string{head, rule}, rows...) {
		m.line("| %s |", strings.Join(cells, " | "))
	}
	m.line("")
}

// escaped keeps a text of the catalogue from being read as markup.
func escaped(words string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "|", `\|`, "`", "\\`").Replace(words)
}

func code(word string) string { return "`" + word + "`" }

func codes(words []string) string {
	marked := make([]string, len(words))
	for i, word := range words {
		marked[i] = code(word)
	}
	return strings.Join(marked, ", ")
}

// anchor is the name that a heading which consists of an id gets on the usual hosts of repositories: lower case, and nothing
// but letters, digits, hyphens and underscores.
func anchor(id string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' {
			return -1
		}
		return r
	}, strings.ToLower(id))
}

// legLink leads to a leg on the page about legs.
func legLink(page, id string) string { return fmt.Sprintf("[%s](%s#%s)", id, page, anchor(id)) }

func sectionOf(rfc, section string) string { return "RFC " + rfc + " " + section }

// byRFC cuts requirements where the RFC changes.
func byRFC(requirements []schemas.Requirement) [][]schemas.Requirement {
	var groups [][]schemas.Requirement
	for _, requirement := range requirements {
		last := len(groups) - 1
		if last < 0 || groups[last][0].RFC != requirement.RFC {
			groups, last = append(groups, nil), last+1
		}
		groups[last] = append(groups[last], requirement)
	}
	return groups
}
