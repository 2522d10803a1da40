package journal_test

import (
	"slices"
	"testing"

	"hostwitness/witness/journal"
)

func TestBegunNamesTheFieldsOfAnUnfinishedBlock(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                 nil,
		": bye\n":                          nil,
		":":                                nil,
		"\ufeff":                           nil,
		"x-note: later\n":                  nil,
		"retry: 1000\n":                    {"retry"},
		"retry: 10":                        {"retry"},
		"re":                               {"retry"},
		"event: host-test\r\nid: 1\r\n":    {"event", "id"},
		"event: a\rdata: {\"x\":":          {"event", "data"},
		"data: 1\ndata: 2\n":               {"data"},
		"d":                                {"data"},
		"\ufeffid":                         {"id"},
		"dataset: 1\n":                     nil,
		": bye\nretry: 1\nevent: x\n: e\n": {"retry", "event"},
	} {
		if got := journal.Begun([]byte(text)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
