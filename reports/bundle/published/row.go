package published

import "encoding/json"

// The results that a row may have.
const (
	executedPass = "executed-pass"
	executedFail = "executed-fail"
	skipped      = "skipped"
	inapplicable = "inapplicable"
	blocked      = "blocked"
)

// Row is what a bundle says of one requirement. Its texts are the document's
// own, byte for byte: who prints them makes them harmless first.
type Row struct {
	ID         string
	Scenario   string
	Result     string // executed-pass, executed-fail, skipped, inapplicable or blocked
	Assertions int64  // 0 where the row does not say
	Reason     string // what the row gives as detail, as text; JSON where it is no text; empty where there is none
}

// reasonOf gives a detail as text. A text of nothing but white space, an empty
// object and whatever can hold no reason are none.
func reasonOf(detail any) string {
	switch v := detail.(type) {
	case string:
		if blank(v) {
			return ""
		}
		return v
	case map[string]any:
		if len(v) == 0 {
			return ""
		}
	case []any:
		if len(v) == 0 {
			return ""
		}
	default:
		return ""
	}
	text, err := json.Marshal(detail)
	if err != nil {
		return ""
	}
	return string(text)
}
