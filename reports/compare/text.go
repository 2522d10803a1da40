package compare

import "hostwitness/reports"

const (
	detailLimit = 600 // cells of a reason, a message or a URL
	nameLimit   = 120 // cells of a name or an id
)

func detail(text string) string { return reports.OneLine(text, detailLimit) }
func name(text string) string   { return reports.OneLine(text, nameLimit) }
