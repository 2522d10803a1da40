package journal_test

import (
	"bytes"
	"testing"

	"hostwitness/witness/journal"
)

func FuzzRead(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("{}\n"))
	f.Add([]byte(rehashed(
		`{"seq":1,"at":5,"kind":"note","prev":"","note":{"topic":"scenario","text":"x"}}`,
		`{"seq":2,"at":6,"kind":"frame","prev":"PREV","frame":{"stream":"s","offset":0,"dispatched":true,"own":false,"eventField":"absent","idField":"absent"}}`,
		`{"seq":3,"at":6,"kind":"end","prev":"PREV","end":{"count":3,"reason":"complete"}}`,
	)))
	f.Fuzz(func(t *testing.T, data []byte) {
		records, err := journal.Read(bytes.NewReader(data))
		journal.Fold(journal.Evidence{}, records)
		if err != nil {
			return
		}
		if again := written(t, records); !bytes.Equal(again, data) {
			t.Fatalf("accepted bytes that the same records do not have:\n%q\nwant\n%q", data, again)
		}
	})
}
