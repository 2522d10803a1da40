package guide

import (
	"encoding/json"
	"io"

	"hostwitness/schemas"
)

// listed is a requirement in the JSON list. What a requirement does not have is left out.
type listed struct {
	ID       string           `json:"id"`
	RFC      string           `json:"rfc"`
	Section  string           `json:"section"`
	Level    string           `json:"level"`
	Says     string           `json:"says"`
	Class    string           `json:"class"` // "freedom" for a MAY
	Binds    string           `json:"binds,omitempty"`
	Needs    string           `json:"needs,omitempty"`
	Judged   []schemas.Judged `json:"judged,omitempty"`
	Told     []string         `json:"told,omitempty"`
	Variants []string         `json:"variants,omitempty"`
	Reason   string           `json:"reason,omitempty"`
}

// WriteRequirementsJSON writes the requirements as one JSON array, in their order. It errs only when writing does.
func WriteRequirementsJSON(w io.Writer, requirements []schemas.Requirement) error {
	list := make([]listed, 0, len(requirements))
	for _, r := range requirements {
		list = append(list, listed{
			ID: r.ID, RFC: r.RFC, Section: r.Section, Level: r.Level, Says: r.Says, Class: classOf(r), Binds: r.Binds,
			Needs: r.Needs, Judged: r.Judged, Told: r.Told, Variants: r.Variants, Reason: r.Reason,
		})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(list)
}
