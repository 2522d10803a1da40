package reports

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What was written is read back as it was, for every sample.
func TestReadJSONReadsWhatWasWritten(t *testing.T) {
	for sample, view := range samples(t) {
		t.Run(sample, func(t *testing.T) {
			var out bytes.Buffer
			if err := WriteJSON(&out, view.Report); err != nil {
				t.Fatal(err)
			}
			if !bytes.HasSuffix(out.Bytes(), []byte("}\n")) {
				t.Error("does not end in a line feed")
			}
			got, err := ReadJSON(&out)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(view.Report, got); diff != "" {
				t.Errorf("read back (-written +read):\n%s", diff)
			}
		})
	}
}

func TestReadJSONRefuses(t *testing.T) {
	var out bytes.Buffer
	if err := WriteJSON(&out, passingView(t).Report); err != nil {
		t.Fatal(err)
	}
	sound := out.String()
	for _, test := range []struct{ name, document, reason string }{
		{"nothing", "", "not one JSON value"},
		{"half of it", sound[:len(sound)/2], "JSON"},
		{"more behind it", sound + "{}", "JSON"},
		{"another member", strings.Replace(sound, `"exitCode"`, `"verdict": true, "exitCode"`, 1), "/verdict"},
		{"a member twice", strings.Replace(sound, `"exitCode": 0`, `"exitCode": 0, "exitCode": 1`, 1), "exitCode"},
		{"totals that are not those of the legs", strings.Replace(sound, `"executedPass": 4`, `"executedPass": 5`, 1), "totals"},
		{"very many legs", strings.Replace(sound, `"legs": [`, `"legs": [`+strings.Repeat("1,", 50_000), 1), "more than 50000 members and entries"},
		{"a result that was changed", strings.Replace(sound, `"result": "inapplicable"`, `"result": "blocked"`, 1), "totals"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.document == sound {
				t.Fatal("the document was not changed")
			}
			_, err := ReadJSON(strings.NewReader(test.document))
			if !errors.Is(err, ErrInvalidReport) || !strings.Contains(err.Error(), test.reason) {
				t.Errorf("answers %v, want ErrInvalidReport that tells of %q", err, test.reason)
			}
		})
	}
}

// A file is read up to its limit and no further, whatever is in it.
func TestReadJSONIsBounded(t *testing.T) {
	var out bytes.Buffer
	if err := WriteJSON(&out, passingView(t).Report); err != nil {
		t.Fatal(err)
	}
	if _, err := readWithin(bytes.NewReader(out.Bytes()), out.Len()); err != nil {
		t.Errorf("at the limit it answers %v", err)
	}
	source := bytes.NewReader(append(bytes.Clone(out.Bytes()), make([]byte, 1000)...))
	_, err := readWithin(source, out.Len()-1)
	if !errors.Is(err, ErrInvalidReport) || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("over the limit it answers %v, want ErrInvalidReport", err)
	}
	if source.Len() != 1000 {
		t.Errorf("%d bytes are left unread, want 1000", source.Len())
	}
}

// broken is a disk that is full.
type broken struct{}

var errFull = errors.New("no space left")

func (broken) Write([]byte) (int, error) { return 0, errFull }
func (broken) Read([]byte) (int, error)  { return 0, errFull }

func TestWritersTellOfAFullDisk(t *testing.T) {
	view := failingView(t)
	for _, one := range renderings() {
		t.Run(one.name, func(t *testing.T) {
			if err := one.write(broken{}, view); !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), "write ") {
				t.Errorf("answers %v, want the write that failed", err)
			}
		})
	}
	if _, err := ReadJSON(broken{}); !errors.Is(err, errFull) || errors.Is(err, ErrInvalidReport) {
		t.Errorf("reading answers %v, want the read that failed", err)
	}
}
