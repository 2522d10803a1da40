package schemas

import "slices"

// Name names one of the embedded schemas. Its $id is "urn:hostwitness:schema:" and the name.
type Name string

// The schemas that Validate knows.
const (
	// Envelope is the host-event envelope (RFC 0236 §A).
	Envelope Name = "envelope"
	// HostEvents is the hostEvents record of a discovery document (RFC 0236 §B), with the replay facet where it is there.
	HostEvents Name = "host-events"
	// Replay is the facet hostEvents.replay alone (RFC 0250 §A).
	Replay Name = "replay"
	// Delivery is the webhook body of a host event (RFC 0236 §E).
	Delivery Name = "delivery"
	// Error is the closed error body.
	Error Name = "error"
	// TriggerRequest is the body that asks the test trigger for an event (RFC 0241 §B.2).
	TriggerRequest Name = "trigger-request"
	// TriggerAnswer is the body of the trigger's 202 (RFC 0241 §B.3).
	TriggerAnswer Name = "trigger-answer"
	// WebhookAnswer is the body of a registration's 201.
	WebhookAnswer Name = "webhook-answer"
	// Report is report.json of an evidence folder.
	Report Name = "report"
	// Waivers is a waivers file, YAML read as JSON. That its legs and rules are of the catalogue and that it expires on no past
	// day is checked beside it, by reports/waiver.
	Waivers Name = "waivers"
	// Config is the configuration file of a run, YAML read as JSON.
	Config Name = "config"
	// LegCatalogue is the catalogue, catalogue.yaml read as JSON.
	LegCatalogue Name = "catalogue"
	// RequirementList is the list of requirements, requirements.yaml read as JSON.
	RequirementList Name = "requirements"
	// Bundle is a published certification bundle, version 3, of any suite.
	Bundle Name = "bundle"
)

// grammar holds the definitions that the other schemas refer to; no document is of that schema.
const grammar Name = "grammar"

const identifierPrefix = "urn:hostwitness:schema:"

// Names lists every schema that Validate knows, in a fixed order.
func Names() []Name {
	return []Name{Envelope, HostEvents, Replay, Delivery, Error, TriggerRequest, TriggerAnswer, WebhookAnswer, Report, Waivers, Config, LegCatalogue, RequirementList, Bundle}
}

func (n Name) identifier() string { return identifierPrefix + string(n) }

func (n Name) known() bool { return slices.Contains(Names(), n) }
