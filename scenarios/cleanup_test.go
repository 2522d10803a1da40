package scenarios

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hostwitness/witness/journal"
)

// leftUnknown is a registration of which only the intent is on record.
func leftUnknown(t *testing.T) []Leftover {
	t.Helper()
	w := newWritten(t)
	w.intend("x/box", nil)
	return w.leftovers()
}

// leftKnown is one whose id is on record.
func leftKnown(t *testing.T, id string) []Leftover {
	t.Helper()
	w := newWritten(t)
	w.intend("x/box", nil)
	w.exchange("x/box", 201, registrationOf(id))
	return w.leftovers()
}

func TestUnknownLeftoverIsRegisteredAgainAndDeleted(t *testing.T) {
	host := answers(http.StatusCreated, http.StatusNoContent, registrationOf("tenant/wh 1"))
	undone := CleanUp(t.Context(), cleanup(t, host, leftUnknown(t)))
	if len(undone) != 1 || undone[0].Result != UndoneDeleted || undone[0].WebhookID != "tenant/wh 1" {
		t.Errorf("undone %+v, want deleted", undone)
	}
	want := []asked{
		{"POST", "/api/webhooks", keyOne, "token-of-a", bodyOne},
		{"DELETE", "/api/webhooks/tenant~2Fwh~201", "", "token-of-a", ""},
	}
	if diff := cmp.Diff(want, host.requests(), cmp.AllowUnexported(asked{})); diff != "" {
		t.Errorf("the host was asked (-want +got):\n%s", diff)
	}
}

func TestKnownLeftoverIsDeletedAlone(t *testing.T) {
	host := answers(http.StatusTeapot, http.StatusOK, "")
	undone := CleanUp(t.Context(), cleanup(t, host, leftKnown(t, "t/1")))
	if len(undone) != 1 || undone[0].Result != UndoneDeleted {
		t.Errorf("undone %+v, want deleted", undone)
	}
	if want := []asked{{"DELETE", "/api/webhooks/t~2F1", "", "token-of-a", ""}}; !slices.Equal(host.requests(), want) {
		t.Errorf("the host was asked %+v, want %+v", host.requests(), want)
	}
}

// Whatever the host answers, what is not known to be gone is told as left.
func TestAnswersToACleanup(t *testing.T) {
	const id = `{"webhookId":"t/1"}`
	for _, test := range []struct {
		name         string
		known        bool
		post, remove int
		body         string
		want         Undoing
		says         string
		asked        string // methods in order
	}{
		{"gone", true, 0, 404, "", UndoneGone, "", "DELETE"},
		{"gone for ever", true, 0, 410, "", UndoneGone, "", "DELETE"},
		{"forbidden", true, 0, 403, "", UndoneLeft, "DELETE /webhooks/t~2F1: the host answers 403 to the credential of that tenant: give one that may", "DELETE"},
		{"unauthorised", true, 0, 401, "", UndoneLeft, "give one that may do this", "DELETE"},
		{"failing", true, 0, 503, "", UndoneLeft, "the host answers 503; clean up again later", "DELETE DELETE DELETE"},
		{"refused", false, 400, 0, "", UndoneNever, "refuses the registration with 400", "POST"},
		{"refused as unprocessable", false, 422, 0, "", UndoneNever, "refuses the registration with 422", "POST"},
		{"registered, and gone", false, 201, 404, id, UndoneGone, "", "POST DELETE"},
		{"registered with 200", false, 200, 204, id, UndoneDeleted, "", "POST DELETE"},
		{"registered, and kept", false, 201, 405, id, UndoneLeft, "DELETE /webhooks/t~2F1: the host answers 405", "POST DELETE"},
		{"registered without an id", false, 201, 0, "{}", UndoneLeft, "without a webhookId", "POST"},
		{"credential refused", false, 401, 0, "", UndoneLeft, "give one that may do this", "POST"},
		{"no such path", false, 404, 0, "", UndoneLeft, "the host answers 404", "POST"},
		{"in conflict", false, 409, 0, "", UndoneLeft, "the host answers 409", "POST"},
		{"failing to register", false, 500, 0, "", UndoneLeft, "the host answers 500", "POST POST POST"},
	} {
		t.Run(test.name, func(t *testing.T) {
			left := leftUnknown(t)
			if test.known {
				left = leftKnown(t, "t/1")
			}
			host := answers(test.post, test.remove, test.body)
			undone := CleanUp(t.Context(), cleanup(t, host, left))
			if len(undone) != 1 || undone[0].Result != test.want || !strings.Contains(undone[0].Detail, test.says) {
				t.Errorf("undone %+v, want %s that says %q", undone, test.want, test.says)
			}
			var methods []string
			for _, request := range host.requests() {
				methods = append(methods, request.method)
			}
			if got := strings.Join(methods, " "); got != test.asked {
				t.Errorf("the host was asked %s, want %s", got, test.asked)
			}
		})
	}
}

