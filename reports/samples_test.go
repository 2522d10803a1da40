package reports

import (
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
)

// samples are the runs that every rendering is tried on.
func samples(t *testing.T) map[string]View {
	t.Helper()
	return map[string]View{
		"passing":  passingView(t),
		"failing":  failingView(t),
		"hostile":  hostileView(t),
		"stopped":  stoppedView(t),
		"bare":     {Report: failingView(t).Report}, // nothing but report.json
		"no-event": noEventView(t),
		"required": requiredView(t),
		"unjudged": unjudgedView(t),
		"excused":  excusedView(t),
		"waived":   waivedView(t),
	}
}

func passingView(t *testing.T) View {
	t.Helper()
	return viewOf(t, inputOf(0, records(),
		passed("0250.shape"), passed("0236.host-event.envelope"), passed("0236.ephemeral.no-resume"),
		verdictOf("0236.webhook.host-variant", judges.Inapplicable, "the host does not advertise webhooks (discovery document, /webhooks)"),
		verdictOf("0236.webhook.ephemeral-refused", judges.Inapplicable, "the host does not advertise webhooks (discovery document, /webhooks)"),
		passed("0250.resume-backlog"),
		verdictOf("0250.retention-volume", judges.Skipped, "asked for with --volume N"),
	))
}

func failingView(t *testing.T) View {
	t.Helper()
	wrong := finding("no-id-field", judges.Violated, "the frame of E1 has an empty id field, which resets a consumer's cursor", 4, 5, 6, 99)
	wrong.Expected, wrong.Observed = "no id field", `id: ""`
	order := finding("order", judges.Violated, "D3 came before D2", 8, 9)
	input := inputOf(1, records(),
		passed("0250.shape"),
		verdictOf("0236.host-event.envelope", judges.Fail, "order: D3 came before D2", order),
		verdictOf("0236.ephemeral.no-resume", judges.Fail, "no-id-field: the frame of E1 has an empty id field, which resets a consumer's cursor",
			finding("not-redelivered", judges.Unproven, "the stream ended before the window did", 15), wrong,
			finding("given", judges.Holds, "the event came", 6)),
		verdictOf("0236.webhook.host-variant", judges.Blocked, "there is no webhook receiver: give --webhook-url"),
		verdictOf("0236.webhook.ephemeral-refused", judges.Blocked, "there is no webhook receiver: give --webhook-url"),
		verdictOf("0250.resume-backlog", judges.Blocked, "accepted: the stream was never answered",
			finding("accepted", judges.Unproven, "the stream was never answered"),
			finding("order", judges.Unproven, "nothing came to be put in order", 12)),
		verdictOf("0250.retention-volume", judges.Skipped, "asked for with --volume N"),
	)
	waive(&input, waiver.Waiver{Leg: "0236.host-event.envelope", Rule: "order", Reason: "the queue is being replaced", Issue: "HOST-12", Expires: "2026-06-30"})
	input.Evidence.Run.Build = &Build{Kind: "commit", ID: "0123456789abcdef"}
	return viewOf(t, input)
}

// hostileView has the hostile text in every place that a host, an operator or a damaged file could reach.
func hostileView(t *testing.T) View { return attackedView(t, 1<<12, 2) }

// floodedView is hostileView at length: texts of 1 MiB and more findings than any page shows.
func floodedView(t *testing.T) View { return attackedView(t, 1<<20, htmlFindings+3) }

func attackedView(t *testing.T, length, findings int) View {
	t.Helper()
	list := records()
	long := hostile + strings.Repeat("A long answer. ", length/15)
	list[1].Exchange.Request.URL, list[1].Exchange.Response.Header[0].Value = hostile, hostile
	list[1].Exchange.Response.Body = *textBytes(long)
	list[3].Intent.Name, list[3].Intent.Type = hostile, hostile
	list[4].Emit.EventID, list[4].Emit.Fault = hostile, &journal.Fault{Kind: journal.FaultKind(hostile), Message: long}
	list[5].Frame.Event, list[5].Frame.Stream, list[5].Frame.Data = hostile, hostile, textBytes(long)
	list[5].Frame.IDField, list[5].Frame.ID = journal.FieldGiven, long
	list[6].Comment.Mentions = []string{hostile, hostile, hostile, hostile, hostile, hostile}
	list[8].Opened.Body = &journal.Bytes{Base64: strings.Repeat("/w==", 1000), Length: 1000, Cut: true}
	list[9].Delivery.Header[0].Value, list[9].Delivery.Foreign.Type, list[9].Delivery.Method = hostile, hostile, hostile
	list[10].Note.Text, list[10].Note.Data, list[10].Note.Name = hostile, long, "host-event-strict-replay"
	list[12] = journal.Record{Seq: 13, At: 50 * ms, Kind: journal.KindNote, Note: &journal.Note{Topic: journal.TopicCleanup, Name: hostile, Text: hostile}}
	list[11].Mark.For, list[11].Mark.Name = hostile, hostile
	list[14].Ended.Fault.Message = hostile

	var all []int64
	for seq := range int64(16 * findings) {
		all = append(all, seq+1)
	}
	bad := judges.Finding{Rule: "no-id-field", Outcome: judges.Violated, Message: long, Expected: hostile, Observed: long, Records: all}
	var many []judges.Finding
	for i := range findings {
		if i > 3 {
			bad.Records = nil
		}
		many = append(many, bad)
	}
	input := inputOf(1, list,
		passed("0250.shape"),
		verdictOf("0236.host-event.envelope", judges.Fail, "no-id-field: "+long, bad),
		verdictOf("0236.ephemeral.no-resume", judges.Fail, hostile, many...),
		verdictOf("0236.webhook.host-variant", judges.Inapplicable, hostile),
		verdictOf("0236.webhook.ephemeral-refused", judges.Skipped, hostile),
		verdictOf("0250.resume-backlog", judges.Blocked, long, finding(hostile, judges.Unproven, hostile, 6), finding(hostile, judges.Advisory, hostile)),
		verdictOf("0250.retention-volume", judges.Fail, long, bad),
	)
	input.Evidence.Run.Host, input.Evidence.Run.Suite.Version = hostile, hostile
	input.Evidence.Start.Read = true
	input.Evidence.Start.Name, input.Evidence.Start.Version, input.Evidence.Start.ProtocolVersions = hostile, long, []string{hostile}
	waive(&input,
		waiver.Waiver{Leg: "0250.retention-volume", Reason: hostile, Issue: hostile, Expires: hostile},
		waiver.Waiver{Leg: "0250.shape", Rule: hostile, Reason: hostile, Issue: hostile, Expires: hostile},
		waiver.Waiver{Leg: hostile, Rule: hostile, Reason: long, Issue: long, Expires: long},
	)
	view := viewOf(t, input)
	view.Again = hostile
	view.Required = []string{"0236.ephemeral.no-resume", "0236.webhook.host-variant", "0250.resume-backlog"}
	return view
}

