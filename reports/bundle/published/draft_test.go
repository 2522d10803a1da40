package published_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hostwitness/reports/bundle/published"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/bundle/signing"
)

// key is an Ed25519 key of the tests' own, made from a word.
type key struct {
	id      string
	private ed25519.PrivateKey
}

func keyOf(id, word string) key {
	seed := sha256.Sum256([]byte(word))
	return key{id, ed25519.NewKeyFromSeed(seed[:])}
}

func (k key) raw() []byte { return k.private.Public().(ed25519.PublicKey) }

func (k key) public(t testing.TB) signing.Public {
	t.Helper()
	public, err := signing.NewPublic(k.id, k.raw())
	if err != nil {
		t.Fatal(err)
	}
	return public
}

func (k key) entry() map[string]any {
	return map[string]any{"keyId": k.id, "alg": "ed25519", "publicKey": base64.RawURLEncoding.EncodeToString(k.raw()), "use": "certification-bundle"}
}

func hostKey() key     { return keyOf("host-1", "host") }
func verifierKey() key { return keyOf("verifier-1", "verifier") }
func foreignKey() key  { return keyOf("foreign-1", "foreign") }

// draft is a bundle in the making. It computes digests and signatures from the
// standard library alone, with none of what it tests.
type draft struct {
	t    testing.TB
	root map[string]any
}

// newDraft is a sound bundle of the host's key: nine passes, and one row of
// every other result.
func newDraft(t testing.TB) *draft {
	d := &draft{t: t, root: map[string]any{
		"bundleVersion": "3", "generatedAt": "2026-01-02T03:04:05Z",
		"suite":           map[string]any{"name": "some-suite", "version": "2.4.1", "targetMajor": 2, "specArtifactsVersion": "2.1.0"},
		"host":            map[string]any{"name": "some-host", "version": "1.0.0", "build": map[string]any{"kind": "commit", "id": "9543718c"}},
		"discovery":       map[string]any{"url": "https://host.example/.well-known/openwop", "protocolVersions": []any{"2.0"}, "preferredVersion": "2.0", "document": discoveryOf(hostKey())},
		"claimedProfiles": []any{map[string]any{"id": "core", "evidenceTier": "self", "witnessCount": 9, "certified": false}},
		"results":         map[string]any{},
	}}
	d.setRows(soundRows())
	d.seal()
	return d
}

func discoveryOf(keys ...key) map[string]any {
	entries := make([]any, len(keys))
	for i, key := range keys {
		entries[i] = key.entry()
	}
	return map[string]any{
		"protocolVersions": []any{"2.0"}, "preferredVersion": "2.0",
		"implementation": map[string]any{"name": "some-host", "version": "1.0.0"}, "signingKeys": entries,
	}
}

func soundRows() []any {
	var rows []any
	for i := range 9 {
		rows = append(rows, map[string]any{"id": fmt.Sprintf("some.requirement.%d-holds", i), "scenario": "s-1", "result": "executed-pass", "assertions": i + 1})
	}
	rows[3].(map[string]any)["evidence"] = map[string]any{"frames": []any{1, 2.5, "<three>"}, "at": nil}
	rows[4].(map[string]any)["detail"] = "a pass may say something, too"
	return append(rows,
		map[string]any{"id": "some.fails", "scenario": "s-2", "result": "executed-fail", "assertions": 2, "detail": "status 500"},
		map[string]any{"id": "some.is-blocked", "scenario": "s-2", "result": "blocked", "detail": map[string]any{"why": "unreachable"}},
		map[string]any{"id": "other.is-inapplicable", "scenario": "s-3", "result": "inapplicable", "detail": "not claimed"},
		map[string]any{"id": "other.is-skipped", "scenario": "s-3", "result": "skipped", "detail": []any{"left out"}},
	)
}

func (d *draft) object(path ...string) map[string]any {
	value := d.root
	for _, name := range path {
		value = value[name].(map[string]any)
	}
	return value
}

func (d *draft) rows() []any        { return d.object("results")["requirements"].([]any) }
func (d *draft) setRows(rows []any) { d.object("results")["requirements"] = rows }
func (d *draft) profile() map[string]any {
	return d.root["claimedProfiles"].([]any)[0].(map[string]any)
}

// row gives the row of an id.
func (d *draft) row(id string) map[string]any {
	at := slices.IndexFunc(d.rows(), func(row any) bool { return row.(map[string]any)["id"] == id })
	if at < 0 {
		d.t.Fatalf("there is no row %s", id)
	}
	return d.rows()[at].(map[string]any)
}

