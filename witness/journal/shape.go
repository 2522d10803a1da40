package journal

import "fmt"

// shape says whether exactly the member that Kind names is set.
func (r *Record) shape() error {
	named, known, set := false, false, 0
	for _, member := range r.membersByKind() {
		if member.set {
			set++
		}
		if member.kind == r.Kind {
			known, named = true, member.set
		}
	}
	switch {
	case !known:
		return fmt.Errorf("kind %q is not one of the journal's", r.Kind)
	case !named:
		return fmt.Errorf("kind %q without the member of that name", r.Kind)
	case set > 1:
		return fmt.Errorf("kind %q with %d members, want one", r.Kind, set)
	}
	return nil
}

type member struct {
	kind Kind
	set  bool
}

func (r *Record) membersByKind() []member {
	return []member{
		{KindRun, r.Run != nil},
		{KindDiscovery, r.Discovery != nil},
		{KindExchange, r.Exchange != nil},
		{KindIntent, r.Intent != nil},
		{KindEmit, r.Emit != nil},
		{KindOpened, r.Opened != nil},
		{KindFrame, r.Frame != nil},
		{KindComment, r.Comment != nil},
		{KindEnded, r.Ended != nil},
		{KindDelivery, r.Delivery != nil},
		{KindMark, r.Mark != nil},
		{KindNote, r.Note != nil},
		{KindEnd, r.End != nil},
	}
}
