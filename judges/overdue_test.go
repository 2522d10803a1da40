package judges_test

import (
	"testing"
	"time"

	"hostwitness/witness/journal"
)

// busy lets events of others come on the control stream all the time, also
// while the suite waits for its own.
func busy(host double) double {
	inner := host.published
	host.published = func(s *story, name string) {
		if inner != nil {
			inner(s, name)
		}
		for range 30 {
			s.wait(time.Second)
			foreignFrame(journal.StreamControlA, journal.Foreign{Type: "acme.bill", Class: "durable", EventID: "evt-of-somebody-else"})(s)
		}
	}
	host.drops = []string{"refusal"}
	return host
}

func lost(event string) double {
	return double{frame: func(w *wire) {
		if w.emit == event {
			w.times = 0
		}
	}}
}

func TestALossShowsOnABusyStream(t *testing.T) {
	convicts(t, busy(lost(journal.EmitDeliveryD2)), legEnvelope, "delivered")
}

// Where nothing of ours came after the event, a busy stream may only be behind.
func TestABusyStreamMayBeBehind(t *testing.T) {
	leaving := func(host double) double {
		inner := host.published
		host.published = func(s *story, name string) {
			if inner != nil {
				inner(s, name)
			}
			if name == journal.EmitReplayD4 {
				s.wait(2 * settle)
				s.leave(journal.StreamControlA)
			}
		}
		return host
	}
	unproven(t, leaving(busy(lost(journal.EmitReplayD4))), legEnvelope, "delivered", "host-event-strict-replay/D4 was not seen on run/control-a")

	still := lost(journal.EmitReplayD4)
	still.published = func(s *story, name string) {
		if name == journal.EmitReplayD4 {
			s.wait(30 * time.Second)
		}
	}
	still.drops = []string{"refusal"}
	convicts(t, leaving(still), legEnvelope, "delivered", legBacklog)
}

// What the suite itself was late is not the host's.
func TestALateSuiteConvictsNobody(t *testing.T) {
	host := lost(journal.EmitReplayD4)
	host.drops = []string{"refusal"}
	host.before = func(s *story, step string) {
		if step == "replay" {
			s.record(journal.Record{Kind: journal.KindMark, Mark: &journal.Mark{Kind: journal.MarkLag, Name: "x/y", Lag: time.Minute}})
		}
	}
	unproven(t, host, legEnvelope, "delivered", "host-event-strict-replay/D4 was not seen on run/control-a")
}

// A frame that was still under way at the end may have been the event.
func TestAFrameUnderWayConvictsNobody(t *testing.T) {
	host := lost(journal.EmitReplayD4)
	host.drops = []string{"refusal"}
	host.published = func(s *story, name string) {
		if name == journal.EmitReplayD4 {
			s.wait(2 * patience)
			s.end(journal.StreamControlA, journal.Ended{How: journal.EndedLeft, Unfinished: &journal.Foreign{Length: 9 << 20}})
		}
	}
	unproven(t, host, legEnvelope, "delivered", "host-event-strict-replay/D4 was not seen on run/control-a")
}
