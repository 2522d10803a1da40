package journal

import (
	"errors"
	"fmt"
)

// ErrIncomplete is returned for a journal whose chain holds but which has no
// end record: the run was killed, or whole lines were cut off.
var ErrIncomplete = errors.New("the journal has no end record")

// Damage is one way in which a journal is not what was written.
type Damage string

// The ways in which a journal can be damaged.
const (
	DamageCut      Damage = "cut-line"  // the last line has no line end
	DamageLong     Damage = "long-line" // a line is longer than MaxLineBytes
	DamageSyntax   Damage = "syntax"    // a line is no record: no JSON object, an unknown member, a wrong type
	DamageKind     Damage = "kind"      // the kind is unknown, or another member is set than it names
	DamageForm     Damage = "form"      // the line says what a record says, in other bytes
	DamageHash     Damage = "hash"      // the line was changed after it was written
	DamageSeq      Damage = "seq"       // a record is missing, twice there or out of its place
	DamagePrev     Damage = "prev"      // the line does not follow the line before it
	DamageOffset   Damage = "offset"    // time goes backwards
	DamageAfterEnd Damage = "after-end" // something stands after the end record
	DamageCount    Damage = "count"     // the end record counts another number of records
)

// DamageError says where a journal is damaged, and how. It is the error for
// everything that Read refuses but a missing end record and what the reader
// beneath it returned.
type DamageError struct {
	Line   int64 // the line that shows it, from 1
	Damage Damage
	Detail string // what was found, for people
}

// Error gives the line, the kind of damage and what was found.
func (e *DamageError) Error() string {
	return fmt.Sprintf("journal line %d is damaged (%s): %s", e.Line, e.Damage, e.Detail)
}
