package journal

import (
	"cmp"
	"slices"
	"strings"
)

// maxRedactions bounds how many places of secrets are listed for one byte
// string; what follows the last of them is cut.
const maxRedactions = 1024

// hidden is a stretch of bytes that secrets cover, with the place of each.
type hidden struct {
	span
	secrets []Redaction
}

// marker is what stands in evidence where secrets stood.
func (h *hidden) marker() string {
	names := make([]string, len(h.secrets))
	for i := range h.secrets {
		names[i] = h.secrets[i].Name
	}
	return "[redacted:" + strings.Join(names, "+") + "]"
}

// find gives the stretches of b that secrets cover, in order: those that are
// known, and what has the form of one. Where b was cut, a secret that the cut
// has ended is covered too.
func (s *secrets) find(b []byte, cut bool) []hidden {
	var places []Redaction
	in := readingsOf(b)
	for i := range s.all {
		secret := &s.all[i]
		found := secret.places(in)
		if part, begun := secret.begun(b); cut && begun {
			found = append(found, part)
		}
		for _, p := range found {
			places = append(places, Redaction{Offset: p.from, Length: p.to - p.from, Name: secret.name})
		}
	}
	known := covered(places)
	for _, form := range SecretForms() {
		for _, p := range in.findForm(form) {
			if !overlap(known, p) { // what is known has the better name
				places = append(places, Redaction{Offset: p.from, Length: p.to - p.from, Name: form.name})
			}
		}
	}
	return covered(places)
}

// covered sorts the places and gives the stretches that they cover.
func covered(places []Redaction) []hidden {
	slices.SortFunc(places, func(a, b Redaction) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Length, b.Length), cmp.Compare(a.Name, b.Name))
	})
	var all []hidden
	for _, place := range places {
		all = cover(all, place)
	}
	return all
}

// overlap says whether one of the stretches, which are in order, covers a part of the place.
func overlap(all []hidden, p span) bool {
	at, _ := slices.BinarySearchFunc(all, p.from, func(h hidden, from int) int { return cmp.Compare(h.to, from+1) })
	return at < len(all) && all[at].from < p.to
}

// cover adds a place to the last stretch where they overlap, else a new one. A
// secret that stands there several times over is one place.
func cover(all []hidden, place Redaction) []hidden {
	end := place.Offset + place.Length
	if len(all) == 0 || place.Offset >= all[len(all)-1].to {
		return append(all, hidden{span{place.Offset, end}, []Redaction{place}})
	}
	last := &all[len(all)-1]
	last.to = max(last.to, end)
	for i := range last.secrets {
		if known := &last.secrets[i]; known.Name == place.Name {
			known.Length = max(known.Length, end-known.Offset)
			return all
		}
	}
	last.secrets = append(last.secrets, place)
	return all
}

// redact gives b with a marker in the place of every secret. It gives b itself
// where there is none, and says whether the list of places was full: then the
// rest is left out.
func (s *secrets) redact(b []byte, cut bool) (clean []byte, list []Redaction, full bool) {
	all := s.find(b, cut)
	if len(all) == 0 {
		return b, nil, false
	}
	from := 0
	for i := range all {
		h := &all[i]
		if len(list)+len(h.secrets) > maxRedactions {
			return append(clean, b[from:h.from]...), list, true
		}
		clean = append(append(clean, b[from:h.from]...), h.marker()...)
		list = append(list, h.secrets...)
		from = h.to
	}
	return append(clean, b[from:]...), list, false
}

// text gives a text without secrets, as UTF-8.
func (s *secrets) text(text string) string {
	if clean, list, _ := s.redact([]byte(text), false); len(list) > 0 {
		text = string(clean)
	}
	return strings.ToValidUTF8(text, "\ufffd")
}
