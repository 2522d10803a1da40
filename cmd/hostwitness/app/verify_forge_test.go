package app

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/canonical"
	"hostwitness/reports/bundle/signing"
	"hostwitness/reports/waiver"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// forgery is evidence in the hands of somebody who changes it, with every tool
// that its maker had.
type forgery struct {
	testing.TB
	files files
	right signing.Private // the key that signed it
	wrong signing.Private // one that nobody pins
	other files           // evidence of another run of the same host, signed by the right key
}

func (f *forgery) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// replace changes a text in a file, once.
func (f *forgery) replace(name, old, new string) {
	f.Helper()
	content := string(f.files[name])
	if !strings.Contains(content, old) {
		f.Fatalf("%s does not hold %q", name, old)
	}
	f.files[name] = []byte(strings.Replace(content, old, new, 1))
}

// flip changes one bit of a file.
func (f *forgery) flip(name string, at int) {
	content := bytes.Clone(f.files[name])
	content[at] ^= 1
	f.files[name] = content
}

func (f *forgery) manifest(change func(*bundle.Manifest)) {
	f.Helper()
	var manifest bundle.Manifest
	f.must(json.Unmarshal(f.files[bundle.ManifestFile], &manifest))
	change(&manifest)
	document, err := manifest.Document()
	f.must(err)
	f.files[bundle.ManifestFile] = document
}

// list makes the manifest list exactly the files that are there.
func (f *forgery) list() {
	f.Helper()
	f.manifest(func(manifest *bundle.Manifest) {
		manifest.Files = nil
		for _, name := range f.files.names() {
			if name != bundle.ManifestFile && name != bundle.StatementFile {
				content := f.files[name]
				manifest.Files = append(manifest.Files, bundle.Member{Name: name, Size: int64(len(content)), SHA256: bundle.Digest(content)})
			}
		}
	})
}

// sign makes the statement that the suite would make of what is there.
func (f *forgery) sign(key signing.Private) {
	f.Helper()
	var manifest bundle.Manifest
	f.must(json.Unmarshal(f.files[bundle.ManifestFile], &manifest))
	statement, err := bundle.Sign(f.Context(), f.files[bundle.ManifestFile], manifest, f.report(), key, f.certified())
	f.must(err)
	f.files[bundle.StatementFile] = statement
}

// seal lists what is there and signs it.
func (f *forgery) seal(key signing.Private) {
	f.Helper()
	f.list()
	f.sign(key)
}

func (f *forgery) report() reports.Report {
	f.Helper()
	var report reports.Report
	f.must(json.Unmarshal(f.files[bundle.ReportFile], &report))
	return report
}

func (f *forgery) edit(change func(*reports.Report)) {
	f.Helper()
	report := f.report()
	change(&report)
	var out bytes.Buffer
	f.must(reports.WriteJSON(&out, report))
	f.files[bundle.ReportFile] = out.Bytes()
}

// envelope is the statement file, taken apart.
func (f *forgery) envelope(change func(*dsse.Envelope)) {
	f.Helper()
	var envelope dsse.Envelope
	f.must(json.Unmarshal(f.files[bundle.StatementFile], &envelope))
	change(&envelope)
	document, err := json.MarshalIndent(envelope, "", "  ")
	f.must(err)
	f.files[bundle.StatementFile] = append(document, '\n')
}

// payload changes what the statement says, and signs it with the key where one
// is given.
func (f *forgery) payload(key *signing.Private, change func(statement map[string]any)) {
	f.Helper()
	f.envelope(func(envelope *dsse.Envelope) {
		raw, err := base64.StdEncoding.DecodeString(envelope.Payload)
		f.must(err)
		var statement map[string]any
		f.must(json.Unmarshal(raw, &statement))
		change(statement)
		raw, err = json.Marshal(statement)
		f.must(err)
		raw, err = canonical.Canonical(raw)
		f.must(err)
		f.carry(envelope, key, raw)
	})
}

