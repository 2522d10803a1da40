package journal_test

import (
	"bytes"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

// The seeds are lines without their hash, and so is what the fuzzer makes of
// them: chained first, they come past the hash to what a line may say. As they
// are, they are read too.
func FuzzRead(f *testing.F) {
	f.Add("")
	f.Add("{}\n")
	f.Add(`{"seq":1,"at":5,"kind":"note","prev":"","note":{"topic":"scenario","text":"x"}}` + "\n" +
		`{"seq":2,"at":6,"kind":"frame","prev":"PREV","frame":{"stream":"s","offset":0,"dispatched":true,"own":false,"eventField":"absent","idField":"absent"}}` + "\n" +
		`{"seq":3,"at":6,"kind":"end","prev":"PREV","end":{"count":3,"reason":"complete"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, data := range []string{text, rehashed(strings.Split(text, "\n")...)} {
			records, err := journal.Read(strings.NewReader(data))
			journal.Fold(journal.Evidence{}, records)
			if err != nil {
				continue
			}
			if again := written(t, records); !bytes.Equal(again, []byte(data)) {
				t.Fatalf("accepted bytes that the same records do not have:\n%q\nwant\n%q", data, again)
			}
		}
	})
}
