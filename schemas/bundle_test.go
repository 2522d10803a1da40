package schemas_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hostwitness/schemas"
)

const soundBundle = `{
  "bundleVersion": "3", "generatedAt": "2026-01-02T03:04:05Z",
  "suite": {"name": "some-suite", "version": "1.2.3", "targetMajor": 2, "specArtifactsVersion": "2.1", "stampSha256": "` + sixtyFour + `"},
  "host": {"name": "h", "version": "1", "vendor": "v", "build": {"kind": "commit", "id": "9543718c"}, "signingKeyId": "key-1", "relaxations": ["r"]},
  "discovery": {"url": "https://h.example/.well-known/openwop", "sha256": "` + sixtyFour + `", "protocolVersions": ["2.0"], "preferredVersion": "2.0", "document": {}},
  "claimedProfiles": [{"id": "p", "evidenceTier": "independent", "witnessCount": 2, "certified": false}],
  "results": {
    "totals": {"executedPass": 1, "executedFail": 0, "skipped": 0, "inapplicable": 0, "blocked": 1},
    "requirements": [
      {"id": "a.one", "scenario": "s", "result": "executed-pass", "assertions": 3, "evidence": {"of": "its own"}},
      {"id": "a.two", "scenario": "s", "result": "blocked", "detail": {"of": "its own"}}
    ]
  },
  "witnessSha256": "` + sixtyFour + `", "assertionCount": 3,
  "detail": {"nonPass": [{"id": "a.two", "result": "blocked", "reason": "unreachable"}]},
  "signature": {"alg": "ed25519", "keyId": "key-1", "sig": "` + eightySix + `", "over": ["witnessSha256", "host.build", "suite.version", "discovery.sha256"]},
  "verifierSignature": {"alg": "ed25519", "keyId": "key-2", "sig": "` + eightySix + `"},
  "durability": [1, {"of": "its own"}]
}`

const eightySix = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ABCDEFGHIJKLMNOPQRSTUA"

