package scenarios

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"hostwitness/witness/journal"
)

// Leftover is a subscription that a run asked for and is not known to have
// taken back.
type Leftover struct {
	Name      string // of the inbox, <scenario>/<role>
	Tenant    journal.Tenant
	WebhookID string // as the host answered, "" when no such answer is on record
	Target    string // the address that was to be registered, "" when it cannot be read

	at       journal.Offset // of the intent
	key      string
	body     []byte
	accepted bool   // the host said that it registered it
	unfit    string // why the registration must not be repeated from this record
}

// Leftovers gives what a run registered, or may have, and did not take back, in
// the order of its intents. It is told by the records alone: a registration
// whose every answer refused it, or whose subscription was taken back or gone
// already, is none.
func Leftovers(records []journal.Record) []Leftover {
	var asked registrations
	for k := range records {
		switch record := &records[k]; {
		case record.Intent != nil && record.Intent.Action == journal.ActionRegister:
			asked = append(asked, &registration{leftover: leftoverOf(record.Intent, record.At)})
		case record.Exchange != nil:
			asked.take(record.Exchange)
		}
	}
	var left []Leftover
	for _, one := range asked {
		if !one.settled() {
			left = append(left, one.leftover)
		}
	}
	return left
}

// registrations are all that a run asked for. A name may be asked for again,
// with another key.
type registrations []*registration

// take gives an exchange to the registration that it is about: a registration
// is known by its key, and a subscription by its id.
func (r registrations) take(exchange *journal.Exchange) {
	name, undoing := strings.CutSuffix(exchange.Name, unregisterSuffix)
	name = strings.TrimSuffix(name, againSuffix)
	key := keyOf(exchange)
	for k := len(r) - 1; k >= 0; k-- {
		one := r[k]
		switch {
		case one.leftover.Name != name:
		case undoing:
			if id := one.leftover.WebhookID; id != "" && strings.HasSuffix(exchange.Request.URL, pathWebhooks+"/"+projected(id)) {
				one.undone(exchange)
			}
		case key == "" || key == one.leftover.key:
			one.answered(exchange)
			return
		}
	}
}

// keyOf gives the Idempotency-Key that a request bore, "" when it bore none.
func keyOf(exchange *journal.Exchange) string {
	for _, header := range exchange.Request.Header {
		if strings.EqualFold(header.Name, "Idempotency-Key") {
			return header.Value
		}
	}
	return ""
}

// registration follows one intent through what became of it.
type registration struct {
	leftover  Leftover
	gone      bool // it was taken back
	refused   bool // the last answer says that there is no such subscription
	attempts  int
	uncertain bool // an attempt may have registered it without our knowing
}

func (r *registration) settled() bool {
	known := r.leftover.WebhookID != ""
	return r.gone || !known && r.attempts > 0 && (r.refused || !r.uncertain)
}

// answered takes in one attempt to register.
func (r *registration) answered(exchange *journal.Exchange) {
	r.attempts++
	r.refused = false
	response := exchange.Response
	if response == nil || exchange.Fault != nil || response.Status < 400 || response.Status >= 500 {
		r.uncertain = true
	}
	switch {
	case response == nil:
	case isSuccess(response.Status):
		r.leftover.accepted = true
		if id, _ := readRegistration(response.Body.Content()); id != "" && !strings.Contains(id, "[redacted:") {
			r.leftover.WebhookID = id
		}
	default:
		r.refused = refusesRegistration(response.Status)
	}
}

// undone takes in one attempt to unregister.
func (r *registration) undone(exchange *journal.Exchange) {
	if response := exchange.Response; response != nil && exchange.Fault == nil {
		r.gone = r.gone || isSuccess(response.Status) || isGone(response.Status)
	}
}

func isSuccess(status int) bool { return status >= 200 && status < 300 }

func isGone(status int) bool { return status == http.StatusNotFound || status == http.StatusGone }

// refusesRegistration says that an answer is about the registration itself: it
// is refused, so there is none under its key. Other answers of that class are
// about who asks, where, or when: a key under way may be answered 409.
func refusesRegistration(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusPaymentRequired, http.StatusNotAcceptable, http.StatusLengthRequired,
		http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

// idempotencyKey is the grammar of a key (core text).
var idempotencyKey = regexp.MustCompile(`^[A-Za-z0-9._~-]{22,128}$`)

// leftoverOf reads an intent as a stranger's: nothing is repeated that the suite
// would not have sent itself.
func leftoverOf(intent *journal.Intent, at journal.Offset) Leftover {
	left := Leftover{Name: intent.Name, Tenant: intent.Tenant, at: at, key: intent.Key}
	if intent.Body != nil {
		left.body = intent.Body.Content()
		left.Target = targetOf(left.body)
	}
	switch body := intent.Body; {
	case intent.Path != pathWebhooks:
		left.unfit = "its intent names another path than " + pathWebhooks
	case !idempotencyKey.MatchString(intent.Key):
		left.unfit = "its intent has no usable Idempotency-Key"
	case body == nil:
		left.unfit = "its intent has no body"
	case body.Cut || len(body.Redacted) > 0 || body.Length != int64(len(left.body)):
		left.unfit = "its body is not on record as it was sent"
	case left.Target == "":
		left.unfit = "its body is no registration of an http or https address"
	}
	return left
}

// targetOf gives the address that a registration names.
func targetOf(body []byte) string {
	var registration struct {
		URL string `json:"url"`
	}
	if json.Unmarshal(body, &registration) != nil {
		return ""
	}
	target, err := url.Parse(registration.URL)
	if err != nil || target.Scheme != "http" && target.Scheme != "https" || target.Hostname() == "" {
		return ""
	}
	return registration.URL
}
