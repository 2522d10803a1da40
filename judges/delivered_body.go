package judges

import (
	"cmp"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

func (v variant) judgeBody(f facts, delivery journal.SeenDelivery, e event) {
	where := whereOf(delivery, e)
	body := readDocument(delivery.Body)
	v.bodyJSON.weigh(body.object != nil, body.unsure, where, body.fault, delivery.Seq)
	if body.object == nil {
		return
	}
	v.bodyClosed.weigh(len(body.object) == 1 && body.has("hostEvent"), body.unsure, where, "members "+membersOf(body.object), delivery.Seq)
	hostEvent, there := body.object["hostEvent"]
	if !there {
		return
	}
	problems := schemas.ValidateValue(schemas.Envelope, hostEvent)
	if fault := suiteFault(problems); fault != "" {
		v.envelope.lacks(fault)
		return
	}
	envelope := document{object: asObject(hostEvent), unsure: body.unsure}
	wrong := cmp.Or(schemas.Summary(problems, mostBreaches), f.misdated(e, envelope))
	v.envelope.weigh(wrong == "", body.unsure, where, wrong, delivery.Seq)
	v.judgeIdentity(f, delivery, e, envelope, where)
}

func (v variant) judgeIdentity(f facts, delivery journal.SeenDelivery, e event, envelope document, where string) {
	kind, kindOK := envelope.text("type")
	class, classOK := envelope.text("delivery")
	if !kindOK || !classOK {
		return // the rule about the envelope says so
	}
	same := oneOf(kind, []string{e.kind, e.said}) && class == f.classOf(e)
	v.identity.weigh(same, envelope.unsure, where, "type "+quoted(kind)+", delivery "+quoted(class), delivery.Seq)
}

// classOf is the class that the host advertises for the event's type, else the
// one that was asked for.
func (f facts) classOf(e event) string {
	if class := f.Start.ClassOf(e.kind); class != "" {
		return class
	}
	return e.class
}