func TestBundleIsHeldToItsShape(t *testing.T) {
	if problems := schemas.Validate(schemas.Bundle, []byte(soundBundle)); len(problems) > 0 {
		t.Fatalf("a sound bundle: %s", schemas.Summary(problems, 9))
	}
	for _, test := range []struct{ name, old, replacement, want string }{
		{"another version", `"bundleVersion": "3"`, `"bundleVersion": "2"`, `/bundleVersion: is "2", but must be "3"`},
		{"a member of its own at the root", `"assertionCount": 3`, `"assertionCount": 3, "mood": 1`, "/mood: must not be there: the members of this object are assertionCount, bundleVersion, claimedProfiles, detail, discovery, durability, generatedAt, host, results, signature, suite, verifierSignature, witnessSha256"},
		{"no assertion at all", `"assertionCount": 3`, `"assertionCount": 0`, "/assertionCount: is 0, but must be at least 1"},
		{"a count as a text", `"assertionCount": 3`, `"assertionCount": "3"`, "/assertionCount: is a string, but must be an integer"},
		{"a fraction of an assertion", `"assertions": 3`, `"assertions": 2.5`, "/results/requirements/0/assertions: is the number 2.5, but must be an integer"},
		{"fewer assertions than none", `"assertions": 3`, `"assertions": -1`, "/results/requirements/0/assertions: is -1, but must be at least 0"},
		{"an unknown result of a row", `"result": "blocked", "detail"`, `"result": "passed", "detail"`, `/results/requirements/1/result: is "passed", but must be "executed-pass" or "executed-fail" or "skipped" or "inapplicable" or "blocked"`},
		{"an unknown result in the detail", `"result": "blocked", "reason"`, `"result": "PASS", "reason"`, `/detail/nonPass/0/result: is "PASS", but must be "executed-pass" or "executed-fail" or "skipped" or "inapplicable" or "blocked"`},
		{"a row with an empty id", `"id": "a.one"`, `"id": ""`, `/results/requirements/0/id: is "", which is not a text that says something`},
		{"rows as an object", `"requirements": [`, `"requirements": {}, "rows": [`, "/results/requirements: is an object, but must be an array"},
		{"an unknown tier", `"independent"`, `"third-party"`, `/claimedProfiles/0/evidenceTier: is "third-party", but must be "self" or "steward" or "independent"`},
		{"certified as a text", `"certified": false`, `"certified": "no"`, "/claimedProfiles/0/certified: is a string, but must be a boolean"},
		{"an unknown kind of build", `"kind": "commit"`, `"kind": "tag"`, `/host/build/kind: is "tag", but must be "image-digest" or "commit" or "artifact-sha256"`},
		{"relaxations as a text", `["r"]`, `"r"`, "/host/relaxations: is a string, but must be an array"},
		{"a digest in capitals", `"witnessSha256": "0123456789abcdef`, `"witnessSha256": "0123456789ABCDEF`, `/witnessSha256: is "0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef", which is not a SHA-256 digest (64 lower-case hexadecimal digits)`},
		{"another algorithm", `"alg": "ed25519", "keyId": "key-1"`, `"alg": "none", "keyId": "key-1"`, `/signature/alg: is "none", but must be "ed25519"`},
		{"a key id with a slash", `"keyId": "key-1"`, `"keyId": "key/1"`, `/signature/keyId: is "key/1", which is not a key id (1 to 128 characters out of A-Z a-z 0-9 . _ ~ -)`},
		{"a signature with padding", `UA", "over"`, `U=", "over"`, `/signature/sig: is "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ABCDEFGHIJKLMNOP"... (86 bytes), which is not an Ed25519 signature (86 base64url characters)`},
		{"a signature over something else", `"host.build", `, `"host.name", `, `/signature/over/1: is "host.name", but must be "witnessSha256" or "host.build" or "suite.version" or "discovery.sha256"`},
		{"a signature over less", `"host.build", `, ``, "/signature/over: has 3 entries, but must have at least 4"},
		{"a document that is none", `"document": {}`, `"document": "{}"`, "/discovery/document: is a string, but must be an object"},
	} {
		t.Run(test.name, func(t *testing.T) {
			document := strings.Replace(soundBundle, test.old, test.replacement, 1)
			if document == soundBundle {
				t.Fatalf("%s is not in the bundle", test.old)
			}
			if diff := cmp.Diff(test.want, schemas.Summary(schemas.Validate(schemas.Bundle, []byte(document)), 9)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// Inside, a suite may say more than the format names.
func TestBundleMayHoldMoreFurtherIn(t *testing.T) {
	for _, opening := range []string{
		`"suite": {`, `"host": {`, `"build": {`, `"discovery": {`, `"document": {`, `"claimedProfiles": [{`, `"results": {`,
		`"totals": {`, `"requirements": [
      {`, `"detail": {"n`, `"nonPass": [{`, `"signature": {`, `"verifierSignature": {`,
	} {
		at := strings.Index(soundBundle, opening) + strings.LastIndex(opening, "{") + 1
		document := soundBundle[:at] + `"x-own": [null]`
		if rest := soundBundle[at:]; rest[0] == '}' {
			document += rest
		} else {
			document += ", " + rest
		}
		if problems := schemas.Validate(schemas.Bundle, []byte(document)); len(problems) > 0 {
			t.Errorf("a member of its own behind %s: %s", opening, schemas.Summary(problems, 3))
		}
	}
}

// The members that are named with a question mark may be absent, and no others.
func TestBundleMissesEveryRequiredMember(t *testing.T) {
	optional := map[string]bool{
		"/suite/stampSha256": true, "/host/vendor": true, "/host/signingKeyId": true, "/host/relaxations": true, "/discovery/document": true,
		"/results/requirements/0/assertions": true, "/results/requirements/0/evidence": true, "/results/requirements/0/evidence/of": true,
		"/results/requirements/1/detail": true, "/results/requirements/1/detail/of": true, "/detail": true, "/detail/nonPass/0/reason": true,
		"/verifierSignature": true, "/durability": true, "/durability/1/of": true,
	}
	dropped := 0
	for _, path := range memberPaths("", standard([]byte(soundBundle))) {
		document := without(t, soundBundle, path)
		got := schemas.Summary(schemas.Validate(schemas.Bundle, document), 1)
		want := path + ": is missing"
		if optional[path] {
			want = ""
		}
		if got != want {
			t.Errorf("without %s: %q, want %q", path, got, want)
		}
		dropped++
	}
	if dropped < 60 {
		t.Errorf("%d members were dropped", dropped)
	}
}

// memberPaths gives the pointer of every member of every object in a value.
func memberPaths(at string, value any) []string {
	var paths []string
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			paths = append(append(paths, at+"/"+name), memberPaths(at+"/"+name, member)...)
		}
	case []any:
		for i, entry := range v {
			paths = append(paths, memberPaths(at+"/"+string(rune('0'+i)), entry)...)
		}
	}
	return paths
}

func without(t *testing.T, document, path string) []byte {
	t.Helper()
	root := standard([]byte(document))
	value := root
	names := strings.Split(path, "/")[1:]
	for _, name := range names[:len(names)-1] {
		switch v := value.(type) {
		case map[string]any:
			value = v[name]
		case []any:
			value = v[name[0]-'0']
		}
	}
	delete(value.(map[string]any), names[len(names)-1])
	text, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
