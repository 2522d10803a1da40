package canonical_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/reports/bundle/canonical"
)

// vectors is fixtures/vectors/jcs.json.
type vectors struct {
	Canonical []struct {
		document
		Canonical       string
		CanonicalSHA256 string `json:"canonical_sha256"`
	}
	Errors []struct {
		document
		Error string
	}
	Doubles []struct {
		Bits string `json:"ieee754_hex"`
		Text *string
	}
}

type document struct {
	Name           string
	Input          string
	InputB64       []byte `json:"input_b64"`
	InputGenerator []struct {
		Repeat struct {
			Text string
			N    int
		}
	} `json:"input_generator"`
}

func (d document) bytes() []byte {
	text := []byte(d.Input)
	for _, part := range d.InputGenerator {
		text = append(text, strings.Repeat(part.Repeat.Text, part.Repeat.N)...)
	}
	return append(text, d.InputB64...)
}

// readVectors reads all cases and makes sure that none was lost.
func readVectors(t testing.TB) vectors {
	t.Helper()
	text, err := os.ReadFile("../../../fixtures/vectors/jcs.json")
	if err != nil {
		t.Fatal(err)
	}
	var all vectors
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	counts := []int{len(all.Canonical), len(all.Errors), len(all.Doubles)}
	if diff := cmp.Diff([]int{103, 92, 27}, counts); diff != "" {
		t.Fatalf("number of cases (-want +got):\n%s", diff)
	}
	return all
}

func TestVectorsOfCanonicalForms(t *testing.T) {
	for _, vector := range readVectors(t).Canonical {
		t.Run(vector.Name, func(t *testing.T) {
			form, err := canonical.Canonical(vector.bytes())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(vector.Canonical, string(form)); diff != "" {
				t.Errorf("form (-want +got):\n%s", diff)
			}
			digest, err := canonical.Digest(vector.bytes())
			if sum := sha256.Sum256(form); err != nil || digest != vector.CanonicalSHA256 || digest != hex.EncodeToString(sum[:]) {
				t.Errorf("digest %s, %v, want %s", digest, err, vector.CanonicalSHA256)
			}
		})
	}
}

func TestVectorsOfRefusals(t *testing.T) {
	for _, vector := range readVectors(t).Errors {
		t.Run(vector.Name, func(t *testing.T) {
			form, err := canonical.Canonical(vector.bytes())
			var refused *canonical.Error
			if !errors.As(err, &refused) {
				t.Fatalf("form %q, error %v, want a refusal", form, err)
			}
			if string(refused.Class) != vector.Error {
				t.Errorf("refused as %v, want class %s", err, vector.Error)
			}
			if digest, err := canonical.Digest(vector.bytes()); err == nil {
				t.Errorf("digest %s of a refused document", digest)
			}
		})
	}
}

// TestVectorsOfDoubles writes every double as Go does and reads it back as the
// canonical form does.
func TestVectorsOfDoubles(t *testing.T) {
	for _, vector := range readVectors(t).Doubles {
		t.Run(vector.Bits, func(t *testing.T) {
			bits, err := strconv.ParseUint(vector.Bits, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			written := strconv.FormatFloat(math.Float64frombits(bits), 'e', -1, 64)
			form, err := canonical.Canonical([]byte(written))
			if vector.Text == nil {
				var refused *canonical.Error
				if !errors.As(err, &refused) || refused.Class != canonical.InvalidNumber {
					t.Fatalf("%s: form %q, error %v, want %s", written, form, err, canonical.InvalidNumber)
				}
				return
			}
			if err != nil || string(form) != *vector.Text {
				t.Errorf("%s: form %q, error %v, want %q", written, form, err, *vector.Text)
			}
		})
	}
}