// allPass leaves only the rows that pass.
func (d *draft) allPass() {
	d.setRows(slices.DeleteFunc(d.rows(), func(row any) bool { return row.(map[string]any)["result"] != "executed-pass" }))
	d.seal()
}

// seal makes everything that follows from the rows and the document follow.
func (d *draft) seal() {
	d.count()
	d.digest()
	d.sign()
}

func (d *draft) count() {
	totals := map[string]any{"executedPass": 0, "executedFail": 0, "skipped": 0, "inapplicable": 0, "blocked": 0}
	members := map[any]string{"executed-pass": "executedPass", "executed-fail": "executedFail", "skipped": "skipped", "inapplicable": "inapplicable", "blocked": "blocked"}
	assertions := 0
	nonPass := []any{}
	for _, entry := range d.rows() {
		row := entry.(map[string]any)
		totals[members[row["result"]]] = totals[members[row["result"]]].(int) + 1
		count, _ := row["assertions"].(int)
		assertions += count
		if row["result"] != "executed-pass" {
			nonPass = append(nonPass, map[string]any{"id": row["id"], "result": row["result"], "reason": row["detail"]})
		}
	}
	d.object("results")["totals"], d.root["assertionCount"] = totals, assertions
	delete(d.root, "detail")
	if len(nonPass) > 0 {
		d.root["detail"] = map[string]any{"nonPass": nonPass}
	}
}

func (d *draft) digest() {
	d.root["witnessSha256"] = d.witness(strings.Compare)
	if document, there := d.object("discovery")["document"]; there {
		d.object("discovery")["sha256"] = digest(d.t, document)
	}
}

// witness is the digest of the rows in the order of their ids.
func (d *draft) witness(compare func(a, b string) int) string {
	reduced := []any{}
	for _, entry := range d.rows() {
		row := map[string]any{}
		for _, name := range []string{"id", "scenario", "result", "assertions", "detail", "evidence"} {
			if value, there := entry.(map[string]any)[name]; there {
				row[name] = value
			}
		}
		reduced = append(reduced, row)
	}
	slices.SortStableFunc(reduced, func(a, b any) int {
		return compare(fmt.Sprint(a.(map[string]any)["id"]), fmt.Sprint(b.(map[string]any)["id"]))
	})
	if relaxations, _ := d.object("host")["relaxations"].([]any); len(relaxations) > 0 {
		return digest(d.t, map[string]any{"rows": reduced, "relaxations": relaxations})
	}
	return digest(d.t, reduced)
}

func (d *draft) sign() { d.signWith(hostKey()) }

func (d *draft) signWith(key key) {
	d.root["signature"] = map[string]any{
		"alg": "ed25519", "keyId": key.id, "sig": d.signature(key),
		"over": []any{"witnessSha256", "host.build", "suite.version", "discovery.sha256"},
	}
}

func (d *draft) countersignWith(key key) {
	d.root["verifierSignature"] = map[string]any{"alg": "ed25519", "keyId": key.id, "sig": d.signature(key)}
}

func (d *draft) signature(key key) string {
	message := compact(d.t, map[string]any{
		"witnessSha256": d.root["witnessSha256"], "host.build": d.object("host")["build"],
		"suite.version": d.object("suite")["version"], "discovery.sha256": d.object("discovery")["sha256"],
	})
	return base64.RawURLEncoding.EncodeToString(ed25519.Sign(key.private, message))
}

func (d *draft) document() []byte { return compact(d.t, d.root) }

func (d *draft) read() published.Bundle {
	d.t.Helper()
	bundle, refusals := published.Read(d.document())
	if len(refusals) > 0 {
		d.t.Fatalf("not read: %v", refusals)
	}
	return bundle
}

// compact is the canonical form of the plain documents of these tests: ASCII,
// with numbers that Go and ECMAScript write alike.
func compact(t testing.TB, value any) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

func digest(t testing.TB, value any) string {
	sum := sha256.Sum256(compact(t, value))
	return hex.EncodeToString(sum[:])
}

// names gives each refusal's name once, in order.
func names(refusals []refusal.Refusal) []refusal.Name {
	var found []refusal.Name
	for _, one := range refusals {
		if !slices.Contains(found, one.Name) {
			found = append(found, one.Name)
		}
	}
	return found
}
