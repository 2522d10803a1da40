package bundle

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	testresult "github.com/in-toto/attestation/go/predicates/test_result/v0"
	intoto "github.com/in-toto/attestation/go/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/bundle/canonical"
	"hostwitness/reports/bundle/signing"
)

// What the statement is, for in-toto and for DSSE.
const (
	PredicateType = "https://in-toto.io/attestation/test-result/v0.1"
	PayloadType   = "application/vnd.in-toto+json"
)

// The three results that a test-result statement knows.
const (
	resultPassed = "PASSED" // the run exits with 0
	resultWarned = "WARNED" // nothing failed, and something is missing
	resultFailed = "FAILED"
)

// ownMember is where our fuller results stand in the predicate, beside the
// standard members.
const ownMember = "hostwitness"

// results are ours of a statement. What is in them follows from the manifest
// and the report; only the signer does not.
type results struct {
	Certified   bool           `json:"certified"`
	ExitCode    int            `json:"exitCode"`
	Run         Run            `json:"run"`
	Suite       Suite          `json:"suite"`
	Host        Host           `json:"host"`
	Discovery   Discovery      `json:"discovery"`
	Totals      reports.Totals `json:"totals"`
	Legs        []legResult    `json:"legs"`
	NotMeasured []string       `json:"notMeasured"`
	Signer      signerClaim    `json:"signer"`
}

// legResult is one leg of a statement.
type legResult struct {
	ID         string        `json:"id"`
	Revision   int           `json:"revision"`
	Result     judges.Result `json:"result"`
	Assertions int           `json:"assertions"`
	Waived     bool          `json:"waived,omitempty"`
}

// signerClaim is the key that the first signer says is his. It makes the
// signature checkable by itself and attributes it to nobody.
type signerClaim struct {
	KeyID     string `json:"keyId"`
	PublicKey string `json:"publicKey"` // base64url of the raw 32 bytes
}

// newStatement gives the payload that is signed: an in-toto statement about
// the manifest's bytes, in canonical JSON, so that the same evidence and
// signer always give the same bytes.
func newStatement(document []byte, manifest Manifest, report reports.Report, signer signing.Public, certified bool) ([]byte, error) {
	predicate, err := newPredicate(manifest, report, signer, certified)
	if err != nil {
		return nil, fmt.Errorf("make the predicate: %w", err)
	}
	statement := &intoto.Statement{
		Type: intoto.StatementTypeUri, Subject: subjects(document, manifest.Host.Build),
		PredicateType: PredicateType, Predicate: predicate,
	}
	if err := statement.Validate(); err != nil {
		return nil, fmt.Errorf("make the statement: %w", err)
	}
	payload, err := protojson.Marshal(statement)
	if err != nil {
		return nil, fmt.Errorf("encode the statement: %w", err)
	}
	return canonical.Canonical(payload)
}

// subjects are what the statement is about: the manifest, and the host's build
// where its name is a digest.
func subjects(document []byte, build *reports.Build) []*intoto.ResourceDescriptor {
	about := []*intoto.ResourceDescriptor{{Name: ManifestFile, Digest: map[string]string{"sha256": Digest(document)}}}
	if build == nil {
		return about
	}
	if algorithm, digest := buildDigest(*build); digest != "" {
		about = append(about, &intoto.ResourceDescriptor{Name: build.Kind, Digest: map[string]string{algorithm: digest}})
	}
	return about
}

func newPredicate(manifest Manifest, report reports.Report, signer signing.Public, certified bool) (*structpb.Struct, error) {
	standard := &testresult.TestResult{
		Result: resultOf(report),
		Configuration: []*intoto.ResourceDescriptor{
			{Name: "catalogue", Digest: map[string]string{"sha256": manifest.Suite.Catalogue}},
		},
	}
	ours := results{
		Certified: certified, ExitCode: report.ExitCode, Run: manifest.Run, Suite: manifest.Suite, Host: manifest.Host,
		Discovery: manifest.Discovery, Totals: report.Totals, NotMeasured: manifest.NotMeasured,
		Signer: signerClaim{KeyID: signer.ID, PublicKey: base64.RawURLEncoding.EncodeToString(signer.Raw())},
	}
	for _, leg := range report.Legs {
		ours.Legs = append(ours.Legs, legResult{leg.ID, leg.Revision, leg.Result, leg.Assertions, leg.Waived != nil})
		switch leg.Result {
		case judges.Pass:
			standard.PassedTests = append(standard.PassedTests, leg.ID)
		case judges.Fail:
			standard.FailedTests = append(standard.FailedTests, leg.ID)
		case judges.Blocked:
			standard.WarnedTests = append(standard.WarnedTests, leg.ID)
		}
	}
	return joined(standard, ours)
}

// joined gives the standard members with ours beside them.
func joined(standard *testresult.TestResult, ours results) (*structpb.Struct, error) {
	document, err := protojson.Marshal(standard)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	if err := json.Unmarshal(document, &members); err != nil {
		return nil, err
	}
	document, err = json.Marshal(ours)
	if err != nil {
		return nil, err
	}
	var own map[string]any
	if err := json.Unmarshal(document, &own); err != nil {
		return nil, err
	}
	members[ownMember] = own
	return structpb.NewStruct(members)
}

func resultOf(report reports.Report) string {
	switch {
	case report.Totals.ExecutedFail > 0:
		return resultFailed
	case report.ExitCode == 0:
		return resultPassed
	case report.ExitCode == 1: // a required leg did not pass, or a waiver is stale
		return resultFailed
	}
	return resultWarned
}

// buildDigest gives the digest that a build is named by, under the name that
// in-toto has for its algorithm; "" where the name is no digest.
func buildDigest(build reports.Build) (algorithm, digest string) {
	switch build.Kind {
	case BuildCommit:
		if commitPattern.MatchString(build.ID) && len(build.ID) == sha1Digits {
			return "gitCommit", build.ID
		}
	case BuildArtifact:
		return "sha256", build.ID
	case BuildImage:
		return "sha256", build.ID[strings.LastIndex(build.ID, ":")+1:]
	}
	return "", ""
}
