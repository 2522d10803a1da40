package published

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"hostwitness/reports/bundle/refusal"
	"hostwitness/schemas"
)

// MaxSize is how many bytes a bundle may have.
const MaxSize = 64 << 20

// mostValues bounds the members and entries of a bundle, and with them the
// memory that reading it takes. It is forty times what a bundle of 800 rows has.
const mostValues = 250_000

// The most of what the schema looks at one by one, and may have something to say
// of: the members of the root, and the entries of all lists together.
const (
	mostMembers = 100
	mostEntries = 20_000
)

// checkCrowd refuses a bundle of which judging the shape alone would take long.
func checkCrowd(root object) *refusal.Refusal {
	if len(root) > mostMembers {
		return refuse(refusal.BundleInvalid, "", "has %d members, of which the format names 13", len(root))
	}
	results, signature := root.object("results"), root.object("signature")
	entries := len(results.list("requirements")) + len(root.object("detail").list("nonPass")) + len(root.list("claimedProfiles")) +
		len(root.object("discovery").list("protocolVersions")) + len(signature.list("over"))
	if entries > mostEntries {
		return refuse(refusal.TooLarge, "", "lists %d rows, profiles and the like; at most %d are read", entries, mostEntries)
	}
	return nil
}

// parse reads a document that is one object of strict JSON within the bounds.
func parse(document []byte) (object, *refusal.Refusal) {
	if len(document) > MaxSize {
		return nil, refuse(refusal.TooLarge, "", "the document has %d bytes; at most %d are read", len(document), MaxSize)
	}
	if schemas.Values(document) > mostValues {
		return nil, refuse(refusal.TooLarge, "", "the document holds more than %d members and entries", mostValues)
	}
	root, err := schemas.ParseObject(document)
	if err != nil {
		return nil, refuse(refusal.BundleInvalid, "", "%v", err)
	}
	if number, found := unreadable(map[string]any(root)); found {
		return nil, refuse(refusal.BundleInvalid, "", "the number %s is beyond every double", plain(number, 40))
	}
	return root, nil
}

// unreadable finds a number that no double is near to: two readers could see
// different things in it.
func unreadable(value any) (string, bool) {
	var found string
	switch v := value.(type) {
	case map[string]any:
		for _, member := range v {
			if number, bad := unreadable(member); bad {
				return number, true
			}
		}
	case []any:
		bad := slices.ContainsFunc(v, func(entry any) bool {
			number, bad := unreadable(entry)
			found = number
			return bad
		})
		return found, bad
	case json.Number:
		_, err := strconv.ParseFloat(string(v), 64)
		return string(v), err != nil
	}
	return "", false
}

func refuse(name refusal.Name, of, format string, args ...any) *refusal.Refusal {
	return &refusal.Refusal{Name: name, Of: of, Detail: fmt.Sprintf(format, args...)}
}
