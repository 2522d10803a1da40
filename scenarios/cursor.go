package scenarios

import (
	"crypto/rand"
	"math/big"
	"strings"
)

// enoughToVary is how many characters of a made-up cursor vary at least, where
// the id has that many: a tenant that has issued a billion ids of that shape
// then still has none of a thousand million billion others.
const enoughToVary = 12

// unknownLike makes a cursor of a real one's shape that was never issued. What
// stands before the first separator, and the first character after it (in
// time-ordered ids it carries a range), stay as they are where enough is left
// to vary; else everything varies. Every digit becomes a digit and every letter
// one of its alphabet.
func unknownLike(id string) string {
	from := strings.IndexAny(id, "_-.~") + 2
	if from > len(id) || varying(id[from:]) < enoughToVary {
		from = 0
	}
	alphabet := letters(id[from:])
	made := []byte(id)
	for k := from; k < len(made); k++ {
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

// varying counts the characters that unknownLike changes.
func varying(text string) int {
	return len(text) - strings.Count(text, "_") - strings.Count(text, "-") - strings.Count(text, ".") - strings.Count(text, "~")
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