// stoppedView is a run that was interrupted after some records.
func stoppedView(t *testing.T) View {
	t.Helper()
	list := records()[:12]
	list = append(list, journal.Record{Seq: 13, At: 45 * ms, Kind: journal.KindEnd, End: &journal.End{Count: 13, Reason: journal.EndInterrupted}})
	verdicts := []judges.Verdict{passed("0250.shape")}
	for _, leg := range catalogue()[1:] {
		verdicts = append(verdicts, verdictOf(leg.ID, judges.Blocked, "nothing of this leg could be measured"))
	}
	return viewOf(t, inputOf(130, list, verdicts...))
}

// noEventView is a run against a host that was not there.
func noEventView(t *testing.T) View {
	t.Helper()
	list := records()[:2]
	list[1].Exchange.Response = nil
	list[1].Exchange.Fault = &journal.Fault{Kind: journal.FaultDial, Message: "connection refused"}
	list = append(list, journal.Record{Seq: 3, At: 15 * ms, Kind: journal.KindEnd, End: &journal.End{Count: 3, Reason: journal.EndComplete}})
	var verdicts []judges.Verdict
	for _, leg := range catalogue() {
		verdicts = append(verdicts, verdictOf(leg.ID, judges.Blocked, "the discovery document could not be read: connection refused"))
	}
	input := inputOf(3, list, verdicts...)
	return viewOf(t, input)
}

// requiredView is a run of which every leg had to pass, with one of every result.
func requiredView(t *testing.T) View {
	t.Helper()
	input := inputOf(1, leftBehind(),
		passed("0250.shape"), passed("0236.host-event.envelope"),
		verdictOf("0236.ephemeral.no-resume", judges.Fail, "no-id-field: the frame of E1 has an empty id field",
			finding("no-id-field", judges.Violated, "the frame of E1 has an empty id field", 6)),
		verdictOf("0236.webhook.host-variant", judges.Blocked, "there is no webhook receiver: give --webhook-url"),
		verdictOf("0236.webhook.ephemeral-refused", judges.Blocked, "there is no webhook receiver: give --webhook-url"),
		verdictOf("0250.resume-backlog", judges.Inapplicable, "the host does not advertise strictReplay (discovery document, /hostEvents)"),
		verdictOf("0250.retention-volume", judges.Skipped, "asked for with --volume N"),
	)
	view := viewOf(t, input)
	view.Required = []string{
		"0250.resume-backlog", "0250.shape", "0236.ephemeral.no-resume", "0236.webhook.host-variant", "0250.retention-volume", "0236.no-such-leg",
	}
	return view
}

// leftBehind is the journal of a run that could not take back what it registered.
func leftBehind() []journal.Record {
	list := records()
	list[12] = journal.Record{Seq: 13, At: 50 * ms, Kind: journal.KindNote, Note: &journal.Note{
		Topic: journal.TopicCleanup, Name: journal.InboxA, Text: "the subscription t1/wh could not be unregistered: answered 500; delete it by hand",
	}}
	return list
}

// unjudgedView is a run against a host that claims nothing that the suite measures.
func unjudgedView(t *testing.T) View {
	t.Helper()
	verdicts := []judges.Verdict{passed("0250.shape")}
	for _, leg := range catalogue()[1:] {
		verdicts = append(verdicts, verdictOf(leg.ID, judges.Inapplicable, "the host does not advertise host events (discovery document, /hostEvents)"))
	}
	return viewOf(t, inputOf(0, records(), verdicts...))
}
