package schemas_test

import (
	"strings"
	"testing"

	"hostwitness/schemas"
)

func TestValuesAreCountedWithoutReading(t *testing.T) {
	for document, want := range map[string]int{
		``:                               0,
		`1`:                              0,
		`"[,{"`:                          0,
		`[]`:                             1,
		`[1,2,3]`:                        3,
		`{"a":1,"b":[true,null]}`:        4,
		`{"a,\"[":"\\","b":"\\\",["}`:    2,
		`[[],[],{}]`:                     6,
		`{"cut":"of`:                     1,
		strings.Repeat(`[`, 1000):        1000,
		`[` + strings.Repeat(`1,`, 5000): 5001,
	} {
		if got := schemas.Values([]byte(document)); got != want {
			t.Errorf("%.30s: %d, want %d", document, got, want)
		}
	}
}
