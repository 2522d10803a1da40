package published_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/signing"
)

// FuzzRead holds any bytes to an answer: a bundle or refusals, never both and
// never neither, and then an outcome that says who signed, or that and why this
// is not known. Nothing that is said of them can harm a terminal.
func FuzzRead(f *testing.F) {
	sound := newDraft(f)
	f.Add(sound.document())
	sound.profile()["evidenceTier"] = "independent"
	sound.countersignWith(verifierKey())
	f.Add(sound.document())
	for _, damage := range damages() {
		d := newDraft(f)
		damage.do(d)
		f.Add(d.document())
	}
	f.Add([]byte(`{"bundleVersion":"4"}`))
	f.Add([]byte(`{"bundleVersion":"3","host":{"build":[]},"signature":{"over":[1,2,3,4]},"results":{"requirements":[1]}}`))
	pins := []signing.Public{hostKey().public(f), verifierKey().public(f)}
	discovery := compact(f, discoveryOf(hostKey()))
	f.Fuzz(func(t *testing.T, document []byte) {
		bundle, refusals := published.Read(document)
		if (len(refusals) > 0) == (len(bundle.Claims.GeneratedAt) > 0) {
			t.Fatalf("refusals %v, bundle %+v", refusals, bundle.Claims)
		}
		for _, refused := range refusals {
			checkPrintable(t, refused.String())
		}
		if len(refusals) > 0 {
			return
		}
		for _, given := range []published.Given{{}, {Pinned: pins}, {Discovery: discovery}, {Discovery: document}, {Pinned: pins[:1], Discovery: document}} {
			checkOutcome(t, bundle, given)
		}
	})
}

func checkOutcome(t *testing.T, bundle published.Bundle, given published.Given) {
	t.Helper()
	outcome := published.Check(bundle, given)
	if diff := cmp.Diff(outcomeText(t, outcome), outcomeText(t, published.Check(bundle, given))); diff != "" {
		t.Fatalf("another outcome the second time:\n%s", diff)
	}
	if outcome.Refused() || outcome.Attributed {
		if len(outcome.Unattributed) > 0 && outcome.Attributed {
			t.Fatalf("attributed, and not: %+v", outcome)
		}
	} else if len(outcome.Unattributed) != 1 {
		t.Fatalf("neither refused nor attributed, and no word why: %+v", outcome)
	}
	if outcome.Attributed && given.Pinned == nil && given.Discovery == nil {
		t.Fatalf("attributed by what the bundle carries: %+v", outcome)
	}
	for _, refused := range append(outcome.Refusals, outcome.Unattributed...) {
		checkPrintable(t, refused.String())
	}
	for _, text := range append(outcome.Notices, outcome.Signature.Detail, outcome.VerifierSignature.Detail, outcome.Claims.Host.Name, outcome.Claims.DiscoveryURL) {
		checkPrintable(t, text)
	}
}

func outcomeText(t *testing.T, outcome published.Outcome) string {
	t.Helper()
	text, err := json.Marshal(outcome)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
