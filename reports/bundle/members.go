package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"hostwitness/reports"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/schemas"
)

// maxManifest bounds a manifest: names and digests of a few files.
const maxManifest = 1 << 20

// members reads the manifest and every file once, and says whether the files
// are those of the manifest.
func (e *examination) members() error {
	answer := &e.outcome.Integrity
	if !e.source.Has(ManifestFile) {
		if e.source.Lacks(ManifestFile) {
			answer.refuse(refusal.ManifestMissing, ManifestFile, "without it nothing says what belongs to the evidence")
		}
		answer.conclude("", "nothing says what belongs to the evidence")
		return nil
	}
	document, err := e.source.Read(ManifestFile)
	if err != nil {
		return err
	}
	e.document = document
	answer.Refusals = append(answer.Refusals, FindSecrets(ManifestFile, document, e.verifier.Secrets)...)
	manifest, refused := readManifest(document)
	if refused != nil {
		answer.Refusals = append(answer.Refusals, *refused)
		answer.conclude("", "the manifest cannot be read")
		return nil
	}
	e.manifest = &manifest
	if err := e.files(); err != nil {
		return err
	}
	e.options()
	e.lawful()
	answer.conclude("every file is the one that the manifest lists, and the journal's chain is whole",
		"the files are not those that the manifest lists")
	return nil
}

// files holds what is there to what is listed, both ways.
func (e *examination) files() error {
	answer := &e.outcome.Integrity
	listed := map[string]Member{}
	for _, member := range e.manifest.Files {
		listed[member.Name] = member
		if !slices.Contains(memberNames(), member.Name) {
			answer.refuse(refusal.MemberExtra, member.Name, "the manifest lists it, and no run leaves it")
		}
		if e.source.Lacks(member.Name) {
			answer.refuse(refusal.MemberMissing, member.Name, "the manifest lists it and it is not there")
		}
	}
	for _, needed := range memberNames() {
		if _, there := listed[needed]; !there {
			answer.refuse(refusal.MemberMissing, needed, "the manifest does not list it, and every run leaves it")
		}
	}
	for _, name := range e.source.Names() {
		member, known := listed[name]
		switch {
		case known:
			if err := e.file(member); err != nil {
				return err
			}
		case name != ManifestFile && name != StatementFile:
			answer.refuse(refusal.MemberExtra, name, "the manifest does not list it")
		}
	}
	return nil
}

// file reads one file, holds it to the manifest, and uses what it says.
func (e *examination) file(member Member) error {
	document, err := e.source.Read(member.Name)
	if err != nil {
		return err
	}
	if digest := Digest(document); int64(len(document)) != member.Size || digest != member.SHA256 {
		e.outcome.Integrity.refuse(refusal.MemberChanged, member.Name, fmt.Sprintf(
			"it has %d bytes with the digest %s; the manifest says %d and %s", len(document), digest, member.Size, member.SHA256))
	} else {
		e.whole = append(e.whole, member.Name)
	}
	e.outcome.Integrity.Refusals = append(e.outcome.Integrity.Refusals, FindSecrets(member.Name, document, e.verifier.Secrets)...)
	switch member.Name {
	case JournalFile:
		e.readJournal(document)
	case ReportFile:
		e.readReport(document)
	case PageFile:
		e.page = document
	}
	return nil
}

// readManifest reads a manifest and refuses what this build does not write.
func readManifest(document []byte) (Manifest, *refusal.Refusal) {
	refuse := func(name refusal.Name, format string, arguments ...any) (Manifest, *refusal.Refusal) {
		return Manifest{}, &refusal.Refusal{Name: name, Of: ManifestFile, Detail: fmt.Sprintf(format, arguments...)}
	}
	if len(document) > maxManifest {
		return refuse(refusal.TooLarge, "it has %d bytes, more than %d", len(document), maxManifest)
	}
	object, err := schemas.ParseObject(document)
	if err != nil {
		return refuse(refusal.ManifestInvalid, "%s", trimmed(err))
	}
	if newer, reader := newerFormat(object); newer != "" {
		return refuse(refusal.FormatNewer, "its format is %s and this build reads %s: take hostwitness %s or later", newer, Format, reader)
	}
	var manifest Manifest
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&manifest); err != nil {
		return refuse(refusal.ManifestInvalid, "%s", trimmed(err))
	}
	if problem := manifest.problem(); problem != nil {
		return Manifest{}, problem
	}
	again, err := manifest.Document()
	if err != nil || !bytes.Equal(again, document) {
		return refuse(refusal.ManifestInvalid, "it is not written as this format writes it")
	}
	return manifest, nil
}

// newerFormat gives the format of a manifest that a later version of the suite
// wrote, and the version that reads it.
func newerFormat(object map[string]any) (format, reader string) {
	format, _ = object["format"].(string)
	name, number, _ := strings.Cut(format, "/")
	wantedName, wanted, _ := strings.Cut(Format, "/")
	theirs, err := strconv.Atoi(number)
	ours, _ := strconv.Atoi(wanted)
	if name != wantedName || err != nil || theirs <= ours {
		return "", ""
	}
	reader, _ = object["readBy"].(string)
	return shown(format), shown(reader)
}

// problem says what no manifest may say of its files.
func (m Manifest) problem() *refusal.Refusal {
	refuse := func(name refusal.Name, of, detail string) *refusal.Refusal {
		return &refusal.Refusal{Name: name, Of: of, Detail: detail}
	}
	if m.Format != Format {
		return refuse(refusal.ManifestInvalid, ManifestFile, "its format is "+shown(m.Format)+", want "+Format)
	}
	if len(m.Files) > maxFiles {
		return refuse(refusal.TooLarge, ManifestFile, fmt.Sprintf("it lists more than %d files", maxFiles))
	}
	for k, member := range m.Files {
		switch {
		case !safeName(member.Name):
			return refuse(refusal.MemberName, shown(member.Name), "no file of evidence is called so")
		case member.Name == ManifestFile || member.Name == StatementFile:
			return refuse(refusal.ManifestInvalid, member.Name, "a manifest does not list it")
		case k > 0 && m.Files[k-1].Name >= member.Name:
			return refuse(refusal.ManifestInvalid, member.Name, "it is listed twice or out of order")
		}
	}
	return nil
}

// newReader reads a document from memory.
func newReader(document []byte) io.Reader { return bytes.NewReader(document) }

// trimmed is an error's text for a message, harmless and short.
func trimmed(err error) string { return reports.OneLine(err.Error(), 300) }
