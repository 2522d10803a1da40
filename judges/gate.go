package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// check is one condition of a gate: nil when it is met.
type check func(facts) *Gate

// gated joins checks into a gate. The first that is not met decides, so facts
// about the host stand before what this run could not do.
func gated(checks ...check) func(journal.Evidence) *Gate {
	return func(evidence journal.Evidence) *Gate {
		f := gather(evidence)
		for _, check := range checks {
			if gate := check(f); gate != nil {
				return gate
			}
		}
		return nil
	}
}

// unlessSeen lets a check pass where a violation was seen that it would hide.
func unlessSeen(seen func(facts) bool, then check) check {
	return func(f facts) *Gate {
		gate := then(f)
		if gate != nil && seen(f) {
			return nil
		}
		return gate
	}
}

func ungated(journal.Evidence) *Gate { return nil }

func inapplicable(format string, arguments ...any) *Gate {
	return &Gate{Result: Inapplicable, Reason: fmt.Sprintf(format, arguments...)}
}

func blocked(format string, arguments ...any) *Gate {
	return &Gate{Result: Blocked, Reason: fmt.Sprintf(format, arguments...)}
}

// discovered is met when the discovery document could be read.
func discovered(f facts) *Gate {
	if f.Start.Read {
		return nil
	}
	if f.Start.Problem == "" {
		return blocked("the discovery document was not read, so what the host claims is not known")
	}
	return blocked("%s, so what the host claims is not known", f.Start.Problem)
}

func claimsHostEvents(f facts) *Gate {
	if f.Start.HostEvents {
		return nil
	}
	return inapplicable("the host does not claim host events: its discovery document has no hostEvents record")
}

// claimsEventsOrPresence is met also by a host that offers presence without
// the record that RFC 0236 §F then demands.
func claimsEventsOrPresence(f facts) *Gate {
	if f.Start.ChannelPresence {
		return nil
	}
	return claimsHostEvents(f)
}

func claimsReplay(f facts) *Gate {
	if f.Start.Replay {
		return nil
	}
	return inapplicable("the host does not claim strict replay: its discovery document has no hostEvents.replay")
}

func claimsWebhooks(f facts) *Gate {
	if f.Start.Webhooks {
		return nil
	}
	return inapplicable("the host does not claim webhooks: its discovery document has no webhooks record")
}

// lists is met when a type of the class is listed.
func lists(class string) check {
	return func(f facts) *Gate {
		if listed(f.Start, class) != "" {
			return nil
		}
		return inapplicable("hostEvents.types in the discovery document lists no %s type", class)
	}
}

// causes is met when events of the class can be caused. A class that is not
// listed does not bind; one that is listed and cannot be caused is blocked.
func causes(class string) check {
	return func(f facts) *Gate {
		if gate := lists(class)(f); gate != nil {
			return gate
		}
		if reason := uncausable(f.Start, class); reason != "" {
			return blocked("%s", reason)
		}
		return nil
	}
}

// uncausable says why no event of a class can be caused, "" when one can.
func uncausable(claims journal.Claims, class string) string {
	if via, _ := claims.Causes(class); via != "" {
		return ""
	}
	return fmt.Sprintf("no %s event can be caused: hostEvents.types lists %s, but neither %s, which would bind the test trigger, "+
		"nor an example.* type together with conformance.seamsProfile %s",
		class, quoted(listed(claims, class)), journal.ReservedType(class), journal.SeamsProfileEmit)
}

// listed gives the first listed type of a class.
func listed(claims journal.Claims, class string) string {
	for _, listing := range claims.Types {
		if listing.Delivery == class {
			return listing.Type
		}
	}
	return ""
}

const giveWebhookURL = "give --webhook-url, a public https address that forwards to the receiver of this run"

// receiverReady is met when an inbox could be registered on this host.
func receiverReady(f facts) *Gate {
	if f.Run.Receiver.State == journal.ReceiverReady {
		return nil
	}
	reason := f.Run.Receiver.Reason
	if reason == "" {
		reason = "the webhook receiver is " + string(f.Run.Receiver.State)
	}
	return blocked("no webhook receiver was registered: %s; %s", reason, giveWebhookURL)
}

// registered is met when an inbox got its subscription.
func registered(inbox string) check {
	return func(f facts) *Gate {
		if reason := f.unregistered(inbox); reason != "" {
			return blocked("%s", reason)
		}
		return nil
	}
}

// unregistered says why an inbox has no subscription, "" when it has one.
func (f facts) unregistered(inbox string) string {
	got := f.lastReply(inbox)
	switch {
	case f.webhookID(inbox) != "":
		return ""
	case !got.asked:
		return fmt.Sprintf("%s was not registered%s", inbox, f.receiverNote(inbox))
	case got.status == 201:
		return fmt.Sprintf("the registration of %s was answered 201 without a webhookId that can be read", inbox)
	case readDocument(got.body).object["error"] == codeURLRejected:
		return fmt.Sprintf("the host refused the receiver's address of %s (%s); %s", inbox, codeURLRejected, giveWebhookURL)
	}
	if got.unsent() || f.deniedFor(got) != "" {
		return fmt.Sprintf("the registration of %s was %s", inbox, f.whole(got))
	}
	return fmt.Sprintf("the registration of %s was %s instead of 201", inbox, got)
}

const codeURLRejected = "webhook_url_rejected"

func (f facts) receiverNote(inbox string) string {
	for _, note := range f.Notes {
		if note.Topic == journal.TopicReceiver && (note.Name == inbox || note.Name == "") {
			return ": " + note.Text
		}
	}
	return ""
}
