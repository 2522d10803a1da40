package scenarios

import (
	"crypto/rand"
	"math/big"
	"strings"
)

// unknownLike makes a cursor of a real one's shape that was never issued: what
// stands before the first separator stays, every later digit becomes another
// digit and every letter another of its alphabet. The first character after
// the prefix stays, since in time-ordered ids it carries a range.
func unknownLike(id string) string {
	body := strings.IndexAny(id, "_-.~") + 1
	alphabet := letters(id[body:])
	made := []byte(id)
	for k := body + 1; k < len(made); k++ {
		switch c := made[k]; {
		case c >= '0' && c <= '9':
			made[k] = pick("0123456789")
		case c >= 'a' && c <= 'z':
			made[k] = pick(alphabet)
		case c >= 'A' && c <= 'Z':
			made[k] = pick(strings.ToUpper(alphabet))
		}
	}
	return string(made)
}

// letters is the alphabet that the letters of an id are taken from:
// hexadecimal where all of them are, else one without the letters that
// base-32 ids leave out.
func letters(text string) string {
	const hexadecimal, crockford = "abcdef", "abcdefghjkmnpqrstvwxyz"
	for _, c := range strings.ToLower(text) {
		if c >= 'g' && c <= 'z' {
			return crockford
		}
	}
	return hexadecimal
}

func pick(alphabet string) byte {
	k, err := rand.Int(rand.Reader, big.NewInt(int64(len(alphabet))))
	if err != nil { // crypto/rand does not fail on supported systems
		return alphabet[0]
	}
	return alphabet[k.Int64()]
}
