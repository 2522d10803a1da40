package journal

// The names under which scenarios record what they drive and judges find it.
// A name is "<scenario>/<role>". Repeated causes and attempts of one role
// carry "~2", "~3" …; the plain name is the one that counts for streams and
// the first one for emissions.
const (
	// Discovery, at the start and at the end.
	ExchangeDiscoveryStart = "run/discovery-start"
	ExchangeDiscoveryEnd   = "run/discovery-end"

	// Streams that stay open for the whole run, without a cursor.
	StreamControlA  = "run/control-a"
	StreamControlB  = "run/control-b"
	StreamAnonymous = "run/anonymous" // no credential

	// Probes that prove the control streams open.
	EmitProbeA = "run/probe-a"
	EmitProbeB = "run/probe-b"

	// Inboxes of the whole run: every advertised durable type.
	InboxA = "run/inbox-a"
	InboxB = "run/inbox-b"

	// Where the host advertises standard-webhooks-1: tenant A's, which opts in to
	// it; from host-event-webhook/D2 on it answers 503 to one first attempt.
	InboxStandard = "run/inbox-standard"

	// host-event-delivery: D1, E1, D2 are caused; then the stream is opened
	// again with D1's id, with E1's own id and with none, without replay=required;
	// D3 proves each open.
	EmitDeliveryD1      = "host-event-delivery/D1"
	EmitDeliveryE1      = "host-event-delivery/E1"
	EmitDeliveryD2      = "host-event-delivery/D2"
	EmitDeliveryD3      = "host-event-delivery/D3"
	StreamDeliveryAgain = "host-event-delivery/resumed"
	StreamDeliveryOwnID = "host-event-delivery/own-id"
	StreamDeliveryFresh = "host-event-delivery/fresh" // no cursor at all

	// host-event-webhook: D1, E1, D2 under the eyes of the inboxes; three
	// registrations that name the ephemeral type, alone, beside a durable one,
	// and their accepted twin is the registration of InboxA.
	EmitWebhookD1        = "host-event-webhook/D1"
	EmitWebhookE1        = "host-event-webhook/E1"
	EmitWebhookD2        = "host-event-webhook/D2"
	EmitWebhookB1        = "host-event-webhook/B1" // tenant B, between D1 and D2
	EmitWebhookB2        = "host-event-webhook/B2" // tenant B, after D2
	InboxEphemeralOnly   = "host-event-webhook/ephemeral-only"
	InboxEphemeralBeside = "host-event-webhook/ephemeral-beside-durable"
	InboxUnlisted        = "host-event-webhook/unlisted"                // a reserved type that is not listed
	InboxUnlistedBeside  = "host-event-webhook/unlisted-beside-durable" // the same beside a durable one
	InboxUnlistedVendor  = "host-event-webhook/unlisted-vendor"         // what looks like a vendor's type and may be another filter
	InboxUnlistedPresent = "host-event-webhook/unlisted-presence"       // channel.presence, which was a run event, too
	InboxDurableTwin     = "host-event-webhook/durable-only"            // the accepted twin, after the refusals; from D2 on it answers 503 to one first attempt

	// host-event-tenancy: events of both tenants, each between two of the other.
	EmitTenancyA1 = "host-event-tenancy/A1" // durable
	EmitTenancyB1 = "host-event-tenancy/B1" // durable
	EmitTenancyAE = "host-event-tenancy/AE" // ephemeral
	EmitTenancyBE = "host-event-tenancy/BE" // ephemeral
	EmitTenancyA2 = "host-event-tenancy/A2" // durable, closing bracket
	EmitTenancyB2 = "host-event-tenancy/B2" // durable, closing bracket

	StreamTenancyResumed = "host-event-tenancy/resumed-b" // tenant B, after B1

	// host-event-trigger: the calls of the trigger itself. Where a class is
	// not listed the call is an exchange of that name and no emission.
	EmitTriggerDurable   = "host-event-trigger/durable"
	EmitTriggerEphemeral = "host-event-trigger/ephemeral"

	// Between two causes of one class stand calls that a host has to refuse. They
	// are exchanges and no emissions, whatever is answered. Those that name a class
	// are made for each that is served, and so is the twin: "~2" for the second.
	EmitTriggerAfter            = "host-event-trigger/after"             // the accepted twin behind them
	CallTriggerMember           = "host-event-trigger/further-member"    // a member that no body of the trigger has
	CallTriggerPayload          = "host-event-trigger/payload-member"    // a payload of the caller's own
	CallTriggerType             = "host-event-trigger/type-member"       // the type, which the class says already
	CallTriggerNoClass          = "host-event-trigger/no-delivery"       // an empty object
	CallTriggerOtherClass       = "host-event-trigger/other-delivery"    // a class that is none
	CallTriggerRepeated         = "host-event-trigger/repeated"          // a served call again, with its key
	CallTriggerUnknownWorkspace = "host-event-trigger/unknown-workspace" // an id that was never given

	// host-event-strict-replay: D1, D2, E, D3 are caused, then the stream is
	// resumed from D1, D2 and D3 with replay=required, then D4 is caused.
	EmitReplayD1       = "host-event-strict-replay/D1"
	EmitReplayD2       = "host-event-strict-replay/D2"
	EmitReplayE        = "host-event-strict-replay/E"
	EmitReplayForeign  = "host-event-strict-replay/F" // tenant b's, between D2 and D3
	EmitReplayD3       = "host-event-strict-replay/D3"
	EmitReplayD4       = "host-event-strict-replay/D4"
	StreamReplayFirst  = "host-event-strict-replay/first"
	StreamReplayMiddle = "host-event-strict-replay/middle"
	StreamReplayLast   = "host-event-strict-replay/last"

	// The same scenario, between E and D3: H, H~2 … are caused at a steady beat,
	// none waiting for the one before, while streams are resumed: from the run's
	// first event, from D1, and by a consumer that drops and resumes from what it
	// saw last (again, again~2 …). D3 follows on the streams that are left.
	EmitHandoff        = "host-event-strict-replay/H"
	StreamHandoffOld   = "host-event-strict-replay/handoff-old"
	StreamHandoffNew   = "host-event-strict-replay/handoff-new"
	StreamHandoffAgain = "host-event-strict-replay/handoff-again"

	// host-event-refusal: the accepted twins, the refusals between them, and
	// the legacy request. Foreign cursors are tenant B's own events.
	EmitRefusalA           = "host-event-refusal/A"  // durable, cursor of the twins
	EmitRefusalE           = "host-event-refusal/E"  // ephemeral
	EmitRefusalBelow       = "host-event-refusal/B1" // tenant B, before A
	EmitRefusalAbove       = "host-event-refusal/B2" // tenant B, after A's head
	EmitRefusalForeignE    = "host-event-refusal/BE" // tenant B, ephemeral
	EmitRefusalHead        = "host-event-refusal/A2" // durable: a backlog for the twins
	StreamAcceptedBefore   = "host-event-refusal/accepted-before"
	StreamAcceptedAfter    = "host-event-refusal/accepted-after"
	StreamUnknown1         = "host-event-refusal/unknown-1"
	StreamUnknown2         = "host-event-refusal/unknown-2"
	StreamMalformed        = "host-event-refusal/malformed"
	StreamRefusedEphemeral = "host-event-refusal/ephemeral"
	StreamForeignBelow     = "host-event-refusal/foreign-below"
	StreamForeignAbove     = "host-event-refusal/foreign-above"
	StreamForeignEphemeral = "host-event-refusal/foreign-ephemeral"
	StreamUnknownB         = "host-event-refusal/unknown-b" // tenant B, a cursor that was never issued
	// Strict requests of callers whom the host does not know.
	StreamUncredentialedUnknown = "host-event-refusal/no-credential-unknown" // no credential, a cursor that was never issued
	StreamUncredentialedKnown   = "host-event-refusal/no-credential-known"   // no credential, tenant A's cursor of the twins
	StreamMadeUpCredential      = "host-event-refusal/made-up-credential"    // a token that no host has given, a cursor that was never issued

	StreamLegacyUnknown  = "host-event-refusal/legacy-unknown"
	StreamLegacyAccepted = "host-event-refusal/legacy-accepted" // legacy twin: no cursor

	// bounded-stream: two streams of tenant A that opted in (resumable=true),
	// one of tenant B, which nothing is caused for, and one that did not opt in;
	// each is asked for again as "~2" where it ended early. Events of tenant A
	// come all the while, and one more at each end. A stream of A that the host
	// ended is resumed after the last event of ours that came on it. At last
	// each tenant's event shows that what did not opt in is still there.
	StreamBoundedBusy1    = "bounded-stream/busy-1"
	StreamBoundedBusy2    = "bounded-stream/busy-2"
	StreamBoundedIdle     = "bounded-stream/idle"
	StreamBoundedPlain    = "bounded-stream/plain"
	StreamBoundedResumed1 = "bounded-stream/resumed-1"
	StreamBoundedResumed2 = "bounded-stream/resumed-2"
	EmitBoundedBusy       = "bounded-stream/busy"
	EmitBoundedGap        = "bounded-stream/gap" // between an end and the resume
	EmitBoundedAfterA     = "bounded-stream/after-a"
	EmitBoundedAfterB     = "bounded-stream/after-b"
)

