package app

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/witness/journal"
)

func embeddedForTest(t *testing.T) subject {
	t.Helper()
	subject, stop, err := embeddedSubject(false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return subject
}

// What a plan says of the embedded host is what a run of it has.
func TestPlannedFactsAreThoseOfTheEmbeddedHost(t *testing.T) {
	want := journal.Facts{
		Tenants: map[journal.Tenant]string{journal.TenantA: host.TenantA, journal.TenantB: host.TenantB},
		Workspaces: []journal.Workspace{
			{ID: host.WorkspaceA1, Tenant: journal.TenantA, Within: []journal.Tenant{journal.TenantA}},
			{ID: host.WorkspaceA2, Tenant: journal.TenantA},
			{ID: host.WorkspaceB1, Tenant: journal.TenantB, Within: []journal.Tenant{journal.TenantB}},
		},
		Restart: true, Expire: true, Remove: true,
	}
	if diff := cmp.Diff(want, embeddedFacts()); diff != "" {
		t.Errorf("facts of a plan (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, embeddedForTest(t).allFacts()); diff != "" {
		t.Errorf("facts of a run (-want +got):\n%s", diff)
	}
}

// What a double changes of its configuration is in the facts.
func TestFactsAreOfTheDoubleThatIsServed(t *testing.T) {
	subject, stop, err := loopback().subject(double.Double{ID: "renamed", Configure: func(config *host.Config) {
		config.Tenants = []host.Tenant{
			{ID: "other-a", Keys: []host.Key{{Token: host.TestKeyA, Workspaces: []string{}}}, Workspaces: []string{"w-1"}},
			{ID: "other-b", Keys: []host.Key{{Token: host.TestKeyB}}},
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	want := journal.Facts{
		Tenants:    map[journal.Tenant]string{journal.TenantA: "other-a", journal.TenantB: "other-b"},
		Workspaces: []journal.Workspace{{ID: "w-1", Tenant: journal.TenantA}},
	}
	if diff := cmp.Diff(want, subject.facts); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

// The facts are true: the host answers a call for an event of each workspace as
// they say.
func TestEmbeddedHostAnswersByItsFacts(t *testing.T) {
	subject := embeddedForTest(t)
	tokens := map[journal.Tenant]string{journal.TenantA: host.TestKeyA, journal.TenantB: host.TestKeyB}
	tried := 0
	for _, workspace := range subject.facts.Workspaces {
		for side, token := range tokens {
			within := len(workspace.Within) > 0 && workspace.Within[0] == side
			if status, _ := callTrigger(t, subject, token, `{"delivery":"durable","workspaceId":"`+workspace.ID+`"}`); (status == http.StatusAccepted) != within {
				t.Errorf("an event of %s for credential %s is answered %d", workspace.ID, side, status)
			}
			tried++
		}
	}
	if tried != 6 {
		t.Errorf("%d calls were tried", tried)
	}
}

func TestOperatorOfTheEmbeddedHost(t *testing.T) {
	subject := embeddedForTest(t)
	_, first := callTrigger(t, subject, host.TestKeyA, `{"delivery":"durable"}`)
	_, second := callTrigger(t, subject, host.TestKeyA, `{"delivery":"durable"}`)
	if _, err := subject.operator.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := subject.operator.Remove(t.Context(), second); err != nil {
		t.Errorf("an event from before the restart: %v", err)
	}
	if _, err := subject.operator.Remove(t.Context(), second); err == nil {
		t.Error("it was removed twice")
	}
	if _, err := subject.operator.Expire(t.Context(), first); err != nil {
		t.Error(err)
	}
	if _, err := subject.operator.Expire(t.Context(), first); err == nil {
		t.Error("it expired twice")
	}
}

// callTrigger asks for an event and gives the status and the event's id.
func callTrigger(t *testing.T, subject subject, token, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), "POST", subject.base.String()+"/host/events/test", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var receipt struct{ EventID string }
	if answer.StatusCode == http.StatusAccepted {
		if err := json.NewDecoder(answer.Body).Decode(&receipt); err != nil {
			t.Fatal(err)
		}
	}
	return answer.StatusCode, receipt.EventID
}
