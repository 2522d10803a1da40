package scenarios

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"hostwitness/witness"
	"hostwitness/witness/journal"
)

const (
	keyOne  = "key-of-the-first-registration"
	bodyOne = `{"events":["host-test.durable-triggered"],"url":"http://127.0.0.1:9/token"}`
)

// written writes a journal of a run and reads it back.
type written struct {
	t        *testing.T
	out      bytes.Buffer
	recorder *journal.Recorder
}

func newWritten(t *testing.T) *written {
	w := &written{t: t}
	w.recorder = journal.NewRecorder(&w.out, journal.RecorderConfig{})
	return w
}

func (w *written) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// intend records the intent to register, changed as the case wants it.
func (w *written) intend(name string, change func(*journal.Intent)) {
	w.t.Helper()
	intent := journal.Intent{
		Action: journal.ActionRegister, Name: name, Tenant: journal.TenantA, Key: keyOne, Path: "/webhooks", Body: w.recorder.Bytes([]byte(bodyOne)),
	}
	if change != nil {
		change(&intent)
	}
	w.must(w.recorder.Append(journal.Record{Kind: journal.KindIntent, Intent: &intent}))
}

// exchange records one attempt with the first key; status 0 is none.
func (w *written) exchange(name string, status int, body string) {
	w.t.Helper()
	w.exchangeOf(keyOne, "http://127.0.0.1/api/webhooks", name, status, body)
}

// undo records one attempt to delete an id.
func (w *written) undo(name, id string, status int) {
	w.t.Helper()
	w.exchangeOf("", "http://127.0.0.1/api/webhooks/"+id, name, status, "")
}

func (w *written) exchangeOf(key, target, name string, status int, body string) {
	w.t.Helper()
	raw := journal.RawExchange{Name: name, Attempt: 1, Tenant: journal.TenantA, Method: http.MethodPost, URL: target}
	if key != "" {
		raw.RequestHeader = []journal.Header{{Name: "Idempotency-Key", Value: key}}
	}
	if status == 0 {
		raw.Fault = &journal.Fault{Kind: journal.FaultReset, Message: "the connection broke"}
	} else {
		raw.Response = &journal.RawResponse{Status: status, Body: []byte(body)}
	}
	w.must(w.recorder.Exchange(0, raw))
}

func (w *written) leftovers() []Leftover {
	w.t.Helper()
	records, _ := journal.Read(bytes.NewReader(w.out.Bytes())) // it has no end
	return Leftovers(records)
}

// asked is a request that a host got.
type asked struct {
	method, path, key, token, body string
}

// counter is a host that answers as it is told and keeps what it was asked.
type counter struct {
	answer func(asked, http.ResponseWriter)

	mutex sync.Mutex
	seen  []asked
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	request := asked{r.Method, r.URL.EscapedPath(), r.Header.Get("Idempotency-Key"), strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), string(body)}
	c.mutex.Lock()
	c.seen = append(c.seen, request)
	c.mutex.Unlock()
	c.answer(request, w)
}

func (c *counter) requests() []asked {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return append([]asked(nil), c.seen...)
}

// answers gives a host that answers each method with one status, and a
// registration with a body.
func answers(post, remove int, body string) *counter {
	return &counter{answer: func(request asked, w http.ResponseWriter) {
		if request.method == http.MethodDelete {
			w.WriteHeader(remove)
			return
		}
		w.WriteHeader(post)
		_, _ = io.WriteString(w, body)
	}}
}

// cleanup prepares a cleanup against a host below a path.
func cleanup(t *testing.T, host http.Handler, left []Leftover) Cleanup {
	t.Helper()
	server := httptest.NewServer(host)
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL + "/api")
	if err != nil {
		t.Fatal(err)
	}
	observer, err := witness.New(witness.Config{
		Base: base, Started: time.Now(), Recorder: journal.NewRecorder(io.Discard, journal.RecorderConfig{}),
		Credential: func(tenant journal.Tenant) (string, error) { return "token-of-" + string(tenant), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(observer.Close)
	return Cleanup{
		Witness: observer, Waits: Waits{Fault: time.Millisecond}, Left: left, Versions: []string{"2.0", "2.3"},
		Since: time.Hour, Tell: func(Undone) {},
	}
}

func registrationOf(id string) string {
	body, _ := json.Marshal(map[string]string{"webhookId": id, "secret": "whsec"}) // a map of strings always marshals
	return string(body)
}
