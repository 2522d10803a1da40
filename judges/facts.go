package judges

import (
	"cmp"
	"slices"
	"strings"

	"hostwitness/witness/journal"
)

// facts is evidence read with one question in mind: what became of the events
// this run caused.
type facts struct {
	journal.Evidence
	events  []event            // accepted ones, in the order they were caused
	byID    map[string][]event // more than one where a host gave an id twice
	sights  map[string]map[string][]journal.SeenFrame
	clocks  *clocks
	answers *answers
}

// gather finds every frame of an event of ours. A frame is of the event that
// its envelope names and, where that names none of ours, of the one that its
// id field names. Blocks without data are no frames of anything.
func gather(evidence journal.Evidence) facts {
	f := facts{
		Evidence: evidence,
		byID:     make(map[string][]event),
		clocks:   new(clocks),
		answers:  new(answers),
		sights:   make(map[string]map[string][]journal.SeenFrame, len(evidence.Opened)),
	}
	for _, name := range evidence.Caused {
		if emit := evidence.Emits[name]; emit.Answered && emit.Emit.Accepted && emit.Emit.EventID != "" {
			caused := eventOf(name, emit)
			f.events = append(f.events, caused)
			f.byID[caused.id] = append(f.byID[caused.id], caused)
		}
	}
	for _, name := range evidence.Opened {
		f.sights[name] = f.sightsOn(evidence.Streams[name])
	}
	return f
}

func (f facts) sightsOn(stream journal.SeenStream) map[string][]journal.SeenFrame {
	sights := make(map[string][]journal.SeenFrame)
	for _, frame := range inWireOrder(stream.Frames) {
		if id := f.owner(frame); frame.Dispatched && id != "" {
			sights[id] = append(sights[id], frame)
		}
	}
	return sights
}

// owner gives the id of the event of ours that the frame is of, "" for none.
func (f facts) owner(frame journal.SeenFrame) string {
	id := frame.EventID
	if id == "" && frame.Foreign != nil {
		id = frame.Foreign.EventID
	}
	switch {
	case len(f.byID[id]) > 0:
		return id
	case frame.IDField == journal.FieldGiven && len(f.byID[frame.ID]) > 0:
		return frame.ID
	case id == "" && frame.Own:
		return f.mentioned(frame.Data)
	}
	return ""
}

// mentioned gives the first id of ours that stands in bytes of which no id
// could be read: a broken envelope is still that of an event.
func (f facts) mentioned(body *journal.Bytes) string {
	if body == nil {
		return ""
	}
	text := string(body.Content())
	for _, e := range f.events {
		if standsIn(text, e.id) {
			return e.id
		}
	}
	return ""
}

// inWireOrder sorts by where the frames stood in the stream: a frame that was
// held back until it was known to be ours is written down late.
func inWireOrder(frames []journal.SeenFrame) []journal.SeenFrame {
	byOffset := func(a, b journal.SeenFrame) int { return cmp.Compare(a.Offset, b.Offset) }
	if slices.IsSortedFunc(frames, byOffset) {
		return frames
	}
	sorted := slices.Clone(frames)
	slices.SortStableFunc(sorted, byOffset)
	return sorted
}

func framePlace(frame journal.SeenFrame) place { return place{frame.At, frame.Seq} }

// seen gives the first frame of the event on the stream since it was caused.
func (f facts) seen(stream string, e event) (journal.SeenFrame, bool) {
	for _, frame := range f.sights[stream][e.id] {
		if !framePlace(frame).before(e.caused) {
			return frame, true
		}
	}
	return journal.SeenFrame{}, false
}

// shown tells when the event was first seen on a control stream of its own
// tenant.
func (f facts) shown(e event) (place, bool) {
	var first place
	found := false
	for _, stream := range f.controls(e.tenant) {
		if frame, ok := f.seen(stream.Intent.Name, e); ok && (!found || framePlace(frame).before(first)) {
			first, found = framePlace(frame), true
		}
	}
	return first, found
}

// controls are the control streams of a tenant: the one that counts and those
// before it that failed on the way.
func (f facts) controls(tenant journal.Tenant) []journal.SeenStream {
	name := controlOf(tenant)
	var controls []journal.SeenStream
	for _, opened := range f.Opened {
		if opened == name || strings.HasPrefix(opened, name+"~") {
			controls = append(controls, f.stream(opened))
		}
	}
	return controls
}

func controlOf(tenant journal.Tenant) string {
	if tenant == journal.TenantB {
		return journal.StreamControlB
	}
	return journal.StreamControlA
}

// stream gives a stream by name. It carries its name also where no intent to
// open it was recorded.
func (f facts) stream(name string) journal.SeenStream {
	stream := f.Streams[name]
	stream.Intent.Name = name
	return stream
}

// of gives the accepted events of a tenant and a class; "" is any class.
func (f facts) of(tenant journal.Tenant, class string) []event {
	var events []event
	for _, e := range f.events {
		if e.tenant == tenant && (class == "" || e.class == class) {
			events = append(events, e)
		}
	}
	return events
}

// sequential says that x was there before y was caused: it was seen on its
// control stream by then.
func (f facts) sequential(x, y event) bool {
	shown, ok := f.shown(x)
	return ok && shown.before(y.caused)
}
