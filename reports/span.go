package reports

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"hostwitness/witness/journal"
)

// span is a stretch of the run's time line.
type span struct {
	name     string
	from, to time.Duration
	settling time.Duration // of it, in settle windows
	missed   int           // things waited for that did not come
}

func (s span) length() time.Duration { return s.to - s.from }

// spansOf gives each scenario's stretch: from the first record that bears its name to the last.
// What belongs to the whole run bears the name "run".
func spansOf(records []journal.Record) map[string]span {
	spans := map[string]span{}
	windows := map[string][]span{}
	for _, record := range records {
		name, _, _ := strings.Cut(record.Name(), "/")
		if name == "" {
			continue
		}
		begun, ended := record.At, record.At
		if record.Exchange != nil && record.Exchange.SentAt < begun {
			begun = record.Exchange.SentAt
		}
		stretch, known := spans[name]
		if !known {
			stretch = span{name: name, from: begun, to: ended}
		}
		stretch.from, stretch.to = min(stretch.from, begun), max(stretch.to, ended)
		if record.Mark != nil && record.Mark.Kind == journal.MarkMissed {
			stretch.missed++
		}
		spans[name] = stretch
		if window, ok := settled(record); ok {
			windows[name] = append(windows[name], window)
		}
	}
	for name, list := range windows {
		stretch := spans[name]
		stretch.settling = union(list)
		spans[name] = stretch
	}
	return spans
}

// settled gives the settle window that a record ends.
func settled(record journal.Record) (span, bool) {
	if record.Mark == nil || record.Mark.Kind != journal.MarkSettleEnd {
		return span{}, false
	}
	return span{from: max(0, record.At-record.Mark.Window), to: record.At}, true
}

// settledIn is how long any settle window of the run was open: windows that lie side by side count once.
func settledIn(records []journal.Record) time.Duration {
	var windows []span
	for _, record := range records {
		if window, ok := settled(record); ok {
			windows = append(windows, window)
		}
	}
	return union(windows)
}

func union(windows []span) time.Duration {
	slices.SortFunc(windows, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	var total, reached time.Duration
	for _, window := range windows {
		from := max(window.from, reached)
		if window.to > from {
			total += window.to - from
			reached = window.to
		}
	}
	return total
}

// inOrder gives the spans by their beginning, then by name.
func inOrder(spans map[string]span) []span {
	list := make([]span, 0, len(spans))
	for _, stretch := range spans {
		list = append(list, stretch)
	}
	slices.SortFunc(list, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.from, b.from), strings.Compare(a.name, b.name))
	})
	return list
}
