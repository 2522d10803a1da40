package reports

import (
	"strconv"
	"strings"

	"hostwitness/witness/journal"
)

func describeOpened(opened *journal.Opened) string {
	answer := "no answer"
	if opened.Status != 0 {
		answer = strconv.Itoa(opened.Status)
	}
	return words(name(opened.Stream)+":", answer, mediaType(opened.Header), content("body", opened.Body), fault(opened.Fault))
}

func describeFrame(frame *journal.Frame) string {
	text := words(name(frame.Stream)+":", field("event", frame.EventField, frame.Event), field("id", frame.IDField, frame.ID))
	if frame.Retry != "" {
		text = words(text, "retry", name(frame.Retry))
	}
	if !frame.Dispatched {
		text = words(text, "no data line")
	}
	return words(text, content("data", frame.Data), foreign(frame.Foreign))
}

// field tells a field that was not there from one that was empty: on a stream the two differ. Of frames that this run did not
// cause the journal keeps only that it was given.
func field(label string, state journal.FieldState, value string) string {
	if state == journal.FieldGiven && value != "" {
		return label + " " + quoted(value, nameLimit)
	}
	return label + " " + name(string(state))
}

func describeComment(comment *journal.Comment) string {
	text := words(name(comment.Stream)+":", plural(int(comment.Length), "byte", "bytes"))
	return words(text, mentions(comment.Mentions))
}

func describeEnded(ended *journal.Ended) string {
	text := words(name(ended.Stream)+":", name(string(ended.How)), "after", plural(int(ended.Bytes), "byte", "bytes"))
	if ended.Unfinished != nil {
		text = words(text, "unfinished", plural(int(ended.Unfinished.Length), "byte", "bytes"), mentions(ended.Unfinished.Mentions))
	}
	return words(text, fault(ended.Fault))
}

// foreign shows the little that is kept of what this run did not cause.
func foreign(other *journal.Foreign) string {
	if other == nil {
		return ""
	}
	return words(
		"not of this run,", plural(int(other.Length), "byte", "bytes"),
		part("type", other.Type), part("class", other.Class), part("eventId", other.EventID), mentions(other.Mentions),
	)
}

func mentions(ids []string) string {
	const shown = 5
	if len(ids) == 0 {
		return ""
	}
	var list []string
	for _, id := range ids[:min(shown, len(ids))] {
		list = append(list, quoted(id, nameLimit))
	}
	text := "mentions " + strings.Join(list, ", ")
	if len(ids) > shown {
		text += " and " + strconv.Itoa(len(ids)-shown) + " more"
	}
	return text
}
