package scenarios

import (
	"net/http"
	"strings"
	"testing"

	"hostwitness/witness/journal"
)

// What a journal tells of one registration decides whether something is left.
func TestLeftoversFollowFromTheRecords(t *testing.T) {
	for _, test := range []struct {
		name string
		tell func(*written)
		left bool
		id   string
	}{
		{"only the intent", func(*written) {}, true, ""},
		{"accepted", func(w *written) { w.exchange("x/box", 201, registrationOf("t/1")) }, true, "t/1"},
		{"accepted with another member of another type", func(w *written) { w.exchange("x/box", 201, `{"webhookId":"t/1","secret":7}`) }, true, "t/1"},
		{"accepted without an id", func(w *written) { w.exchange("x/box", 201, `{}`) }, true, ""},
		{"accepted with an id that is none", func(w *written) { w.exchange("x/box", 201, `{"webhookId":7}`) }, true, ""},
		{"refused", func(w *written) { w.exchange("x/box", 400, `{}`) }, false, ""},
		{"not found", func(w *written) { w.exchange("x/box", 404, `{}`) }, false, ""},
		{"limited", func(w *written) { w.exchange("x/box", 429, `{}`) }, false, ""},
		{"not answered", func(w *written) { w.exchange("x/box", 0, "") }, true, ""},
		{"failed", func(w *written) { w.exchange("x/box", 503, "") }, true, ""},
		{"redirected", func(w *written) { w.exchange("x/box", 302, "") }, true, ""},
		{"failed, then accepted", func(w *written) { w.exchange("x/box", 503, ""); w.exchange("x/box", 201, registrationOf("t/1")) }, true, "t/1"},
		{"not answered, then refused", func(w *written) { w.exchange("x/box", 0, ""); w.exchange("x/box", 400, "") }, false, ""},
		{"not answered, then unauthorised", func(w *written) { w.exchange("x/box", 0, ""); w.exchange("x/box", 401, "") }, true, ""},
		{"not answered, then in conflict", func(w *written) { w.exchange("x/box", 0, ""); w.exchange("x/box", 409, "") }, true, ""},
		{"taken back", func(w *written) {
			w.exchange("x/box", 201, registrationOf("t/1"))
			w.exchange("x/box-unregister", 204, "")
		}, false, ""},
		{"gone already", func(w *written) {
			w.exchange("x/box", 201, registrationOf("t/1"))
			w.exchange("x/box-unregister", 404, "")
		}, false, ""},
		{"not taken back", func(w *written) {
			w.exchange("x/box", 201, registrationOf("t/1"))
			w.exchange("x/box-unregister", 500, "")
		}, true, "t/1"},
		{"taken back at the second attempt", func(w *written) {
			w.exchange("x/box", 201, registrationOf("t/1"))
			w.exchange("x/box-unregister", 0, "")
			w.exchange("x/box-unregister", 204, "")
		}, false, ""},
		{"another one taken back", func(w *written) {
			w.exchange("x/box", 201, registrationOf("t/1"))
			w.exchange("x/box~2-unregister", 204, "")
		}, true, "t/1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWritten(t)
			w.intend("x/box", nil)
			test.tell(w)
			left := w.leftovers()
			if (len(left) == 1) != test.left {
				t.Fatalf("left %+v, want %v", left, test.left)
			}
			if test.left && (left[0].WebhookID != test.id || left[0].Target != "http://127.0.0.1:9/token") {
				t.Errorf("left %+v, want the id %q and its target", left[0], test.id)
			}
		})
	}
}

// A name that is used again is another registration; what is told under it is
// of the later one.
func TestLeftoversOfOneNameAreKeptApart(t *testing.T) {
	w := newWritten(t)
	w.intend("x/box", nil)
	w.exchange("x/box", 201, registrationOf("t/1"))
	w.intend("x/box", func(intent *journal.Intent) { intent.Key = "another-key-of-that-name" })
	w.exchange("x/box", 400, "")
	if left := w.leftovers(); len(left) != 1 || left[0].WebhookID != "t/1" {
		t.Errorf("left %+v, want the first", left)
	}
}

// An intent that no run of the suite writes is never carried out.
func TestForgedIntentsAreNotRepeated(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*written, *journal.Intent)
		says   string
	}{
		{"another path", func(_ *written, i *journal.Intent) { i.Path = "/admin/keys" }, "another path"},
		{"a path beyond", func(_ *written, i *journal.Intent) { i.Path = "/webhooks/../admin" }, "another path"},
		{"a path with a query", func(_ *written, i *journal.Intent) { i.Path = "/webhooks?all=true" }, "another path"},
		{"no key", func(_ *written, i *journal.Intent) { i.Key = "" }, "Idempotency-Key"},
		{"a key with a line", func(_ *written, i *journal.Intent) { i.Key = "key-of-the-first-registration\r\nX: y" }, "Idempotency-Key"},
		{"no body", func(_ *written, i *journal.Intent) { i.Body = nil }, "no body"},
		{"a body with a secret", func(w *written, i *journal.Intent) {
			w.recorder.AddSecret("credential-a", "a-very-secret-token")
			i.Body = w.recorder.Bytes([]byte(`{"url":"http://127.0.0.1:9/a-very-secret-token"}`))
		}, "not on record as it was sent"},
		{"a body that was cut", func(_ *written, i *journal.Intent) { i.Body.Cut = true }, "not on record as it was sent"},
		{"a body that was changed", func(_ *written, i *journal.Intent) { i.Body.Text += " " }, "not on record as it was sent"},
		{"no JSON", func(w *written, i *journal.Intent) { i.Body = w.recorder.Bytes([]byte("hello")) }, "no registration"},
		{"no address", func(w *written, i *journal.Intent) { i.Body = w.recorder.Bytes([]byte(`{"url":"file:///etc/passwd"}`)) }, "no registration"},
		{"no tenant", func(_ *written, i *journal.Intent) { i.Tenant = "" }, "no tenant"},
		{"an unknown tenant", func(_ *written, i *journal.Intent) { i.Tenant = "c" }, "no tenant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWritten(t)
			w.intend("x/box", func(intent *journal.Intent) { test.change(w, intent) })
			host := answers(http.StatusCreated, http.StatusNoContent, registrationOf("t/1"))
			undone := CleanUp(t.Context(), cleanup(t, host, w.leftovers()))
			if len(undone) != 1 || undone[0].Result != UndoneLeft || !strings.Contains(undone[0].Detail, test.says) {
				t.Errorf("undone %+v, want one that is left and says %q", undone, test.says)
			}
			if seen := host.requests(); len(seen) > 0 {
				t.Errorf("the host was asked %+v", seen)
			}
		})
	}
}
