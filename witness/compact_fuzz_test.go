package witness

import (
	"encoding/json"
	"reflect"
	"testing"
)

// The compact form means the same and has no compact form of its own.
func FuzzCompact(f *testing.F) {
	for _, seed := range []string{
		`{"a": [1.50, "\u00e9\/\ud83d\ude00"]}`, `"\ud83d"`, "\"\\u2028\\\\u2028\"", `{"a":1,"a":2}`, "{", "\xff", `"\\"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		compacted, differs := compact(body)
		if !differs {
			return
		}
		if again, more := compact(compacted); more {
			t.Errorf("%q has the compact form %q, and that has %q", body, compacted, again)
		}
		var meant, got any
		if json.Unmarshal(body, &meant) != nil {
			return
		}
		if err := json.Unmarshal(compacted, &got); err != nil || !reflect.DeepEqual(meant, got) {
			t.Errorf("%q means %v, its compact form %q means %v (%v)", body, meant, compacted, got, err)
		}
	})
}
