package app

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
)

// damagedStatement changes who signed, what was signed, and how that is written.
func damagedStatement() []damage {
	return slices.Concat(statementSigners(), statementEnvelopes(), statementPayloads(), statementTexts())
}

func statementSigners() []damage {
	invalid, files := refusal.SignatureInvalid, []string{"integrity", "verdicts"}
	return []damage{
		{name: "a bit of the signature flipped", want: []refusal.Name{invalid}, yes: files, do: signatures(func(s []dsse.Signature) []dsse.Signature {
			raw, _ := base64.StdEncoding.DecodeString(s[0].Sig)
			raw[7] ^= 1
			s[0].Sig = base64.StdEncoding.EncodeToString(raw)
			return s
		})},
		{name: "a signature cut", want: []refusal.Name{invalid}, yes: files, do: signatures(func(s []dsse.Signature) []dsse.Signature {
			raw, _ := base64.StdEncoding.DecodeString(s[0].Sig)
			s[0].Sig = base64.StdEncoding.EncodeToString(raw[:63])
			return s
		})},
		{name: "an empty signature", want: []refusal.Name{invalid}, yes: files, do: signatures(func(s []dsse.Signature) []dsse.Signature { s[0].Sig = ""; return s })},
		{name: "another key id", want: []refusal.Name{invalid}, yes: files, do: signatures(func(s []dsse.Signature) []dsse.Signature { s[0].KeyID = "release-kez"; return s })},
		{name: "no key id", want: []refusal.Name{invalid}, yes: files, do: signatures(func(s []dsse.Signature) []dsse.Signature { s[0].KeyID = ""; return s })},
		{name: "a key id that is none", want: []refusal.Name{invalid}, yes: files, do: signatures(func(s []dsse.Signature) []dsse.Signature { s[0].KeyID = "\x1b[2J yes"; return s })},
		{name: "a bit of the signature flipped, nothing pinned", open: true, want: []refusal.Name{invalid}, yes: files, do: signatures(func(s []dsse.Signature) []dsse.Signature {
			raw, _ := base64.StdEncoding.DecodeString(s[0].Sig)
			raw[7] ^= 1
			s[0].Sig = base64.StdEncoding.EncodeToString(raw)
			return s
		})},
		{name: "another key id, nothing pinned", open: true, want: []refusal.Name{invalid}, yes: files, do: signatures(func(s []dsse.Signature) []dsse.Signature { s[0].KeyID = "x"; return s })},
		{name: "signed by a key that nobody pinned", want: []refusal.Name{refusal.KeyNotPinned}, yes: files, do: func(f *forgery) { f.sign(f.wrong) }},
		{name: "signed by another key under the same id", want: []refusal.Name{refusal.KeyNotPinned}, yes: files, do: func(f *forgery) { f.sign(newKey(f, f.right.ID())) }},
		{name: "the right key's name over another key's signature", want: []refusal.Name{invalid}, yes: files, do: func(f *forgery) {
			right := f.files[bundle.StatementFile]
			f.sign(f.wrong)
			var theirs dsse.Signature
			f.envelope(func(e *dsse.Envelope) { theirs = e.Signatures[0] })
			f.files[bundle.StatementFile] = right
			f.envelope(func(e *dsse.Envelope) { e.Signatures[0].Sig = theirs.Sig })
		}},
		{name: "an own key put into the right statement", want: []refusal.Name{invalid}, yes: files, do: func(f *forgery) {
			f.payload(nil, func(s map[string]any) {
				ours(s)["signer"] = map[string]any{"keyId": f.wrong.ID(), "publicKey": base64.RawURLEncoding.EncodeToString(f.wrong.Public().Raw())}
			})
		}},
		{name: "another signer's name in the statement, signed so", want: []refusal.Name{invalid}, yes: files, do: func(f *forgery) {
			f.payload(&f.right, func(s map[string]any) {
				ours(s)["signer"] = map[string]any{"keyId": f.wrong.ID(), "publicKey": base64.RawURLEncoding.EncodeToString(f.wrong.Public().Raw())}
			})
		}},
		{name: "a signer of small order", want: []refusal.Name{refusal.StatementInvalid}, yes: files, do: func(f *forgery) {
			f.payload(&f.right, func(s map[string]any) {
				ours(s)["signer"] = map[string]any{"keyId": "release-key", "publicKey": base64.RawURLEncoding.EncodeToString(make([]byte, 32))}
			})
		}},
		{name: "no signer", want: []refusal.Name{refusal.StatementInvalid}, yes: files, do: func(f *forgery) {
			f.payload(&f.right, func(s map[string]any) { delete(ours(s), "signer") })
		}},
		{name: "unsigned, with a key pinned", of: "unsigned", want: []refusal.Name{refusal.SignatureMissing}, yes: files},
		{name: "the statement of another run", do: func(f *forgery) { f.files[bundle.StatementFile] = f.other[bundle.StatementFile] }, want: []refusal.Name{refusal.ManifestDigest}, yes: stillSigned()},
		{name: "a certifying statement on another run", of: "uncertified", with: "whole", do: func(f *forgery) { f.files[bundle.StatementFile] = f.other[bundle.StatementFile] }, want: []refusal.Name{refusal.ManifestDigest}, yes: stillSigned()},
	}
}

