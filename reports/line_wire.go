package reports

import (
	"strconv"
	"strings"

	"hostwitness/witness/journal"
)

func describeExchange(exchange *journal.Exchange) string {
	text := words(
		name(exchange.Name), attempt(exchange.Attempt), tenant(exchange.Tenant)+":",
		name(exchange.Request.Method), clean(exchange.Request.URL, dataLimit), content("body", exchange.Request.Body),
	)
	if response := exchange.Response; response != nil {
		text = words(text, "=>", strconv.Itoa(response.Status), mediaType(response.Header), content("body", &response.Body))
	}
	return words(text, fault(exchange.Fault))
}

func attempt(number int) string {
	if number <= 1 {
		return ""
	}
	return "attempt " + strconv.Itoa(number)
}

func mediaType(headers []journal.Header) string {
	for _, header := range headers {
		if strings.EqualFold(header.Name, "Content-Type") {
			return clean(header.Value, nameLimit)
		}
	}
	return ""
}

func describeIntent(intent *journal.Intent) string {
	text := words("to", name(string(intent.Action)), name(intent.Name), tenant(intent.Tenant))
	if intent.Class != "" || intent.Type != "" {
		text = words(text, name(intent.Class), name(intent.Type), "by", name(string(intent.Via)))
	}
	if intent.LastEventID != nil {
		text = words(text, "Last-Event-ID", quoted(*intent.LastEventID, nameLimit))
	}
	if intent.Replay {
		text = words(text, "replay=required")
	}
	if intent.Resumable {
		text = words(text, "resumable=true")
	}
	return words(text, content("body", intent.Body))
}

func describeEmit(emit *journal.Emit) string {
	answer := "no answer"
	if emit.Status != 0 {
		answer = strconv.Itoa(emit.Status)
	}
	if emit.Accepted {
		answer += " accepted"
	}
	return words(name(emit.Name)+":", answer, part("eventId", emit.EventID), part("type", emit.Type), fault(emit.Fault))
}

func describeDelivery(delivery *journal.Delivery) string {
	inbox := "no inbox of this run"
	if delivery.Inbox != "" {
		inbox = name(delivery.Inbox)
	}
	text := words(inbox+":", name(delivery.Method))
	for _, header := range delivery.Header {
		if strings.HasPrefix(strings.ToLower(header.Name), "openwop-") {
			text = words(text, name(header.Name)+":", clean(header.Value, nameLimit))
		}
	}
	text = words(text, part("eventId", delivery.EventID), content("body", delivery.Body), foreign(delivery.Foreign))
	return words(text, "answered", strconv.Itoa(delivery.Answered))
}
