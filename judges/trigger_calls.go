package judges

import (
	"slices"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// triggerCalls holds the rules about calls of the test trigger.
type triggerCalls struct {
	served, answer, kind, refused, status, code, neither *ruling

	advisory []Finding
}

// judgeListed looks at every call of the run's first credential for the class:
// the one made for this leg and those that caused the other legs' events.
func (c *triggerCalls) judgeListed(f facts, name, class string) {
	if !f.Emits[name].Answered {
		c.served.lacks(f.because("host-event-trigger", name+" was not caused, or the run ended before it was answered"))
	}
	for _, caused := range f.Caused {
		emit := f.Emits[caused]
		if !emit.Answered || emit.Intent.Via != journal.ViaTrigger || emit.Intent.Class != class || emit.Intent.Tenant != journal.TenantA {
			continue
		}
		c.judgeCall(f, caused, class, f.lastReply(emit.Emit.Exchange))
	}
}

func (c *triggerCalls) judgeCall(f facts, name, class string, got reply) {
	record := got.at.seq
	excuse := f.excuse(got)
	switch {
	case excuse != "":
		c.served.lacks(name+": "+excuse, record)
		return
	case got.status == 403:
		c.served.lacks(name+" was "+got.String()+": the first credential lacks the scope of the test trigger", record)
		return
	case got.status != 202:
		c.served.breaks(name, got.String(), record)
		return
	}
	c.served.keep(record)
	if got.fault != nil {
		c.answer.lacks(name+": its answer broke off ("+string(got.fault.Kind)+")", record)
		return
	}
	answer := readDocument(got.body)
	c.weighAnswer(answer, name, record)
	if kind, ok := answer.text("type"); ok {
		c.kind.weigh(kind == journal.ReservedType(class), answer.unsure, name, "type is "+quoted(kind), record)
	}
}

// weighAnswer holds the 202 to its shape. Whether a type that is a string is
// the right one is a rule of its own.
func (c *triggerCalls) weighAnswer(answer document, name string, record int64) {
	if answer.object == nil {
		c.answer.weigh(false, answer.unsure, name, answer.fault, record)
		return
	}
	problems := schemas.ValidateValue(schemas.TriggerAnswer, answer.object)
	if fault := suiteFault(problems); fault != "" {
		c.answer.lacks(fault)
		return
	}
	if _, ok := answer.text("type"); ok {
		problems = slices.DeleteFunc(problems, func(p schemas.Problem) bool { return p.Member() == "type" })
	}
	c.answer.weigh(len(problems) == 0, answer.unsure, name, schemas.Summary(problems, mostBreaches), record)
}

// judgeUnlisted looks at the call for the class that is not listed beside one
// that is. Its twin is a call for the listed class that was served.
func (c *triggerCalls) judgeUnlisted(f facts, name string) {
	got := f.lastReply(name)
	record := got.at.seq
	excuse := f.excuse(got)
	switch {
	case got.success():
		c.refused.breaks(name, got.String(), record)
		return
	case c.served.kept == 0 && len(f.of(journal.TenantA, "")) == 0:
		excuse = "no call for the listed class was served, so a refusal proves nothing"
	}
	if excuse != "" {
		for _, r := range []*ruling{c.refused, c.status, c.code} {
			r.lacks(name+": "+excuse, record)
		}
		return
	}
	c.status.weigh(got.status == 400, "", name, got.String(), record)
	if !got.refused() {
		c.refused.lacks(name+" was "+got.String(), record)
		return
	}
	c.refused.keep(record)
	refusal := readError(got.body)
	if _, ok := refusal.code(); !ok {
		c.code.weigh(false, refusal.unsure, name, "no error code that can be read", record)
		return
	}
	refusal.weighCode(c.code, codeValidation, name, record)
}

// judgeNeither looks at a call for a class where no reserved type is listed.
// That the host serves anything at all is shown by its control stream.
func (c *triggerCalls) judgeNeither(f facts, name string) {
	got := f.lastReply(name)
	record := got.at.seq
	switch {
	case got.success() && !f.everywhere(got):
		c.neither.breaks(name, got.String(), record)
	case !got.refused() || got.denied():
		c.neither.lacks(name+" was "+got.String(), record)
	case !f.answersElsewhere():
		c.neither.lacks("the first credential opened no stream and caused nothing, so a refusal proves nothing", record)
	default:
		c.neither.keep(record)
		if got.status != 404 && got.status != 405 {
			c.advisory = append(c.advisory, advisory("neither-served",
				name+" was "+got.String()+"; an operation that is not served is usually answered 404 or 405", record))
		}
	}
}

// answersElsewhere says that the first credential got something out of the host.
func (f facts) answersElsewhere() bool {
	for _, stream := range f.controls(journal.TenantA) {
		if streamReply(stream).eventStream() {
			return true
		}
	}
	return len(f.of(journal.TenantA, "")) > 0
}
