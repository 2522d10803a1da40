package reports

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

func noteOf(topic, name, text string) journal.Record {
	return journal.Record{Kind: journal.KindNote, Note: &journal.Note{Topic: topic, Name: name, Text: text}}
}

// A blocked leg gets what the run says of its own scenario and of the control streams, each once, and nothing else.
func TestSaysWhatConcernsTheLeg(t *testing.T) {
	view := View{Records: []journal.Record{
		noteOf(journal.TopicScenario, "one", "no slot was free"),
		noteOf(journal.TopicScenario, "two", "of another scenario"),
		noteOf(journal.TopicScenario, journal.StreamControlB, "answered 503"),
		noteOf(journal.TopicScenario, journal.StreamControlB, "answered 503"),
		noteOf(journal.TopicScenario, journal.StreamAnonymous, "refused"),
		noteOf(journal.TopicReceiver, "one", "of another topic"),
	}}
	want := []string{"one: no slot was free", "run/control-b: answered 503"}
	if got := view.says(Leg{Scenario: "one"}); !slices.Equal(got, want) {
		t.Errorf("says %q, want %q", got, want)
	}
	if got := view.says(Leg{Scenario: "three"}); !slices.Equal(got, want[1:]) {
		t.Errorf("says %q, want %q", got, want[1:])
	}
}

// What was left registered is named, also on the quiet console, and a flood of it is counted.
func TestLeftRegisteredIsNamed(t *testing.T) {
	view := requiredView(t)
	var out bytes.Buffer
	if err := WriteConsole(&out, view, ConsoleOptions{Quiet: true}); err != nil {
		t.Fatal(err)
	}
	want := "\nleft registered at the host\n    to delete run/inbox-a: the subscription t1/wh could not be unregistered: answered 500; delete it by hand\n"
	if !strings.Contains(out.String(), want) {
		t.Errorf("the quiet console does not say %q:\n%s", want, out.String())
	}
	for i := range leftShown + 4 {
		view.Records = append(view.Records, noteOf(journal.TopicCleanup, fmt.Sprint("inbox", i), "left"))
	}
	got := view.leftRegistered()
	if len(got) != leftShown+1 || got[leftShown] != "and 5 more in the journal" {
		t.Errorf("%d lines, the last %q", len(got), got[len(got)-1])
	}
}

// The fixed advice stands where the run has no words of its own, and nowhere else.
func TestBlockedLegsHaveTheRunsWordsOrTheAdvice(t *testing.T) {
	for sample, view := range map[string]View{"with": stoppedView(t), "without": noEventView(t)} {
		var out bytes.Buffer
		if err := WriteConsole(&out, view, ConsoleOptions{}); err != nil {
			t.Fatal(err)
		}
		words := strings.Contains(out.String(), "the run says: host-event-webhook: no delivery came\n")
		advice := strings.Contains(out.String(), toDo)
		if words != (sample == "with") || advice == words {
			t.Errorf("%s notes the console has words %v and advice %v:\n%s", sample, words, advice, out.String())
		}
	}
}
