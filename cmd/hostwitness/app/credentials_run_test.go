package app

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/judges"
	"hostwitness/witness/journal"
)

// moments are when in a run something befalls a credential: before, between and
// after what the scenarios do.
func moments() []time.Duration {
	var all []time.Duration
	for at := time.Duration(0); at < 3*time.Second; at += 270 * time.Millisecond {
		all = append(all, at)
	}
	return append(all, time.Millisecond, 5*time.Millisecond)
}

// A slowHost answers each request after a while, so that a run in fake time has
// moments between its requests.
func slowHost(wrap func(inner http.Handler) http.Handler) double.Double {
	return double.Double{ID: "slow", Alter: func(parts *host.Parts) {
		parts.Wrap = append(parts.Wrap, wrap, func(inner http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if linger(r.Context(), 30*time.Millisecond) {
					inner.ServeHTTP(w, r)
				}
			})
		})
	}}
}

func unchanged(inner http.Handler) http.Handler { return inner }

const goneFile = "/run/secrets/a-file-whose-name-is-longer-than-eighty-characters-and-must-be-told-whole/token"

// TestCredentialThatVanishesConvictsNobody takes each credential away at many
// moments, for good and for a while.
func TestCredentialThatVanishesConvictsNobody(t *testing.T) {
	for _, tenant := range []journal.Tenant{journal.TenantA, journal.TenantB} {
		for _, gone := range []time.Duration{time.Second, time.Hour} {
			for _, at := range moments() {
				t.Run(fmt.Sprintf("%s for %v from %v", tenant, gone, at), func(t *testing.T) {
					t.Parallel()
					done := rehearsal{double: slowHost(unchanged), subject: func(s *subject) { s.credentials = vanishing(s.credentials, tenant, at, gone) }}.run(t)
					done.mustConvictNobody(t)
					if gone == time.Second {
						done.mustPassAll(t)
					} else if tenant == journal.TenantA && at <= time.Second {
						done.mustTell(t, goneFile)
					}
				})
			}
		}
	}
}

// vanishing are credentials of which one cannot be read for a while.
func vanishing(given credentials, tenant journal.Tenant, at, gone time.Duration) credentials {
	begun, read := time.Now(), given.read[tenant]
	given.read[tenant] = func() (string, error) {
		if since := time.Since(begun); since >= at && since < at+gone {
			return "", errors.New("read the credential file named by OPENWOP_API_KEY_FILE: stat " + goneFile + ": no such file or directory")
		}
		return read()
	}
	return given
}

// TestTokenThatEndsConvictsNobody lets the first tenant's token end at many
// moments: at once from then on, or until a renewed one is read a while later.
func TestTokenThatEndsConvictsNobody(t *testing.T) {
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden} {
		for _, back := range []time.Duration{time.Hour, 700 * time.Millisecond} {
			for _, at := range moments() {
				t.Run(fmt.Sprintf("%d from %v for %v", status, at, back), func(t *testing.T) {
					t.Parallel()
					done := rehearsal{double: slowHost(ending(at, back, status)), subject: func(s *subject) { s.credentials = renewing(s.credentials, at+back) }}.run(t)
					done.mustConvictNobody(t)
					if back == time.Hour && status == http.StatusUnauthorized && at == 500*time.Millisecond {
						done.mustTell(t, "and refused (401) from")
					}
				})
			}
		}
	}
}

const renewedKey = "renewed-token-of-the-first-tenant"

// renewing gives another token of the first tenant from a moment on.
func renewing(given credentials, at time.Duration) credentials {
	begun, read := time.Now(), given.read[journal.TenantA]
	given.read[journal.TenantA] = func() (string, error) {
		if time.Since(begun) >= at {
			return renewedKey, nil
		}
		return read()
	}
	return given
}

// ending refuses the first tenant's token from a moment on. The renewed one
// stands for it as soon as it is there.
func ending(at, back time.Duration, status int) func(http.Handler) http.Handler {
	return func(inner http.Handler) http.Handler {
		begun := time.Now()
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch since := time.Since(begun); {
			case credentialOf(r) == renewedKey:
				r = r.Clone(r.Context())
				r.Header.Set("Authorization", "Bearer "+host.TestKeyA)
			case credentialOf(r) == host.TestKeyA && since >= at:
				http.Error(w, `{"error":"unauthenticated","message":"no"}`, status)
				return
			}
			inner.ServeHTTP(w, r)
		})
	}
}

