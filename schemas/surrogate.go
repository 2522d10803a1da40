package schemas

import "strconv"

// loneSurrogate returns where the first \u escape stands that is half of a surrogate pair without its other half, or -1.
// The document must be well-formed JSON: then a backslash stands only inside a string and always opens an escape.
func loneSurrogate(document []byte) int {
	for at := 0; at < len(document); {
		unit, ok := escapedUnit(document, at)
		switch {
		case !ok && document[at] == '\\':
			at += 2
		case !ok:
			at++
		case unit < 0xD800 || unit > 0xDFFF:
			at += 6
		case unit > 0xDBFF || !lowSurrogateAt(document, at+6):
			return at
		default:
			at += 12
		}
	}
	return -1
}

func lowSurrogateAt(document []byte, at int) bool {
	unit, ok := escapedUnit(document, at)
	return ok && unit >= 0xDC00 && unit <= 0xDFFF
}

// escapedUnit reads the UTF-16 code unit of a \u escape that begins at the given byte.
func escapedUnit(document []byte, at int) (uint64, bool) {
	if at+6 > len(document) || document[at] != '\\' || document[at+1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(document[at+2:at+6]), 16, 16)
	return unit, err == nil
}
