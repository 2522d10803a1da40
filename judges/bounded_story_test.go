package judges_test

import (
	"cmp"
	"slices"
	"time"

	"hostwitness/witness/journal"
)

const (
	declared = 15 * time.Second // what the story's host declares
	hold     = 40 * time.Second
)

// boundedHost is what a host does with the streams that are held. Nil members
// change nothing.
type boundedHost struct {
	ends  func(name string, age time.Duration) time.Duration // at which age; 0: never
	ended func(name string, ended *journal.Ended)            // how
	mute  bool                                               // it sends no retry field
	lag   time.Duration                                      // of the suite
}

// held is a host of which the run asks how long it holds streams.
func held(host double) double {
	given, change := host.run, host.document
	host.run = func(r *journal.Run) {
		r.Options.Long, r.Options.Hold, r.Options.Direct = true, hold, true
		if given != nil {
			given(r)
		}
	}
	host.document = func(d document) {
		d["limits"] = map[string]any{"maxStreamAgeSec": int(declared / time.Second)}
		if change != nil {
			change(d)
		}
	}
	return host
}

// unbounded is such a host that declares no bound.
func unbounded(host double) double {
	after := host.document
	host.document = func(d document) {
		delete(d, "limits")
		if after != nil {
			after(d)
		}
	}
	return held(host)
}

// moment is something that happens at a time of the run.
type moment struct {
	at journal.Offset
	do func()
}

// schedule is what is still to happen.
type schedule struct{ moments []moment }

func (c *schedule) add(at journal.Offset, do func()) { c.moments = append(c.moments, moment{at, do}) }

// run lets it happen in order; what happens may add more.
func (c *schedule) run(s *story) {
	for len(c.moments) > 0 {
		slices.SortStableFunc(c.moments, func(a, b moment) int { return cmp.Compare(a.at, b.at) })
		next := c.moments[0]
		c.moments = c.moments[1:]
		s.now = max(s.now, next.at)
		next.do()
	}
}

// span is for how long streams are held.
func (s *story) span() time.Duration {
	if limits, _ := s.document["limits"].(map[string]any); limits != nil {
		if age, _ := limits["maxStreamAgeSec"].(int); age >= 15 {
			return time.Duration(age) * time.Second
		}
	}
	return hold
}

func (s *story) asksLong() bool {
	return len(s.records) > 0 && s.records[0].Run != nil && s.records[0].Run.Options.Long && s.document["hostEvents"] != nil
}

// boundedStreams holds streams as the suite does.
func (s *story) boundedStreams() {
	if !s.asksLong() {
		return
	}
	const stagger, late = 1500 * time.Millisecond, 3 * time.Second
	begun, c := s.now, &schedule{}
	span := s.span()
	c.add(begun, func() { s.hold(c, journal.StreamBoundedBusy1, journal.TenantA, begun+span+late) })
	c.add(begun+stagger, func() { s.hold(c, journal.StreamBoundedBusy2, journal.TenantA, begun+stagger+span+late) })
	plain := journal.TenantA
	if s.has(journal.TenantB) {
		plain = journal.TenantB
		c.add(begun, func() { s.hold(c, journal.StreamBoundedIdle, journal.TenantB, begun+span+late) })
	}
	c.add(begun+stagger, func() { s.hold(c, journal.StreamBoundedPlain, plain, 0) })
	for _, control := range []string{journal.StreamControlA, journal.StreamControlB} {
		if age := s.agesAt(control, 0); age > 0 {
			c.add(begun+age, func() { s.endByHost(control) })
		}
	}
	for k := range 14 {
		c.add(begun+time.Duration(k)*span/11, func() { s.cause(again(journal.EmitBoundedBusy, k+1), journal.TenantA, journal.ClassDurable) })
	}
	c.run(s)
	s.now = max(s.now, begun+stagger+span+late)
	s.cause(journal.EmitBoundedAfterA, journal.TenantA, journal.ClassDurable)
	if s.has(journal.TenantB) {
		s.cause(journal.EmitBoundedAfterB, journal.TenantB, journal.ClassDurable)
	}
	s.wait(settle)
	s.leave(journal.StreamBoundedPlain, again(journal.StreamBoundedPlain, 2), journal.StreamBoundedResumed1, journal.StreamBoundedResumed2)
	s.record(journal.Record{Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkLag, Name: "bounded-stream", Lag: s.host.bounded.lag}})
}

func again(name string, attempt int) string {
	if attempt == 1 {
		return name
	}
	return name + "~" + string(rune('0'+attempt%10)) + string(rune('a'+attempt/10))
}

// agesAt is at which age the host ends a stream, 0 for never.
func (s *story) agesAt(name string, age time.Duration) time.Duration {
	if s.host.bounded.ends == nil {
		return age
	}
	return s.host.bounded.ends(name, age)
}

// hold opens a stream and ends or leaves it when its time has come. One that
// ended early is opened once more.
func (s *story) hold(c *schedule, name string, tenant journal.Tenant, until journal.Offset) {
	opted := name != journal.StreamBoundedPlain && name != again(journal.StreamBoundedPlain, 2)
	bounded := s.span() < hold && opted
	s.optsIn = opted
	s.stream(name, tenant, nil, opted && s.replays())
	s.optsIn = false
	age := time.Duration(0)
	if bounded {
		age = declared
	}
	age = s.agesAt(name, age)
	if !slices.Contains(s.open, name) {
		return
	}
	switch {
	case age == 0 && until == 0:
		return // it is left last
	case age == 0, until > 0 && s.now+age > until:
		c.add(until, func() { s.leave(name) })
		return
	}
	c.add(s.now+age, func() {
		s.endByHost(name)
		switch {
		case bounded && age >= declared:
			s.resumeBounded(name)
		case name == journal.StreamBoundedBusy1, name == journal.StreamBoundedBusy2, name == journal.StreamBoundedIdle, name == journal.StreamBoundedPlain:
			if until > 0 {
				until = max(until, s.now+16*time.Second)
			}
			s.hold(c, again(name, 2), tenant, until)
		}
	})
}

func (s *story) endByHost(name string) {
	if !s.host.bounded.mute {
		s.record(journal.Record{Kind: journal.KindFrame, Frame: &journal.Frame{
			Stream: name, Offset: s.offsets[name], EventField: journal.FieldAbsent, IDField: journal.FieldAbsent, Retry: "1000",
			Foreign: &journal.Foreign{Length: 12},
		}})
	}
	ended := journal.Ended{How: journal.EndedClean, Bytes: 100}
	if s.host.bounded.ended != nil {
		s.host.bounded.ended(name, &ended)
	}
	s.end(name, ended)
}

// resumeBounded goes on after a stream under traffic.
func (s *story) resumeBounded(name string) {
	resumed, gap := journal.StreamBoundedResumed1, journal.EmitBoundedGap
	switch name {
	case journal.StreamBoundedBusy1:
	case journal.StreamBoundedBusy2:
		resumed, gap = journal.StreamBoundedResumed2, again(gap, 2)
	default:
		return
	}
	cursor := ""
	for _, record := range s.records {
		if record.Frame != nil && record.Frame.Stream == name && s.classes[s.names[record.Frame.ID]] == journal.ClassDurable {
			cursor = record.Frame.ID
		}
	}
	s.cause(gap, journal.TenantA, journal.ClassDurable)
	if cursor == "" || !s.replays() {
		return
	}
	s.optsIn = true
	s.stream(resumed, journal.TenantA, &cursor, true)
	s.optsIn = false
}
