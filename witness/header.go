package witness

import (
	"errors"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"

	"hostwitness/witness/journal"
)

// headerLines lists a header by name; lines of one name keep their order. The
// order between names is not known any more.
func headerLines(header http.Header) []journal.Header {
	lines := make([]journal.Header, 0, len(header))
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			lines = append(lines, journal.Header{Name: name, Value: value})
		}
	}
	return lines
}

// answerHeader is the header of an answer with the line that Go's HTTP client
// takes out.
func answerHeader(response *http.Response) []journal.Header {
	lines := headerLines(response.Header)
	if len(response.TransferEncoding) > 0 {
		lines = append(lines, journal.Header{
			Name: "Transfer-Encoding", Value: strings.Join(response.TransferEncoding, ", "),
		})
	}
	return lines
}

// encoded tells whether the answer has a content coding. None was asked for.
func encoded(header http.Header) bool {
	for _, value := range header.Values("Content-Encoding") {
		if value = strings.TrimSpace(value); value != "" && !strings.EqualFold(value, "identity") {
			return true
		}
	}
	return false
}

// mediaType is the media type of a message in lower case, without parameters;
// "" when there is none that can be read. Parameters that cannot be read do
// not matter.
func mediaType(header http.Header) string {
	media, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return ""
	}
	return media
}
