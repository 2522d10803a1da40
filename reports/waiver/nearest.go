package waiver

import "strings"

// instead is the advice for a word that is none of a list: the nearest one, or where none is near what is said otherwise.
func instead(word string, list []string, otherwise string) string {
	if near := Nearest(word, list); near != "" {
		return "did you mean " + near + "?"
	}
	return otherwise
}

// longestWord bounds the work of Nearest, which grows with the product of two lengths.
const longestWord = 200

// Nearest gives the word of a list that a mistyped one most likely means, "" where none is near: at most a third of its
// characters differ, or it is the only one that ends with what was written. Of equally near ones it is the first.
func Nearest(word string, list []string) string {
	if word == "" || len(word) > longestWord {
		return ""
	}
	lower := strings.ToLower(strings.TrimSpace(word))
	best, least := "", len(lower)/3+1
	for _, candidate := range list {
		if distance := differ(lower, strings.ToLower(candidate)); distance < least {
			best, least = candidate, distance
		}
	}
	if best == "" {
		return onlyWithEnd(lower, list)
	}
	return best
}

func onlyWithEnd(end string, list []string) string {
	found := ""
	for _, candidate := range list {
		if !strings.HasSuffix(candidate, "."+end) {
			continue
		}
		if found != "" {
			return ""
		}
		found = candidate
	}
	return found
}

// differ counts the characters to insert, delete or replace that make one word of the other.
func differ(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for i := range row {
		row[i] = i
	}
	for i, left := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, right := range to {
			replaced := diagonal
			if left != right {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(to)]
}
