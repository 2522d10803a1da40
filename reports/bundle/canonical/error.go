package canonical

// Class says why a document has no canonical form. A class never changes its
// meaning.
type Class string

// The classes.
const (
	TooLong        Class = "too-long"        // more than MaxSize bytes
	TooMany        Class = "too-many"        // more than MaxValues values
	TooDeep        Class = "too-deep"        // nested deeper than schemas.MaxDepth
	LeadingMark    Class = "leading-bom"     // begins with a byte order mark (RFC 8259 §8.1 forbids to write one)
	InvalidUTF8    Class = "invalid-utf8"    // bytes that are no UTF-8
	Syntax         Class = "syntax"          // not one JSON value and nothing else
	InvalidNumber  Class = "invalid-number"  // NaN or an infinity, for which JSON has no number
	NumberOverflow Class = "number-overflow" // a number beyond every double
	LoneSurrogate  Class = "lone-surrogate"  // an escape that is one half of a surrogate pair
	DuplicateName  Class = "duplicate-name"  // two members of one name in an object
)

// Error is what every refusal of this package is. It holds no control character
// and no long piece of the document.
type Error struct {
	Class  Class
	Detail string // one sentence for people, with the byte (counted from 0) where one is known
}

func (e *Error) Error() string { return string(e.Class) + ": " + e.Detail }
