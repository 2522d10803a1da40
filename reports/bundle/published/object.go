package published

import (
	"encoding/json"
	"math"
	"strconv"
)

// object is a JSON object as schemas.ParseStrict gives it. Its names are exact,
// which those of encoding/json into a struct are not: there "ID" would be "id".
// What is not there, or is of another type, reads as the zero of the type.
type object map[string]any

func (o object) object(name string) object {
	value, _ := o[name].(map[string]any)
	return value
}

func (o object) text(name string) string {
	value, _ := o[name].(string)
	return value
}

func (o object) list(name string) []any {
	value, _ := o[name].([]any)
	return value
}

// objects gives the entries of a list, a nil object for each that is none.
func (o object) objects(name string) []object {
	entries := o.list(name)
	found := make([]object, len(entries))
	for i, entry := range entries {
		found[i], _ = entry.(map[string]any)
	}
	return found
}

func (o object) has(name string) bool {
	_, there := o[name]
	return there
}

// mostCounted is the greatest count that is read. No suite counts so far, and
// the sum over all rows stays far from the end of int64.
const mostCounted = 1_000_000_000_000

// count gives a whole number from 0 to mostCounted, and false for another. One
// that is not there is 0. It reads what JSON means: 1e2 and 100.0 are 100.
func (o object) count(name string) (int64, bool) {
	if !o.has(name) {
		return 0, true
	}
	number, _ := o[name].(json.Number)
	value, err := strconv.ParseFloat(string(number), 64)
	if err != nil || value != math.Trunc(value) || value < 0 || value > mostCounted {
		return 0, false
	}
	return int64(value), true
}
