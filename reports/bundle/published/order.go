package published

import (
	"cmp"
	"slices"
	"strings"
)

// collation is the order of printable ASCII in JavaScript's localeCompare (the
// root collation of Unicode), letters of both cases at one place.
const collation = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"

// collate compares two texts of printable ASCII as localeCompare does: first
// without regard to case, then, at the first letter in which only the case
// differs, small before capital. It equals the order of bytes for texts out of
// a-z 0-9 . / - alone, which are the ids in use.
func collate(a, b string) int {
	for i := range min(len(a), len(b)) {
		if order := cmp.Compare(rank(a[i]), rank(b[i])); order != 0 {
			return order
		}
	}
	if order := cmp.Compare(len(a), len(b)); order != 0 {
		return order
	}
	return -strings.Compare(a, b)
}

func rank(c byte) int {
	if c >= 'A' && c <= 'Z' {
		c |= 0x20
	}
	return strings.IndexByte(collation, c)
}

// inUse tells whether an id is of the kind that every order sorts alike.
func inUse(id string) bool {
	return strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789./-") == ""
}

// byLocale is the order that the format names.
const byLocale = "localeCompare"

// order is one way to sort rows, given as the positions of the rows.
type order struct {
	name string
	rows []int
}

// orders gives the ways in which a writer may have sorted the rows, the one
// that the format names first. There is but one where all ids are of the kind
// in use. Other ids sort by the writer's locale, or by bytes where localeCompare
// was not at hand; then the order that the document lists them in is tried, too.
// Trying them gives nothing away: a digest over the rows in any order is of
// these rows and no others.
func orders(rows []Row) []order {
	listed := make([]int, len(rows))
	simple := true
	for i, row := range rows {
		listed[i] = i
		simple = simple && inUse(row.ID)
	}
	collated := order{byLocale, sorted(rows, listed, collate)}
	if simple {
		return []order{collated}
	}
	return []order{collated, {"the order of bytes", sorted(rows, listed, strings.Compare)}, {"the order of the document", listed}}
}

func sorted(rows []Row, positions []int, compare func(a, b string) int) []int {
	by := slices.Clone(positions)
	slices.SortStableFunc(by, func(i, j int) int { return compare(rows[i].ID, rows[j].ID) })
	return by
}
