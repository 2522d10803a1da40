package judges

import (
	"encoding/json"
	"strings"

	"hostwitness/witness/journal"
)

// refusalDiscloses judges 0250.refusal-discloses-nothing (RFC 0250 §D).
func refusalDiscloses() Judge {
	return Judge{
		Leg:   "0250.refusal-discloses-nothing",
		Needs: []operation{opensStream, causesEvents},
		Gate:  gated(discovered, claimsHostEvents, claimsReplay, causes(journal.ClassDurable)),
		Judge: judgeRefusalDiscloses,
	}
}

// said is a refusal and what its body says.
type said struct {
	ask
	readings
}

// disclosure holds the refusals of the run and the rules about what they say.
// The rules are about the body; in a header only a secret counts, for what else
// stands there may be the work of something on the way.
type disclosure struct {
	facts
	refusals []said

	cursor, payload, tenant, secret *ruling
}

func judgeRefusalDiscloses(evidence journal.Evidence) []Finding {
	d := disclosure{
		facts:   gather(evidence),
		cursor:  rules("no-cursor", "a refusal whose body does not have the cursor in it"),
		payload: rules("no-payload", "a refusal whose body has nothing of the event that the cursor names"),
		tenant:  rules("no-tenant", "a refusal whose body does not tell a tenant's id"),
		secret:  rules("no-secret", "a refusal without a secret"),
	}
	d.collect()
	for _, refusal := range d.refusals {
		d.weighCursor(refusal)
		d.weighSecret(refusal)
	}
	d.weighPayloads()
	d.weighTenants()
	findings := append(gathered(d.cursor, d.payload, d.tenant, d.secret), d.advisories()...)
	return d.unsettled(findings, d.drifted(typesClaim(), replayClaim()))
}

// collect takes every refusal that counts. Without those of the unknown and the
// malformed cursors the leg is not measured; the others are taken where they
// are.
func (d *disclosure) collect() {
	for _, name := range []string{journal.StreamUnknown1, journal.StreamUnknown2, journal.StreamMalformed} {
		asked := d.asked(name)
		if why := d.unmeasured(asked); why != "" {
			lackAll([]*ruling{d.cursor, d.tenant, d.secret}, why, asked.at.seq)
		}
		d.take(asked)
	}
	for _, name := range []string{
		journal.StreamRefusedEphemeral, journal.StreamForeignBelow, journal.StreamForeignEphemeral, journal.StreamForeignAbove, journal.StreamUnknownB,
	} {
		d.take(d.asked(name))
	}
}

// unmeasured says why the answer is no refusal to look at, "" when it is one.
func (d *disclosure) unmeasured(asked ask) string {
	if reason := d.deniedFor(asked.reply); reason != "" {
		return reason
	}
	return asked.silent()
}

func (d *disclosure) take(asked ask) {
	if d.unmeasured(asked) == "" && asked.body != nil {
		d.refusals = append(d.refusals, said{asked, readingsOf(string(asked.body.Content()))})
	}
}

// refusal gives the refusal of that name.
func (d *disclosure) refusal(name string) (said, bool) {
	for _, refusal := range d.refusals {
		if refusal.name == name {
			return refusal, true
		}
	}
	return said{}, false
}

// others gives what refusals of other cursors say.
func (d *disclosure) others(than said) []readings {
	var others []readings
	for _, refusal := range d.refusals {
		if refusal.cursorSent() != than.cursorSent() {
			others = append(others, refusal.readings)
		}
	}
	return others
}

func (d *disclosure) weighCursor(refusal said) {
	cursor, record := refusal.cursorSent(), refusal.at.seq
	if refusal.echo(cursor) {
		d.cursor.breaks(refusal.name, "the body has the cursor in it: "+quoted(cursor), record)
		return
	}
	if others := d.others(refusal); len(others) > 0 {
		if part := refusal.echoPart(cursor, others); part != "" {
			d.cursor.breaks(refusal.name, "the body has a part of the cursor in it: "+quoted(part), record)
			return
		}
	}
	d.keepWhole(d.cursor, refusal)
}

// keepWhole keeps a rule that nothing was found against, where the whole body
// was there to look at.
func (d *disclosure) keepWhole(r *ruling, refusal said) {
	if unsure := doubt(*refusal.body); unsure != "" {
		r.lacks(refusal.name+": "+unsure, refusal.at.seq)
		return
	}
	r.keep(refusal.at.seq)
}

func (d *disclosure) weighSecret(refusal said) {
	name := secretIn(refusal.body, refusal.header)
	switch {
	case name != "":
		d.secret.breaks(refusal.name, "a secret ("+name+") stands in the refusal", refusal.at.seq)
	case refusal.body.Cut:
		d.secret.lacks(refusal.name+": "+doubt(*refusal.body), refusal.at.seq)
	default:
		d.secret.keep(refusal.at.seq)
	}
}

// weighPayloads looks at the refusals of cursors that name an event. What stands
// in the refusal of a cursor that names none is of no event.
func (d *disclosure) weighPayloads() {
	reference, vouched := d.refusal(journal.StreamUnknown1)
	if !vouched {
		d.payload.lacks("there is no refusal of an unknown cursor to compare with")
		return
	}
	seen := false
	for _, refusal := range d.refusals {
		for _, e := range d.byID[refusal.cursorSent()] {
			seen = true
			if part := quotes(refusal, reference, d.payloadOf(e)); part != "" {
				d.payload.breaks(refusal.name, "the body has "+part+" of "+e.name+" in it", e.answered.seq, refusal.at.seq)
			} else {
				d.keepWhole(d.payload, refusal)
			}
		}
	}
	if gap, records := d.secondCredential(); !seen && gap != "" {
		d.payload.lacks("no cursor named an event: "+gap, records...)
	} else if !seen {
		d.payload.lacks("no refusal of a cursor that names an event was seen")
	}
}

// payloadOf gives the payload of an event as it came on a control stream, in
// lower case and without white space; "" where it is empty or was not seen.
func (d *disclosure) payloadOf(e event) string {
	var envelope struct{ Payload json.RawMessage }
	for _, stream := range d.controls(e.tenant) {
		if frame, seen := d.seen(stream.Intent.Name, e); seen && frame.Data != nil && json.Unmarshal(frame.Data.Content(), &envelope) == nil {
			payload := strings.ToLower(strings.Join(strings.Fields(string(envelope.Payload)), ""))
			if len(payload) > len("{}") {
				return payload
			}
		}
	}
	return ""
}

// quotes says what of an event's payload the refusal has that the reference has
// not: the payload itself or, as it may be empty, the member that holds it.
func quotes(refusal, reference said, payload string) string {
	got, expected := refusal.tight(), reference.tight()
	if payload != "" && got.hold(payload) && !expected.hold(payload) {
		return "the payload"
	}
	if member := `"payload":`; got.hold(member) && !expected.hold(member) {
		return "the member payload"
	}
	return ""
}
