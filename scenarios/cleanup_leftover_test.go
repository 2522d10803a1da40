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
			w.undo("x/box-unregister", "t~2F1", 204)
		}, false, ""},
		{"gone already", func(w *written) {
			w.exchange("x/box", 201, registrationOf("t/1"))
			w.undo("x/box-unregister", "t~2F1", 404)
		}, false, ""},
		{"not taken back", func(w *written) {
			w.exchange("x/box", 201, registrationOf("t/1"))
			w.undo("x/box-unregister", "t~2F1", 500)
		}, true, "t/1"},
		{"taken back at the second attempt", func(w *written) {
			w.exchange("x/box", 201, registrationOf("t/1"))
			w.undo("x/box-unregister", "t~2F1", 0)
			w.undo("x/box-unregister", "t~2F1", 204)
		}, false, ""},
		{"answered when asked again", func(w *written) {
			w.exchange("x/box", 0, "")
			w.exchange("x/box-again", 201, registrationOf("t/1"))
		}, true, "t/1"},
		{"taken back when asked again", func(w *written) {
			w.exchange("x/box", 0, "")
			w.exchange("x/box-again", 201, registrationOf("t/1"))
			w.undo("x/box-unregister", "t~2F1", 204)
		}, false, ""},
		{"refused when asked again", func(w *written) {
			w.exchange("x/box", 0, "")
			w.exchange("x/box-again", 400, "")
		}, false, ""},
		{"another id taken back", func(w *written) {
			w.exchange("x/box", 201, registrationOf("t/1"))
			w.undo("x/box-unregister", "t~2F11", 204)
		}, true, "t/1"},
		{"another one taken back", func(w *written) {
			w.exchange("x/box", 201, registrationOf("t/1"))
			w.undo("x/box~2-unregister", "t~2F1", 204)
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

// A run asks for a name again where it was not accepted, with another key. Each
// answer is that of its own key, and each DELETE that of its own id.
func TestLeftoversOfOneNameAreKeptApart(t *testing.T) {
	const keyTwo = "key-of-the-second-registration"
	const hooks = "http://127.0.0.1/api/webhooks"
	w := newWritten(t)
	w.intend("x/box", nil)
	w.exchange("x/box", 0, "")
	w.intend("x/box", func(intent *journal.Intent) { intent.Key = keyTwo })
	w.exchangeOf(keyTwo, hooks, "x/box", 0, "")
	if left := w.leftovers(); len(left) != 2 {
		t.Fatalf("left %+v, want both", left)
	}
	w.exchange("x/box-again", 201, registrationOf("t/1"))
	w.exchangeOf(keyTwo, hooks, "x/box-again", 201, registrationOf("t/2"))
	w.undo("x/box-unregister", "t~2F1", 204)
	if left := w.leftovers(); len(left) != 1 || left[0].WebhookID != "t/2" {
		t.Errorf("left %+v, want the second", left)
	}
	w.undo("x/box-unregister", "t~2F2", 204)
	if left := w.leftovers(); len(left) != 0 {
		t.Errorf("left %+v, want none", left)
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