func signatures(change func([]dsse.Signature) []dsse.Signature) func(*forgery) {
	return func(f *forgery) { f.envelope(func(e *dsse.Envelope) { e.Signatures = change(e.Signatures) }) }
}

// statementEnvelopes change the envelope around what was signed.
func statementEnvelopes() []damage {
	var all []damage
	envelope := func(name string, change func(*forgery, *dsse.Envelope)) {
		all = append(all, damage{
			name: name, want: []refusal.Name{refusal.StatementInvalid}, yes: []string{"integrity", "verdicts"},
			do: func(f *forgery) { f.envelope(func(e *dsse.Envelope) { change(f, e) }) },
		})
	}
	envelope("another payload type", func(_ *forgery, e *dsse.Envelope) { e.PayloadType = "application/json" })
	envelope("another payload type, signed so", func(f *forgery, e *dsse.Envelope) {
		raw, _ := base64.StdEncoding.DecodeString(e.Payload)
		e.PayloadType = "application/vnd.in-toto+json; charset=utf-8"
		f.carry(e, &f.right, raw)
	})
	envelope("no signature", func(_ *forgery, e *dsse.Envelope) { e.Signatures = nil })
	envelope("no signatures", func(_ *forgery, e *dsse.Envelope) { e.Signatures = []dsse.Signature{} })
	envelope("the signature twice", func(_ *forgery, e *dsse.Envelope) { e.Signatures = append(e.Signatures, e.Signatures[0]) })
	envelope("the signature twice under two ids", func(_ *forgery, e *dsse.Envelope) {
		e.Signatures = append(e.Signatures, dsse.Signature{KeyID: "another", Sig: e.Signatures[0].Sig})
	})
	envelope("two signatures under one id", func(f *forgery, e *dsse.Envelope) {
		raw, _ := base64.StdEncoding.DecodeString(e.Payload)
		e.Signatures = append(e.Signatures, dsse.Signature{KeyID: e.Signatures[0].KeyID, Sig: base64.StdEncoding.EncodeToString(f.wrong.Sign(dsse.PAE(e.PayloadType, raw)))})
	})
	envelope("seventeen signatures", func(_ *forgery, e *dsse.Envelope) {
		for k := range 16 {
			e.Signatures = append(e.Signatures, dsse.Signature{KeyID: fmt.Sprint("k", k), Sig: base64.StdEncoding.EncodeToString(make([]byte, 64-k))})
		}
	})
	envelope("a payload without padding", func(_ *forgery, e *dsse.Envelope) {
		e.Payload = strings.TrimRight(e.Payload+"=", "=") + unpadded(e.Payload)
	})
	envelope("a payload with line breaks", func(_ *forgery, e *dsse.Envelope) { e.Payload = e.Payload[:76] + "\n" + e.Payload[76:] })
	envelope("a payload in the alphabet of URLs", func(_ *forgery, e *dsse.Envelope) { e.Payload = "_-" + e.Payload[2:] })
	envelope("a signature without padding", func(_ *forgery, e *dsse.Envelope) { e.Signatures[0].Sig = strings.TrimRight(e.Signatures[0].Sig, "=") })
	envelope("a signature with a line break", func(_ *forgery, e *dsse.Envelope) {
		e.Signatures[0].Sig = e.Signatures[0].Sig[:40] + "\r\n" + e.Signatures[0].Sig[40:]
	})
	envelope("a signature with other bits of padding", func(_ *forgery, e *dsse.Envelope) {
		sig := []byte(e.Signatures[0].Sig)
		sig[len(sig)-3]++ // 64 bytes leave four bits that say nothing
		e.Signatures[0].Sig = string(sig)
	})
	envelope("an empty payload", func(f *forgery, e *dsse.Envelope) { f.carry(e, &f.right, nil) })
	envelope("a payload that is no JSON", func(f *forgery, e *dsse.Envelope) { f.carry(e, &f.right, []byte("yes")) })
	envelope("a payload that nests very deep", func(f *forgery, e *dsse.Envelope) { f.carry(e, &f.right, []byte(strings.Repeat("[", 200000))) })
	envelope("a payload in which a name is twice", func(f *forgery, e *dsse.Envelope) {
		raw, _ := base64.StdEncoding.DecodeString(e.Payload)
		f.carry(e, &f.right, []byte(strings.Replace(string(raw), `{"_type"`, `{"_type":1,"_type"`, 1)))
	})
	return all
}

