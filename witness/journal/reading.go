package journal

import (
	"bytes"
	"strings"
)

// span is a place in bytes: from the first byte to the one after the last.
type span struct{ from, to int }

// readings are the ways to read bytes of a host in which a text may stand: as
// they are, and with escapes undone, also those of JSON in a string of JSON, of
// a URL in JSON and of JSON in a URL. Each is made once for all that is looked
// for.
type readings struct {
	raw    []byte
	plain  []*reading
	spaced []*reading // with the plus of a form as a space; nil until asked for
}

// reading is what another reading says with one kind of escape undone.
type reading struct {
	text []byte
	from *reading // nil: text is the raw bytes
	kind escape
}

func readingsOf(raw []byte) *readings {
	root := &reading{text: raw}
	once, url := root.then(jsonEscape), root.then(percentEscape)
	return &readings{raw: raw, plain: []*reading{
		root, once, once.then(jsonEscape), once.then(percentEscape), url, url.then(jsonEscape), root.then(unicodeEscape),
	}}
}

// then undoes a kind of escape, and gives nil where there is none of it.
func (r *reading) then(kind escape) *reading {
	if r == nil || bytes.IndexByte(r.text, kind.lead) < 0 {
		return nil
	}
	return &reading{text: kind.undo(r.text), from: r, kind: kind}
}

// find gives every place of the raw bytes where the text stands in one of the
// readings, also those that overlap. A place may come more than once, and the
// places are not in order.
func (r *readings) find(text string) []span {
	if text == "" {
		return nil
	}
	var found []span
	for _, reading := range r.plain {
		found = append(found, reading.find(text)...)
	}
	if strings.IndexByte(text, ' ') >= 0 {
		for _, reading := range r.forms() {
			found = append(found, reading.find(text)...)
		}
	}
	return found
}

func (r *readings) forms() []*reading {
	if r.spaced == nil {
		form, inJSON := r.plain[0].then(plusEscape), r.plain[1].then(plusEscape)
		r.spaced = []*reading{form, form.then(percentEscape), inJSON, inJSON.then(percentEscape)}
	}
	return r.spaced
}

// findForm gives every place of the raw bytes where a secret of the form stands
// in one of the readings.
func (r *readings) findForm(form SecretForm) []span {
	var found []span
	for _, reading := range r.plain {
		if reading != nil {
			found = append(found, reading.back(form.places(reading.text))...)
		}
	}
	return found
}

// find looks for the text and follows it back to the raw bytes.
func (r *reading) find(text string) []span {
	if r == nil {
		return nil
	}
	return r.back(occurrences(r.text, text))
}

// back follows what was found in the reading to the raw bytes.
func (r *reading) back(found []span) []span {
	for ; len(found) > 0 && r.from != nil; r = r.from {
		found = r.kind.places(r.from.text, found)
	}
	return found
}

func occurrences(b []byte, text string) []span {
	var found []span
	sought := []byte(text)
	for from := 0; ; {
		i := bytes.Index(b[from:], sought)
		if i < 0 {
			return found
		}
		found = append(found, span{from + i, from + i + len(sought)})
		from += i + 1
	}
}
