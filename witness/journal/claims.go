package journal

// Claims is what a host says about itself, as far as this project reads it.
// Everything else of the discovery document is none of our business and stays
// in the exchange's body.
type Claims struct {
	Read    bool   // a document was answered and could be read
	Problem string // why not, for the operator

	// From the journal, not from the document; only Fold sets them.
	Exchange string // name of the exchange that fetched it, "" when none was named
	Seq      int64  // of the attempt that carried it
	Digest   string // keyed digest of the document's bytes

	ProtocolVersions []string
	Name, Version    string // of the implementation

	HostEvents      bool      // the family record is there: presence is the claim
	HostEventsJSON  string    // that record, verbatim
	Types           []Listing // hostEvents.types[], as far as it has that shape
	Replay          bool      // hostEvents.replay is there, whatever stands in it: presence is the claim
	ReplayJSON      string    // that member, verbatim
	ReplayRetention int64     // minRetentionSeconds, 0 when it has no such shape
	Webhooks        bool      // the webhooks family record is there
	Algorithms      []string  // webhooks.signatureAlgorithms[], as far as they are texts
	MaxAttempts     int64     // webhooks.retryPolicy.maxAttempts, 0 when not said
	ChannelPresence bool      // the channelPresence family record is there
	SeamsProfile    string    // conformance.seamsProfile
	MaxStreamAge    int64     // limits.maxStreamAgeSec, 0 when not said or no whole number from 1 on
	StreamAgeJSON   string    // that member, verbatim, "" when it is not there
	StreamPath      string    // heartbeat.deliveryChannel, "" when not said or not a path
}

// Listing is one entry of hostEvents.types[].
type Listing struct {
	Type     string
	Delivery string
}

// The reserved types and delivery classes (RFC 0241 §A, RFC 0236 §C).
const (
	ClassDurable   = "durable"
	ClassEphemeral = "ephemeral"

	TypeTestDurable   = "host-test.durable-triggered"
	TypeTestEphemeral = "host-test.ephemeral-triggered"
)

// ClassOf gives the class listed for a type, "" when it is not listed.
func (c Claims) ClassOf(eventType string) string {
	for _, listing := range c.Types {
		if listing.Type == eventType {
			return listing.Delivery
		}
	}
	return ""
}

// UnlistedReserved gives the reserved types that the host does not list: of no
// other name is it sure that it is a host-event type that nobody may subscribe
// to (RFC 0236 §E, RFC 0241 §A).
func (c Claims) UnlistedReserved() []string {
	var unlisted []string
	for _, reserved := range []string{TypeTestDurable, TypeTestEphemeral} {
		if c.ClassOf(reserved) == "" {
			unlisted = append(unlisted, reserved)
		}
	}
	return unlisted
}

// TriggerServes says whether the host is bound to serve the test trigger for
// the class: the reserved type is listed, under its own class (RFC 0241 §B.1).
func (c Claims) TriggerServes(class string) bool {
	return c.ClassOf(ReservedType(class)) == class
}

// ReservedType is the type that the test trigger emits for a class.
func ReservedType(class string) string {
	if class == ClassEphemeral {
		return TypeTestEphemeral
	}
	return TypeTestDurable
}

// AlgorithmV1 signs every delivery; AlgorithmStandard, Standard Webhooks 1.0.0, is there for subscriptions that
// ask for it (core text, RFC 0236 §E).
const (
	AlgorithmV1       = "v1"
	AlgorithmStandard = "standard-webhooks-1"
)

// SeamsProfileEmit is the profile under which the emit seam is served
// (RFC 0236 §G).
const SeamsProfileEmit = "openwop-conformance-seams-v2"

// Causes tells by which road and as which type a host can be made to emit an
// event of a class. The trigger is preferred to the seam; no road is "".
func (c Claims) Causes(class string) (Via, string) {
	if c.TriggerServes(class) {
		return ViaTrigger, ReservedType(class)
	}
	if c.SeamsProfile != SeamsProfileEmit {
		return "", ""
	}
	for _, listing := range c.Types {
		if listing.Delivery == class && hasSeamOrg(listing.Type) {
			return ViaSeam, listing.Type
		}
	}
	return "", ""
}

func hasSeamOrg(eventType string) bool {
	const org = "example."
	return len(eventType) > len(org) && eventType[:len(org)] == org
}
