package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes the comparison as JSON, indented by two spaces. The same
// comparison always gives the same bytes. It errs only when writing does.
func WriteJSON(w io.Writer, comparison Comparison) error {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(comparison); err != nil {
		return fmt.Errorf("encode the comparison: %w", err)
	}
	if _, err := w.Write(buffer.Bytes()); err != nil {
		return fmt.Errorf("write the comparison: %w", err)
	}
	return nil
}
