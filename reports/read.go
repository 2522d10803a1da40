package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"hostwitness/schemas"
)

const maxReportBytes = 64 << 20

// ErrInvalidReport is what ReadJSON returns, wrapped with what is wrong, for bytes that are not a report of this suite.
var ErrInvalidReport = errors.New("not a valid report")

// WriteJSON writes report.json: indented by two spaces, members in the order of Report, a line feed at the end.
// The same report always gives the same bytes.
func WriteJSON(w io.Writer, report Report) error {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(report); err != nil {
		return fmt.Errorf("encode report.json: %w", err)
	}
	return write(w, buffer.Bytes(), "report.json")
}

// ReadJSON reads what WriteJSON wrote. At most 64 MiB are read. Bytes that are not strict JSON, not valid by schemas.Report, or
// whose totals are not those of their legs are ErrInvalidReport.
func ReadJSON(r io.Reader) (Report, error) {
	document, err := io.ReadAll(io.LimitReader(r, maxReportBytes+1))
	if err != nil {
		return Report{}, fmt.Errorf("read report.json: %w", err)
	}
	if len(document) > maxReportBytes {
		return Report{}, fmt.Errorf("read report.json: %w: it is longer than %d bytes", ErrInvalidReport, maxReportBytes)
	}
	if problems := schemas.Validate(schemas.Report, document); len(problems) > 0 {
		return Report{}, fmt.Errorf("read report.json: %w: %s", ErrInvalidReport, schemas.Summary(problems, 5))
	}
	var report Report
	if err := json.Unmarshal(document, &report); err != nil {
		return Report{}, fmt.Errorf("read report.json: %w: %w", ErrInvalidReport, err)
	}
	if counted := count(report.Legs); counted != report.Totals {
		return Report{}, fmt.Errorf("read report.json: %w: the totals are %+v, but the legs count %+v", ErrInvalidReport, report.Totals, counted)
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