// unpadded gives what makes a text that had padding one that has none, and one
// that had none a text of a length that no base64 has.
func unpadded(payload string) string {
	if strings.HasSuffix(payload, "=") {
		return ""
	}
	return "A"
}

// statementPayloads say other things than the manifest and the report, signed
// by the right key.
func statementPayloads() []damage {
	var all []damage
	saying := func(name, of string, change func(statement map[string]any), want refusal.Name, yes ...string) {
		all = append(all, damage{
			name: name + ", signed so", of: of, want: []refusal.Name{want}, yes: append(yes, "signature"),
			do: func(f *forgery) { f.payload(&f.right, change) },
		})
	}
	predicate := func(change func(predicate map[string]any)) func(map[string]any) {
		return func(s map[string]any) { change(s["predicate"].(map[string]any)) }
	}
	invalid := refusal.StatementInvalid
	saying("the first subject dropped", "", func(s map[string]any) { s["subject"] = s["subject"].([]any)[1:] }, refusal.ManifestDigest, "verdicts")
	saying("another manifest's digest", "", func(s map[string]any) {
		s["subject"].([]any)[0].(map[string]any)["digest"] = map[string]any{"sha256": bundle.Digest(nil)}
	}, refusal.ManifestDigest, "verdicts")
	saying("the manifest's digest by another algorithm", "", func(s map[string]any) {
		digest := s["subject"].([]any)[0].(map[string]any)["digest"].(map[string]any)
		digest["sha512"] = digest["sha256"]
		delete(digest, "sha256")
	}, refusal.ManifestDigest, "verdicts")
	saying("the build's subject dropped", "", func(s map[string]any) { s["subject"] = s["subject"].([]any)[:1] }, invalid, "integrity")
	saying("a third subject", "", func(s map[string]any) {
		s["subject"] = append(s["subject"].([]any), map[string]any{"name": "x", "digest": map[string]any{"sha256": bundle.Digest(nil)}})
	}, invalid, "integrity")
	saying("another build", "", func(s map[string]any) {
		s["subject"].([]any)[1].(map[string]any)["digest"] = map[string]any{"sha256": bundle.Digest(nil)}
	}, invalid, "integrity")
	saying("another type of statement", "", func(s map[string]any) { s["_type"] = "https://in-toto.io/Statement/v0.1" }, invalid, "integrity")
	saying("another type of predicate", "", func(s map[string]any) { s["predicateType"] = "https://slsa.dev/provenance/v1" }, invalid, "integrity")
	saying("a member more", "", func(s map[string]any) { s["more"] = 1 }, invalid, "integrity")
	saying("no predicate", "", func(s map[string]any) { delete(s, "predicate") }, invalid)
	saying("a failure as passed", "failing", predicate(func(p map[string]any) { p["result"] = "PASSED" }), invalid, "integrity")
	saying("a failed test left out", "failing", predicate(func(p map[string]any) { delete(p, "failedTests") }), invalid, "integrity")
	saying("other totals", "failing", func(s map[string]any) { ours(s)["totals"].(map[string]any)["executedFail"] = 0 }, invalid, "integrity")
	saying("another exit code", "failing", func(s map[string]any) { ours(s)["exitCode"] = 0 }, invalid, "integrity")
	saying("fewer legs", "failing", func(s map[string]any) { ours(s)["legs"] = ours(s)["legs"].([]any)[1:] }, invalid, "integrity")
	saying("another host", "", func(s map[string]any) { ours(s)["host"].(map[string]any)["url"] = "https://host.example" }, invalid, "integrity")
	saying("nothing that was not measured", "", func(s map[string]any) { ours(s)["notMeasured"] = []any{} }, invalid, "integrity")
	saying("a word for whether it certifies", "", func(s map[string]any) { ours(s)["certified"] = "yes" }, invalid)
	saying("a certificate withheld from its bytes", "whole", func(s map[string]any) { delete(ours(s), "certified") }, invalid, "integrity")
	for k := range all {
		if strings.HasPrefix(all[k].name, "a word for") || strings.HasPrefix(all[k].name, "no predicate") {
			all[k].yes = []string{"integrity", "verdicts"} // a statement that cannot be read is nobody's
		}
	}
	certify := func(s map[string]any) { ours(s)["certified"] = true }
	for _, of := range []string{"uncertified", "failing", "waived", "narrowed", "interrupted", "small"} {
		saying("a certificate of the evidence "+of, of, certify, refusal.CertificateFalse, "integrity")
	}
	all = append(all, damage{
		name: "a payload that is not canonical, signed so", want: []refusal.Name{invalid}, yes: []string{"signature", "integrity"},
		do: func(f *forgery) {
			f.envelope(func(e *dsse.Envelope) {
				raw, _ := base64.StdEncoding.DecodeString(e.Payload)
				f.carry(e, &f.right, append(raw, '\n'))
			})
		},
	}, damage{
		name: "a build that is no digest, signed so", want: []refusal.Name{refusal.OptionsDiffer, refusal.StatementInvalid}, more: true, do: func(f *forgery) {
			f.manifest(func(m *bundle.Manifest) { m.Host.Build.ID = "zz" })
			f.edit(func(r *reports.Report) { r.Host.Build.ID = "zz" })
			f.list()
			f.resign()
		},
	})
	return all
}

