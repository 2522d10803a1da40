package judges_test

import (
	"slices"
	"testing"

	"hostwitness/judges"
	"hostwitness/witness/journal"
)

// open shows every event to either credential, and no subscription id names a
// tenant. The operator says what the tenants are.
func open(told map[journal.Tenant]string) double {
	return shared(double{
		run: func(r *journal.Run) { r.Options.Facts.Tenants = told },
		published: func(s *story, name string) {
			for _, stream := range []string{journal.StreamControlA, journal.StreamControlB} {
				if s.tenants[stream] != s.owners[name] && s.tenants[stream] != "" {
					s.frame(stream, name)
				}
			}
		},
	})
}

// Where nothing on the wire tells two tenants apart, the operator's word does.
func TestIsolationRestsOnTheOperatorsWord(t *testing.T) {
	verdict := judge(t, open(map[journal.Tenant]string{journal.TenantA: "acme", journal.TenantB: "globex"}))[legIsolation]
	violated := rulesOf(verdict, judges.Violated)
	if verdict.Result != judges.Fail || !slices.Contains(violated, "durable-stream") || !slices.Contains(violated, "ephemeral-stream") {
		t.Errorf("with both tenants told: %s", describe(verdict))
	}
	for name, told := range map[string]map[journal.Tenant]string{
		"neither": nil, "the first alone": {journal.TenantA: "acme"}, "the second alone": {journal.TenantB: "globex"},
		"one and the same": {journal.TenantA: "acme", journal.TenantB: "acme"},
	} {
		verdict := judge(t, open(told))[legIsolation]
		if verdict.Result != judges.Blocked {
			t.Errorf("%s: %s", name, describe(verdict))
		}
		wantUnproven(t, verdict, legIsolation, "durable-stream", "say tenants.a and tenants.b in the configuration")
	}
}

// What the host says in its subscription ids weighs more than the operator's
// word about whose the second credential is.
func TestSubscriptionIDsWeighMoreThanTheOperatorsWord(t *testing.T) {
	host := open(map[journal.Tenant]string{journal.TenantA: "acme", journal.TenantB: "globex"})
	host.webhookID = func(inbox, _ string) string { return "acme/hook-" + inbox[len(inbox)-1:] }
	wantUnproven(t, judge(t, host)[legIsolation], legIsolation, "durable-stream", "is bound to the first tenant: both webhook ids begin with acme/")
}
