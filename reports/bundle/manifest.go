package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"hostwitness/reports"
	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
)

// The names of the two files that a manifest does not list: itself and the
// statement about it.
const (
	ManifestFile  = "manifest.json"
	StatementFile = "statement.dsse.json"
)

// The members that are judged.
const (
	JournalFile = "journal.jsonl"
	ReportFile  = "report.json"
)

// memberNames are the files that a manifest lists: all of them, and no other.
func memberNames() []string {
	return []string{JournalFile, "junit.xml", PageFile, ReportFile, "summary.md"}
}

// Format is how this build writes evidence, and readBy the first version of
// the suite that reads it.
const (
	Format = "hostwitness-evidence/1"
	readBy = "0.1.0"
)

// Manifest says what belongs to the evidence of one run, and how the run was
// narrowed. It follows from the journal and from what the operator gave, so
// that a verifier can hold it to the journal.
type Manifest struct {
	Format      string    `json:"format"`
	ReadBy      string    `json:"readBy"` // the first version of the suite that reads this format
	Run         Run       `json:"run"`
	Suite       Suite     `json:"suite"`
	Host        Host      `json:"host"`
	Discovery   Discovery `json:"discovery"`
	Narrowed    Narrowed  `json:"narrowed"`
	NotMeasured []string  `json:"notMeasured"` // names of the catalogue's asked facts
	Certify     bool      `json:"certify"`     // the operator asked for a certifying run
	Files       []Member  `json:"files"`       // by name
}

// Run says which run it was.
type Run struct {
	ID        string            `json:"id"`
	StartedAt string            `json:"startedAt"` // RFC 3339, UTC
	Ended     journal.EndReason `json:"ended"`
}

// Suite says which build ran, and by which catalogue.
type Suite struct {
	Name      string `json:"name"`
	Version   string `json:"version"`
	Build     string `json:"build,omitempty"` // source revision, where the build knew it
	Catalogue string `json:"catalogue"`       // SHA-256, hex
}

// Host says whom the run was about, and which build of it as the operator says.
type Host struct {
	URL   string         `json:"url"`
	Build *reports.Build `json:"build,omitempty"`
}

// Discovery is the discovery document as it was read at the start.
type Discovery struct {
	URL    string `json:"url"`
	SHA256 string `json:"sha256,omitempty"` // of the bytes as received, "" where they were not kept whole
}

// Narrowed is everything by which the operator made the run see or say less.
// Durations are nanoseconds.
type Narrowed struct {
	Only     []string        `json:"only,omitempty"`
	Skip     []string        `json:"skip,omitempty"`
	Require  []string        `json:"require,omitempty"`
	Waivers  []waiver.Waiver `json:"waivers,omitempty"`
	Settle   journal.Offset  `json:"settle"`
	Patience journal.Offset  `json:"patience"`
	Delivery journal.Offset  `json:"delivery"`
	Timeout  journal.Offset  `json:"timeout"`
	Streams  int             `json:"streams"`
	Triggers int             `json:"triggers"`
}

// Member is one file of the evidence.
type Member struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`   // bytes
	SHA256 string `json:"sha256"` // hex
}

// Document is the manifest as it is written: its digest is over these bytes.
func (m Manifest) Document() ([]byte, error) {
	document, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", ManifestFile, err)
	}
	return append(document, '\n'), nil
}

// Digest is the SHA-256 of bytes in lower-case hexadecimal digits.
func Digest(content []byte) string {
	digest := sha256.Sum256(content)
	return hex.EncodeToString(digest[:])
}
