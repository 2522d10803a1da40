package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"hostwitness/schemas"
)

const (
	maxReportBytes  = 64 << 20
	maxReportValues = 50_000 // members and entries; the schema looks at each, so they bound the time that reading takes
)

// ErrInvalidReport is what ReadJSON returns, wrapped with what is wrong, for bytes that are not a report of this suite.
var ErrInvalidReport = errors.New("not a valid report")

// WriteJSON writes report.json: indented by two spaces, members in the order of Report, a line feed at the end.
// The same report always gives the same bytes, and none of them is a control byte but the line feeds.
func WriteJSON(w io.Writer, report Report) error {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(report); err != nil {
		return fmt.Errorf("encode report.json: %w", err)
	}
	return write(w, PrintableJSON(buffer.Bytes()), "report.json")
}

// PrintableJSON writes what a terminal would not show as it is as JSON escapes; in a JSON text it can only stand inside strings.
func PrintableJSON(document []byte) []byte {
	out := make([]byte, 0, len(document))
	for _, r := range string(document) {
		switch {
		case r == '\n' || unicode.IsPrint(r):
			out = utf8.AppendRune(out, r)
		case r < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		}
	}
	return out
}

// ReadJSON reads what WriteJSON wrote. At most 64 MiB and 50 000 members and entries are read. Bytes that are not strict JSON or not valid by schemas.Report,
// which holds the totals to the legs, are ErrInvalidReport.
func ReadJSON(r io.Reader) (Report, error) {
	return readWithin(r, maxReportBytes)
}

func readWithin(r io.Reader, limit int) (Report, error) {
	document, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return Report{}, fmt.Errorf("read report.json: %w", err)
	}
	if len(document) > limit {
		return Report{}, fmt.Errorf("read report.json: %w: it is longer than %d bytes", ErrInvalidReport, limit)
	}
	if schemas.Values(document) > maxReportValues {
		return Report{}, fmt.Errorf("read report.json: %w: it holds more than %d members and entries", ErrInvalidReport, maxReportValues)
	}
	if problems := schemas.Validate(schemas.Report, document); len(problems) > 0 {
		return Report{}, fmt.Errorf("read report.json: %w: %s", ErrInvalidReport, schemas.Summary(problems, 5))
	}
	var report Report
	if err := json.Unmarshal(document, &report); err != nil {
		return Report{}, fmt.Errorf("read report.json: %w: %w", ErrInvalidReport, err)
	}
	return report, nil
}

// write hands a whole rendering over at once, so that a failure in the middle of rendering leaves nothing behind.
func write(w io.Writer, rendering []byte, what string) error {
	if _, err := w.Write(rendering); err != nil {
		return fmt.Errorf("write %s: %w", what, err)
	}
	return nil
}