// carry makes the envelope carry a payload.
func (f *forgery) carry(envelope *dsse.Envelope, key *signing.Private, raw []byte) {
	envelope.Payload = base64.StdEncoding.EncodeToString(raw)
	if key != nil {
		signature := base64.StdEncoding.EncodeToString(key.Sign(dsse.PAE(envelope.PayloadType, raw)))
		envelope.Signatures = []dsse.Signature{{KeyID: key.ID(), Sig: signature}}
	}
}

func (f *forgery) certified() bool {
	f.Helper()
	return ours(f.statement())["certified"] == true
}

func (f *forgery) statement() map[string]any {
	f.Helper()
	var statement map[string]any
	f.envelope(func(envelope *dsse.Envelope) {
		raw, err := base64.StdEncoding.DecodeString(envelope.Payload)
		f.must(err)
		f.must(json.Unmarshal(raw, &statement))
	})
	return statement
}

// ours are the results of ours in a statement.
func ours(statement map[string]any) map[string]any {
	return statement["predicate"].(map[string]any)["hostwitness"].(map[string]any)
}

// records are those of the journal.
func (f *forgery) records() []journal.Record {
	f.Helper()
	records, err := journal.Read(bytes.NewReader(f.files[bundle.JournalFile]))
	f.must(err)
	return records
}

// chain writes a journal of the records, with numbers and hashes that hold.
func (f *forgery) chain(records []journal.Record) {
	f.Helper()
	var out bytes.Buffer
	writer := journal.NewWriter(&out)
	for _, record := range records {
		_, err := writer.Append(record)
		f.must(err)
	}
	f.files[bundle.JournalFile] = out.Bytes()
}

// conclude makes the report that this build makes of the journal, and the pages
// of it.
func (f *forgery) conclude(waivers ...waiver.Waiver) {
	f.Helper()
	catalogue, err := schemas.Catalogue()
	f.must(err)
	records := f.records()
	report, err := (prepared{catalogue: catalogue, waivers: waivers}).rejudged(records)
	f.must(err)
	f.render(report)
}

// render writes a report and the pages of it.
func (f *forgery) render(report reports.Report) {
	f.Helper()
	catalogue, err := schemas.Catalogue()
	f.must(err)
	run := prepared{catalogue: catalogue, options: runOptions{host: "memory"}}
	records := f.records()
	run.required = requiredBy(*records[0].Run, catalogue.Legs()).legs
	for name, write := range renderingsOf(viewOf(report, records, run)) {
		var out bytes.Buffer
		f.must(write(&out))
		f.files[name] = out.Bytes()
	}
}

// follow makes the manifest that a run would have made of journal and report,
// and signs it.
func (f *forgery) follow(certify bool, waivers ...waiver.Waiver) {
	f.Helper()
	catalogue, err := schemas.Catalogue()
	f.must(err)
	var manifest bundle.Manifest
	f.must(json.Unmarshal(f.files[bundle.ManifestFile], &manifest))
	manifest = bundle.NewManifest(bundle.Facts{
		Evidence: journal.Fold(journal.Evidence{}, f.records()), Report: f.report(), Asked: catalogue.Asked(),
		Waivers: waivers, Certify: certify,
	}, nil)
	f.manifest(func(m *bundle.Manifest) { *m = manifest })
	f.list()
	f.manifest(func(m *bundle.Manifest) { manifest = *m })
	statement, err := bundle.Sign(f.Context(), f.files[bundle.ManifestFile], manifest, f.report(), f.right, certify)
	f.must(err)
	f.files[bundle.StatementFile] = statement
}

// lines are those of the journal, each with its end.
func (f *forgery) lines() [][]byte {
	lines := bytes.SplitAfter(f.files[bundle.JournalFile], []byte("\n"))
	return lines[:len(lines)-1]
}

func (f *forgery) setLines(lines ...[]byte) { f.files[bundle.JournalFile] = bytes.Join(lines, nil) }