// CredentialRenewed is the text of a note of TopicCredential: what is sent from
// then on carries another credential.
const CredentialRenewed = "renewed"

// The topics of notes.
const (
	TopicVector     = "vector"     // a shape vector: Name, Text "<leg> <schema> valid|invalid", Data the document
	TopicCredential = "credential" // what became of a credential once it was used; Name is the tenant
	TopicReceiver   = "receiver"   // why a receiver was not registered or not reachable
	TopicScenario   = "scenario"   // a scenario could not go on: Name, Text the reason
	TopicCleanup    = "cleanup"    // something registered could not be unregistered
	TopicRecorder   = "recorder"   // the recorder reached a limit: Text says which, and what of the run is missing for it
	TopicSecret     = "secret"     // which secret an inbox verifies with: Name the inbox, Text the secret's name
)

// CallsOfTrigger names the calls of the test trigger that cause nothing on a
// conforming host. Where a host carries one out, its answer says what it caused.
func CallsOfTrigger() []string {
	names := []string{CallTriggerRepeated, CallTriggerNoClass, CallTriggerOtherClass}
	for _, call := range []string{CallTriggerMember, CallTriggerPayload, CallTriggerType, CallTriggerUnknownWorkspace} {
		names = append(names, call, SecondClass(call))
	}
	return names
}

// SecondClass names a call, or its twin, as it is made for the second of the
// classes that the test trigger serves.
func SecondClass(name string) string { return name + "~2" }
