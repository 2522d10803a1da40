package judges

import (
	"cmp"
	"fmt"
	"strings"

	"hostwitness/witness/journal"
)

// scenarioOf is the scenario part of "<scenario>/<role>".
func scenarioOf(name string) string {
	scenario, _, _ := strings.Cut(name, "/")
	return scenario
}

// because gives why a scenario could not go on, in its own words; where it did
// not stop, what is missing stands for itself.
func (f facts) because(scenario, missing string) string {
	for _, note := range f.Notes {
		if note.Topic == journal.TopicScenario && note.Name == scenario {
			return f.root(note.Text)
		}
	}
	if reason := f.controlNote(journal.TenantA); reason != "" {
		return reason
	}
	return missing
}

// controlNote gives why the tenant's control stream was not proven open, in
// the run's own words, "" where it says nothing.
func (f facts) controlNote(tenant journal.Tenant) string {
	for _, note := range f.Notes {
		if note.Topic == journal.TopicScenario && note.Name == controlOf(tenant) {
			return f.root(note.Text)
		}
	}
	return ""
}

// root leads from what a scenario says to what it follows from.
func (f facts) root(text string) string {
	if reason := f.uncaused(text); reason != "" {
		return reason
	}
	if inbox, found := strings.CutSuffix(strings.TrimPrefix(text, "the registration of "), " was not accepted"); found {
		return cmp.Or(f.unregistered(inbox), text)
	}
	for option, limit := range map[string]int{"raise --triggers": f.Run.Options.Triggers, "raise --streams": f.Run.Options.Streams} {
		if strings.HasSuffix(text, option) {
			return fmt.Sprintf("%s (%d)", text, limit)
		}
	}
	if strings.Contains(text, "seen on the control stream") {
		return f.follows(text)
	}
	return text
}

// uncaused gives why an event that the text names could not be caused, where
// that is the credential's doing.
func (f facts) uncaused(text string) string {
	for _, name := range f.Caused {
		probe := strings.Contains(text, "the probe was answered") && strings.HasPrefix(name, "run/probe-")
		if !probe && !strings.HasPrefix(text, name+" could not be caused") {
			continue
		}
		got := f.lastReply(name)
		if got.unsent() {
			return name + " was " + got.String()
		}
		if reason := f.deniedFor(got); reason != "" {
			return reason
		}
	}
	return ""
}

// follows puts the leg about delivery before what is missing only because the
// host broke it.
func (f facts) follows(text string) string {
	if text == "" {
		return ""
	}
	for _, finding := range f.judgeDelivered().findings() {
		if finding.Outcome == Violated {
			return "follows from 0236.host-event.envelope " + finding.Rule + ": " + text
		}
	}
	return text
}
