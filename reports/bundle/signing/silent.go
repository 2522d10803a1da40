package signing

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
)

// String gives the id alone.
func (p Private) String() string { return "private key " + p.id }

// GoString gives the id alone.
func (p Private) GoString() string { return p.String() }

// Format gives the id alone, whatever the verb.
func (p Private) Format(state fmt.State, _ rune) {
	_, _ = io.WriteString(state, p.String())
}

// MarshalJSON gives the id alone.
func (p Private) MarshalJSON() ([]byte, error) { return json.Marshal(p.String()) }

// LogValue gives the id alone.
func (p Private) LogValue() slog.Value { return slog.StringValue(p.String()) }
