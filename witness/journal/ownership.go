package journal

import "slices"

// ownership knows which events this run caused, as far as the answers to its
// emissions are in.
type ownership struct {
	ids   []string        // eventIds of accepted emissions, in order
	types map[string]bool // types of emissions asked for or answered
}

func (o *ownership) intend(intent *Intent) {
	o.addType(intent.Type)
}

func (o *ownership) accept(emit *Emit) {
	o.addType(emit.Type)
	if emit.Accepted && emit.EventID != "" && !o.has(emit.EventID) {
		o.ids = append(o.ids, emit.EventID)
	}
}

func (o *ownership) addType(eventType string) {
	if o.types == nil {
		o.types = map[string]bool{}
	}
	if eventType != "" {
		o.types[eventType] = true
	}
}

func (o *ownership) has(id string) bool {
	return slices.Contains(o.ids, id)
}

// mentions gives the ids of this run that stand in the bytes, however escaped,
// as words of their own: an id inside a longer word is another id.
func (o *ownership) mentions(b []byte) []string {
	var mentioned []string
	for _, id := range o.ids {
		if slices.ContainsFunc(needle{id}.in(b), func(p span) bool { return isWord(b, p) }) {
			mentioned = append(mentioned, id)
		}
	}
	return mentioned
}

// isWord says whether no character that an eventId may have touches the place.
func isWord(b []byte, p span) bool {
	if p.to < len(b) {
		_, said := unescape(b[p.to:])
		if isIDByte(b[p.to]) || said != "" && isIDByte(said[0]) {
			return false
		}
	}
	return p.from == 0 || !isIDByte(b[p.from-1]) || endsInEscape(b[:p.from])
}

func isIDByte(c byte) bool {
	return isAlphanumeric(c) || c == '.' || c == '_' || c == '~' || c == '-'
}

func isAlphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// endsInEscape says whether the last characters stand for one that is in no
// id: the n of a JSON line end is not a letter.
func endsInEscape(b []byte) bool {
	for _, length := range []int{2, 3, 6} {
		if len(b) < length {
			return false
		}
		if n, said := unescape(b[len(b)-length:]); n == length {
			return !isIDByte(said[0])
		}
	}
	return false
}