// TestRefusedFirstCredentialIsOneReason refuses the first credential from the
// start. Every leg that needs it is blocked for the same reason.
func TestRefusedFirstCredentialIsOneReason(t *testing.T) {
	for status, says := range map[int]string{
		http.StatusUnauthorized: "the host refused the first credential (embedded) with 401; give a valid bearer token with the scopes runs:read and webhooks:manage",
		http.StatusForbidden:    "the host refused the first credential (embedded) with 403: it lacks a scope; give a token with the scopes runs:read and webhooks:manage",
	} {
		done := rehearsal{double: slowHost(ending(0, time.Hour, status))}.run(t)
		done.mustConvictNobody(t)
		for _, verdict := range done.driven() {
			if verdict.Result == judges.Blocked && verdict.Reason != says {
				t.Errorf("%s is blocked for %q, want %q", verdict.Leg, verdict.Reason, says)
			}
			if verdict.Result != judges.Blocked && !strings.HasSuffix(verdict.Leg, ".shape") {
				t.Errorf("%s is %s", verdict.Leg, verdict.Result)
			}
		}
	}
}

// TestListingIsJudgedWithARefusedCredential: what is broken without the
// credential is not hidden behind its refusal.
func TestListingIsJudgedWithARefusedCredential(t *testing.T) {
	refused := ending(0, time.Hour, http.StatusUnauthorized)
	refusing := slowHost(func(inner http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/.well-known/openwop" {
				refused(inner).ServeHTTP(w, r)
				return
			}
			page := httptest.NewRecorder()
			inner.ServeHTTP(page, r)
			_, _ = strings.NewReplacer(`"ephemeral"`, `"sometimes"`).WriteString(w, page.Body.String())
		})
	})
	verdict := rehearsal{double: refusing}.run(t).verdict(t, "0236.host-event.envelope")
	if verdict.Result != judges.Fail || !strings.HasPrefix(verdict.Reason, "facet") {
		t.Errorf("the listing that is wrong is %s (%s)", verdict.Result, verdict.Reason)
	}
}

// TestHostThatRefusesWhatItAcceptsIsConvicted: a host that turns strict resumes
// away with the credential that it goes on to accept is convicted.
func TestHostThatRefusesWhatItAcceptsIsConvicted(t *testing.T) {
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden} {
		refusing := slowHost(func(inner http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Query().Get("replay") != "" {
					http.Error(w, `{"error":"unauthenticated","message":"no"}`, status)
					return
				}
				inner.ServeHTTP(w, r)
			})
		})
		verdict := rehearsal{double: refusing}.run(t).verdict(t, "0250.resume-backlog")
		if verdict.Result != judges.Fail || !strings.HasPrefix(verdict.Reason, "accepted") {
			t.Errorf("strict resumes answered %d: %s (%s)", status, verdict.Result, verdict.Reason)
		}
	}
}

func (r rehearsed) mustConvictNobody(t *testing.T) {
	t.Helper()
	for _, verdict := range r.verdicts {
		if verdict.Result == judges.Fail {
			t.Errorf("%s failed: %s", verdict.Leg, verdict.Reason)
		}
	}
}

func (r rehearsed) mustPassAll(t *testing.T) {
	t.Helper()
	for _, verdict := range r.driven() {
		if verdict.Result != judges.Pass {
			t.Errorf("%s is %s: %s", verdict.Leg, verdict.Result, verdict.Reason)
		}
	}
}

// mustTell asks that some leg is blocked for a reason that holds a text, and
// shows what is said instead.
func (r rehearsed) mustTell(t *testing.T, text string) {
	t.Helper()
	var reasons []string
	for _, verdict := range r.verdicts {
		if strings.Contains(verdict.Reason, text) {
			return
		}
		reasons = append(reasons, verdict.Leg+": "+verdict.Reason)
	}
	t.Errorf("no leg is blocked for a reason that holds %q:\n%s", text, strings.Join(reasons, "\n"))
}
