package judges_test

import (
	"time"

	"hostwitness/witness/journal"
)

func (s *story) replays() bool {
	_, there := facet(s.document)["replay"]
	return there
}

func (s *story) strictReplay() {
	if s.document["hostEvents"] == nil || !s.replays() {
		return
	}
	s.cause(journal.EmitReplayD1, journal.TenantA, journal.ClassDurable)
	s.cause(journal.EmitReplayD2, journal.TenantA, journal.ClassDurable)
	s.cause(journal.EmitReplayE, journal.TenantA, journal.ClassEphemeral)
	s.cause(journal.EmitReplayForeign, journal.TenantB, journal.ClassDurable)
	s.handoff()
	for _, resume := range []struct{ stream, cursor string }{
		{journal.StreamReplayFirst, journal.EmitReplayD1},
		{journal.StreamReplayMiddle, journal.EmitReplayD2},
		{journal.StreamReplayLast, journal.EmitReplayD3},
	} {
		if cursor := s.ids[resume.cursor]; cursor != "" {
			s.stream(resume.stream, journal.TenantA, &cursor, true)
		}
	}
	if s.host.before != nil {
		s.host.before(s, "replay-live")
	}
	s.wait(s.slack())
	s.cause(journal.EmitReplayD4, journal.TenantA, journal.ClassDurable)
	s.wait(s.slack())
	s.leave(coreStreams()...)
}

// handoff causes events while streams are resumed, one of which is dropped
// (before that is the step "handoff-drop") and resumed.
func (s *story) handoff() {
	probe, d1 := s.probe(), s.ids[journal.EmitReplayD1]
	if probe != "" && d1 != "" {
		s.stream(journal.StreamHandoffOld, journal.TenantA, &probe, true)
		s.cause(journal.EmitHandoff, journal.TenantA, journal.ClassDurable)
		s.stream(journal.StreamHandoffNew, journal.TenantA, &d1, true)
		s.stream(journal.StreamHandoffAgain, journal.TenantA, &d1, true)
		s.cause(journal.EmitHandoff+"~2", journal.TenantA, journal.ClassDurable)
		if s.host.before != nil {
			s.host.before(s, "handoff-drop")
		}
		s.leave(journal.StreamHandoffAgain)
		second := s.ids[journal.EmitHandoff+"~2"]
		if second == "" {
			second = d1
		}
		s.stream(againStream, journal.TenantA, &second, true)
		if s.host.before != nil {
			s.host.before(s, "handoff")
		}
		s.cause(journal.EmitHandoff+"~3", journal.TenantA, journal.ClassDurable)
	}
	s.cause(journal.EmitReplayD3, journal.TenantA, journal.ClassDurable)
	s.wait(s.slack())
	s.leave(handoffStreams()...)
}

// probe gives the id of the probe that was seen.
func (s *story) probe() string {
	if late := s.ids[journal.EmitProbeA+"~2"]; late != "" {
		return late
	}
	return s.ids[journal.EmitProbeA]
}

const againStream = journal.StreamHandoffAgain + "~2"

func handoffStreams() []string {
	return []string{journal.StreamHandoffOld, journal.StreamHandoffNew, againStream}
}

func coreStreams() []string {
	return []string{journal.StreamReplayFirst, journal.StreamReplayMiddle, journal.StreamReplayLast}
}

// slack is how long the suite waits for what a resume owes: not at all when it
// comes, for its patience when it does not.
func (s *story) slack() time.Duration {
	if s.host.backlog != nil || s.host.frame != nil {
		return patience
	}
	return settle
}