// The 201 that was on record without an id is not taken back by a refusal.
func TestRefusalDoesNotUndoWhatWasAccepted(t *testing.T) {
	w := newWritten(t)
	w.intend("x/box", nil)
	w.exchange("x/box", 201, "{}")
	undone := CleanUp(t.Context(), cleanup(t, answers(400, 0, ""), w.leftovers()))
	if len(undone) != 1 || undone[0].Result != UndoneLeft {
		t.Errorf("undone %+v, want left", undone)
	}
}

// After a day the key is a new one to the host: it would register a second time
// and the first would stay.
func TestOldRegistrationIsNotRepeated(t *testing.T) {
	host := answers(http.StatusCreated, http.StatusNoContent, registrationOf("t/1"))
	old := cleanup(t, host, append(leftUnknown(t), leftKnown(t, "t/2")...))
	old.Since = 24 * time.Hour
	undone := CleanUp(t.Context(), old)
	if undone[0].Result != UndoneLeft || !strings.Contains(undone[0].Detail, "24 hours") {
		t.Errorf("the old one without an id is %+v, want left", undone[0])
	}
	if undone[1].Result != UndoneDeleted {
		t.Errorf("the old one with an id is %+v, want deleted", undone[1])
	}
	if seen := host.requests(); len(seen) != 1 || seen[0].method != http.MethodDelete {
		t.Errorf("the host was asked %+v, want one DELETE", seen)
	}
}

// An id is put into a path only where it is one segment of it.
func TestIdsThatAreNoSegmentAreNotDeleted(t *testing.T) {
	for _, id := range []string{".", "..", strings.Repeat("x", 4000)} {
		host := answers(0, http.StatusNoContent, "")
		undone := CleanUp(t.Context(), cleanup(t, host, leftKnown(t, id)))
		if len(undone) != 1 || undone[0].Result != UndoneLeft || len(host.requests()) > 0 {
			t.Errorf("%.10s: undone %+v after %+v, want left and nothing asked", id, undone, host.requests())
		}
	}
}

// A credential stays with the host.
func TestCleanupFollowsNobodyElsewhere(t *testing.T) {
	elsewhere := answers(http.StatusCreated, http.StatusNoContent, registrationOf("t/1"))
	trap := httptest.NewServer(elsewhere)
	defer trap.Close()
	host := &counter{answer: func(_ asked, w http.ResponseWriter) {
		w.Header().Set("Location", trap.URL+"/webhooks")
		w.WriteHeader(http.StatusTemporaryRedirect)
	}}
	undone := CleanUp(t.Context(), cleanup(t, host, leftUnknown(t)))
	if len(undone) != 1 || undone[0].Result != UndoneLeft || !strings.Contains(undone[0].Detail, "another origin") {
		t.Errorf("undone %+v, want left because of another origin", undone)
	}
	if seen := elsewhere.requests(); len(seen) > 0 {
		t.Errorf("somebody else was asked %+v", seen)
	}
}

// A stopped cleanup tells of everything it did not do.
func TestStoppedCleanupLeavesTheRest(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	host := &counter{answer: func(_ asked, w http.ResponseWriter) { w.WriteHeader(http.StatusNoContent) }}
	several := cleanup(t, host, slices.Concat(leftKnown(t, "t/1"), leftKnown(t, "t/2"), leftKnown(t, "t/3")))
	var told []Undoing
	several.Tell = func(undone Undone) {
		told = append(told, undone.Result)
		stop()
	}
	CleanUp(ctx, several)
	if want := []Undoing{UndoneDeleted, UndoneLeft, UndoneLeft}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	if seen := host.requests(); len(seen) != 1 {
		t.Errorf("the host was asked %d times, want once", len(seen))
	}
}

// A lost answer is asked for again with the same key, as in a run.
func TestLostAnswerIsAskedForAgain(t *testing.T) {
	lost := 0
	host := &counter{answer: func(request asked, w http.ResponseWriter) {
		if lost++; lost%2 == 1 {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, registrationOf("t/1"))
	}}
	undone := CleanUp(t.Context(), cleanup(t, host, leftUnknown(t)))
	if len(undone) != 1 || undone[0].Result != UndoneDeleted {
		t.Errorf("undone %+v, want deleted", undone)
	}
	for _, request := range host.requests() {
		if request.method == http.MethodPost && request.key != keyOne {
			t.Errorf("repeated with the key %q, want %q", request.key, keyOne)
		}
	}
	if seen := host.requests(); len(seen) != 4 {
		t.Errorf("the host was asked %+v, want each request twice", seen)
	}
}

// What a leftover needs is asked of the credential of its own tenant.
func TestLeftoverIsTakenBackByItsTenant(t *testing.T) {
	w := newWritten(t)
	w.intend("x/box", func(intent *journal.Intent) { intent.Tenant = journal.TenantB })
	host := answers(http.StatusCreated, http.StatusNoContent, registrationOf("t/1"))
	CleanUp(t.Context(), cleanup(t, host, w.leftovers()))
	for _, request := range host.requests() {
		if request.token != "token-of-b" {
			t.Errorf("%s was asked with %q", request.method, request.token)
		}
	}
	if len(host.requests()) != 2 {
		t.Errorf("the host was asked %+v, want two requests", host.requests())
	}
}
