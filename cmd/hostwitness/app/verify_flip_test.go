package app

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"hostwitness/fixtures/variant"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/signing"
)

// flipsTried is how many flips of one bit are tried in each form of evidence.
const flipsTried = 120

// TestNoFlippedBitIsAccepted flips one bit anywhere, again and again from a
// fixed seed: in a file of the folder, and in the file that it is packed into.
func TestNoFlippedBitIsAccepted(t *testing.T) {
	key := newKey(t, "release-key")
	bare, err := find("variant", "without-host-events", "", variant.All())
	check(t, err)
	made, _ := making{double: bare, key: &key, options: func(o *runOptions) { o.skip = []string{"shapes"} }}.evidence(t)
	verifier, err := newVerifier(environmentOf(nil, nil, nil), trust{Trust: bundle.Trust{Pinned: []signing.Public{key.Public()}}})
	check(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	accepts := func(path string) bool {
		source, err := bundle.Open(path)
		if err != nil {
			t.Fatalf("a flipped bit hides the evidence: %v", err)
		}
		defer source.Close()
		outcome, err := verifier.Verify(source)
		check(t, err)
		if code := verifiedCode(outcome, false); (code == exitFailed) != (len(outcome.Refusals()) > 0) {
			t.Fatalf("exit code %d with %v", code, outcome.Refusals())
		}
		return !outcome.Refused()
	}
	folder := made.write(t)
	packed := made.packed(t)
	archive := filepath.Join(t.TempDir(), "evidence.tar")
	check(t, os.WriteFile(archive, packed, 0o600))
	for _, path := range []string{folder, archive} {
		if !accepts(path) {
			t.Fatalf("%s is refused as it was made", path)
		}
	}
	flip := func(content []byte) ([]byte, int) {
		changed := bytes.Clone(content)
		at := random.IntN(len(changed))
		changed[at] ^= 1 << random.IntN(8)
		return changed, at
	}
	names := made.names()
	for range flipsTried {
		name := names[random.IntN(len(names))]
		changed, at := flip(made[name])
		check(t, os.WriteFile(filepath.Join(folder, name), changed, 0o600))
		if accepts(folder) {
			t.Errorf("accepted with a bit of byte %d of %s flipped: %q for %q", at, name, changed[at], made[name][at])
		}
		check(t, os.WriteFile(filepath.Join(folder, name), made[name], 0o600))

		changed, at = flip(packed)
		check(t, os.WriteFile(archive, changed, 0o600))
		if accepts(archive) {
			t.Errorf("accepted with a bit of byte %d of the packed file flipped", at)
		}
	}
}
