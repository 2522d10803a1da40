package journal

// ownership knows which events this run caused, as far as the answers to its
// emissions are in.
type ownership struct {
	ids   []string        // eventIds of accepted emissions, in order
	known map[string]bool // the same
	types map[string]bool // types of emissions asked for or answered
}

func newOwnership() *ownership {
	return &ownership{known: map[string]bool{}, types: map[string]bool{}}
}

func (o *ownership) intend(intent *Intent) {
	o.addType(intent.Type)
}

func (o *ownership) accept(emit *Emit) {
	o.addType(emit.Type)
	if emit.Accepted && emit.EventID != "" && !o.known[emit.EventID] {
		o.ids = append(o.ids, emit.EventID)
		o.known[emit.EventID] = true
	}
}

func (o *ownership) addType(eventType string) {
	if eventType != "" {
		o.types[eventType] = true
	}
}

// has says whether the id is one of this run's. No id is "".
func (o *ownership) has(id string) bool {
	return o.known[id]
}

// mentions gives the ids of this run that stand in the bytes, however escaped,
// as words of their own: an id inside a longer word is another id. They are in
// the order in which they were answered.
func (o *ownership) mentions(b []byte) []string {
	if len(o.ids) == 0 {
		return nil
	}
	seen := map[string]bool{}
	in := readingsOf(b)
	for _, reading := range in.plain {
		if reading != nil {
			o.words(reading.text, seen)
		}
	}
	var mentioned []string
	for _, id := range o.ids {
		if seen[id] || !isIDText(id) && len(in.find(id)) > 0 {
			mentioned = append(mentioned, id)
		}
	}
	return mentioned
}

// words adds the ids among the words of a text.
func (o *ownership) words(text []byte, seen map[string]bool) {
	for from := 0; from < len(text); from++ {
		if !isIDByte(text[from]) {
			continue
		}
		to := from + 1
		for to < len(text) && isIDByte(text[to]) {
			to++
		}
		if o.known[string(text[from:to])] && (to == len(text) || !isIDByte(saidAt(text[to:]))) {
			seen[string(text[from:to])] = true
		}
		from = to
	}
}

// saidAt is the first byte that b stands for.
func saidAt(b []byte) byte {
	for _, kind := range []escape{jsonEscape, percentEscape} {
		if b[0] == kind.lead {
			_, said := kind.element(b)
			return said[0]
		}
	}
	return b[0]
}

// isIDText says whether an eventId may look like that (RFC 0236 §A). A host
// may answer with another.
func isIDText(id string) bool {
	for i := range len(id) {
		if !isIDByte(id[i]) {
			return false
		}
	}
	return true
}

func isIDByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '.' || c == '_' || c == '~' || c == '-'
}
