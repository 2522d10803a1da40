package witness

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hostwitness/witness/journal"
)

// vault is a credential that is gone for a while.
type vault struct {
	gone  time.Duration
	from  time.Time
	text  string // while it is gone; "" is an error
	after string // once it is back
}

func (v *vault) read(journal.Tenant) (string, error) {
	switch {
	case v.from.IsZero() || time.Since(v.from) >= v.gone:
		return v.after, nil
	case v.text == "":
		return "", errors.New(`open "/run/secrets/a-token-with-a-long-name": file is gone`)
	}
	return strings.TrimSpace(v.text), nil
}

func TestUnreadableCredentialIsWaitedForAndThenNotSent(t *testing.T) {
	for _, test := range []struct {
		name  string
		vault vault
		took  time.Duration
		says  string // "" when the request is sent
	}{
		{"there", vault{after: "one"}, 0, ""},
		{"renewed within a second", vault{gone: time.Second, after: "two"}, time.Second, ""},
		{"emptied and written within a second", vault{gone: time.Second, text: " ", after: "two"}, time.Second, ""},
		{"gone for good", vault{gone: time.Hour}, credentialPatience, `tenant a: open "/run/secrets/a-token-with-a-long-name": file is gone; put it back`},
		{"emptied for good", vault{gone: time.Hour, text: " "}, credentialPatience, "it is empty, and held a token before"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var sent atomic.Int32
			secret := &vault{after: "one"}
			count := func(out http.ResponseWriter, _ *http.Request) { sent.Add(1) }
			inBubble(t, count, func(c *Config) { c.Credential = secret.read }, func(t *testing.T, r *rig) {
				call := get()
				call.Tenant = journal.TenantA
				if fault := r.witness.Exchange(t.Context(), call).Fault; fault != nil {
					t.Fatalf("the first request has the fault %v", fault)
				}
				*secret = test.vault
				secret.from = time.Now()
				begun := time.Now()
				answer := r.witness.Exchange(t.Context(), call)
				stream := r.witness.Open(t.Context(), StreamCall{Name: "test/stream", Tenant: journal.TenantA, Path: "/"})
				if took := time.Since(begun); took != test.took {
					t.Errorf("it took %v, want %v", took, test.took)
				}
				<-stream.Done()
				if test.says == "" {
					if answer.Fault != nil || stream.Fault() != nil || sent.Load() != 3 {
						t.Errorf("faults %v and %v, %d requests; want none and 3", answer.Fault, stream.Fault(), sent.Load())
					}
					return
				}
				for _, fault := range []*journal.Fault{answer.Fault, stream.Fault()} {
					wantFault(t, fault, journal.FaultNotSent)
					if !strings.Contains(fault.Message, test.says) {
						t.Errorf("the fault says %q, want %q", fault.Message, test.says)
					}
				}
				if sent.Load() != 1 {
					t.Errorf("%d requests were sent, want the first alone", sent.Load())
				}
			})
		})
	}
}

func TestWaitForACredentialEndsWithTheRun(t *testing.T) {
	gone := func(journal.Tenant) (string, error) { return "", errors.New("gone") }
	inBubble(t, stuck, func(c *Config) { c.Credential = gone }, func(t *testing.T, r *rig) {
		call := get()
		call.Tenant = journal.TenantA
		begun := time.Now()
		closing := time.AfterFunc(time.Second, r.witness.Close)
		defer closing.Stop()
		wantFault(t, r.witness.Exchange(t.Context(), call).Fault, journal.FaultStopped)
		if took := time.Since(begun); took != time.Second {
			t.Errorf("it took %v after the run was over", took-time.Second)
		}
	})
}

func TestRenewedCredentialIsPutOnRecord(t *testing.T) {
	server, _ := recordingHost(t, respond(200, "{}"))
	tokens := []string{"token-one", "token-one", "token-two"}
	r := newRig(t, server.URL, func(c *Config) {
		c.Credential = func(journal.Tenant) (string, error) {
			token := tokens[0]
			tokens = tokens[1:]
			return token, nil
		}
	})
	call := get()
	call.Tenant = journal.TenantA
	for range 3 {
		r.witness.Exchange(t.Context(), call)
	}
	note := r.one(journal.KindNote).Note
	if note.Topic != journal.TopicCredential || note.Name != "a" || note.Text != journal.CredentialRenewed {
		t.Errorf("the note is %+v", note)
	}
	if strings.Contains(r.text.String(), "token-two") {
		t.Error("the journal tells the credential")
	}
}

// A stream of nobody may bear a token that the suite made up: the same each
// time, and in no record.
func TestMadeUpTokenIsSentAndNotRecorded(t *testing.T) {
	got := make(chan string, 2)
	inBubble(t, func(out http.ResponseWriter, request *http.Request) {
		got <- request.Header.Get("Authorization")
		out.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(out, "no such token: "+request.Header.Get("Authorization"))
	}, func(config *Config) {
		config.Credential = func(journal.Tenant) (string, error) { return "stream-token", nil }
	}, func(t *testing.T, r *rig) {
		for _, name := range []string{"test/first", "test/second"} {
			<-r.witness.Open(t.Context(), StreamCall{Name: name, Path: "/host/events", MadeUp: true}).Done()
		}
		first, second := <-got, <-got
		token, bears := strings.CutPrefix(first, "Bearer ")
		if !bears || len(token) < 20 || first != second || strings.Contains(token, "stream-token") {
			t.Errorf("the host got %q and %q", first, second)
		}
		for _, record := range r.all(journal.KindIntent) {
			if !record.Intent.MadeUp || record.Intent.Tenant != journal.Nobody {
				t.Errorf("intent = %+v", record.Intent)
			}
		}
		for _, record := range r.all(journal.KindOpened) {
			if strings.Contains(string(record.Opened.Body.Content()), token) {
				t.Errorf("the token is in the record of %s", record.Opened.Stream)
			}
		}
	})
}
