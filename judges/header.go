package judges

import (
	"strings"

	"hostwitness/witness/journal"
)

// values gives every value of a header, by its name in any case.
func values(header []journal.Header, name string) []string {
	var found []string
	for _, line := range header {
		if strings.EqualFold(line.Name, name) {
			found = append(found, line.Value)
		}
	}
	return found
}

// mediaType is the media type of an answer in lower case, without parameters.
func mediaType(header []journal.Header) string {
	lines := values(header, "Content-Type")
	if len(lines) == 0 {
		return ""
	}
	media, _, _ := strings.Cut(lines[0], ";")
	return strings.ToLower(strings.Trim(media, " \t"))
}

// weighHeader holds every line of a header to one of the wanted values.
func weighHeader(r *ruling, delivery journal.SeenDelivery, where, name string, wanted ...string) {
	lines := values(delivery.Header, name)
	wrong := ""
	if len(lines) == 0 {
		wrong = "no " + name
	}
	for _, line := range lines {
		if !oneOf(line, wanted) {
			wrong = name + " is " + quoted(line)
		}
	}
	r.weigh(wrong == "", hidden(delivery.Header, name), where, wrong, delivery.Seq)
}

// hidden says that a secret stood in a header and was replaced, "" when none
// did.
func hidden(header []journal.Header, name string) string {
	for _, line := range header {
		if strings.EqualFold(line.Name, name) && len(line.Redacted) > 0 {
			return "a secret (" + line.Redacted[0].Name + ") stood in " + name + " and was replaced"
		}
	}
	return ""
}

func oneOf(value string, wanted []string) bool {
	for _, want := range wanted {
		if want != "" && value == want {
			return true
		}
	}
	return false
}