// statementTexts write the envelope in other bytes.
func statementTexts() []damage {
	var all []damage
	for name, change := range map[string]func(text string) string{
		"white space":                  func(t string) string { return strings.Replace(t, `": "`, `":  "`, 1) },
		"a member more":                func(t string) string { return strings.Replace(t, `"payloadType"`, `"more": 1, "payloadType"`, 1) },
		"a member more in a signature": func(t string) string { return strings.Replace(t, `"keyid"`, `"cert": "x", "keyid"`, 1) },
		"a name twice": func(t string) string {
			return strings.Replace(t, `"payloadType"`, `"payloadType": "x", "payloadType"`, 1)
		},
		"a name in other case":      func(t string) string { return strings.Replace(t, `"payloadType"`, `"PayloadType"`, 1) },
		"an escape that none needs": func(t string) string { return strings.Replace(t, `application/`, `application\/`, 1) },
		"a byte order mark":         func(t string) string { return "\ufeff" + t },
		"UTF-16":                    inUTF16,
		"two envelopes":             func(t string) string { return t + t },
		"far too much":              func(t string) string { return t + strings.Repeat(" ", 2<<20) },
		"very deep nesting":         func(string) string { return strings.Repeat(`{"payload":`, 90000) },
		"a number for the payload": func(string) string {
			return `{"payloadType": "application/vnd.in-toto+json", "payload": 1, "signatures": []}`
		},
	} {
		want := refusal.StatementInvalid
		if name == "far too much" {
			want = refusal.TooLarge
		}
		all = append(all, damage{
			name: "with " + name, want: []refusal.Name{want}, yes: []string{"verdicts"}, more: name == "far too much",
			do: func(f *forgery) {
				was := string(f.files[bundle.StatementFile])
				f.files[bundle.StatementFile] = []byte(change(was))
				if string(f.files[bundle.StatementFile]) == was {
					f.Fatal("the statement was not changed")
				}
			},
		})
	}
	return all
}
