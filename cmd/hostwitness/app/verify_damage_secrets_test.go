package app

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strings"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
)

// leaks are what must stand in no file of evidence, as it stands nowhere.
func leaks() map[string]string {
	return map[string]string{
		"a private key":                 "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----",
		"an RSA key":                    "-----BEGIN RSA PRIVATE KEY-----",
		"a webhook secret":              "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
		"a bearer token":                "Authorization: Bearer eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiI0In0",
		"a bearer token in lower case":  "authorization: bearer tok_4f6a8b0c2d4e6f8a0b2c",
		"the verifier's own credential": ownCredential,
	}
}

// damagedSecrets put secrets into files of evidence, which is signed by the
// right key.
func damagedSecrets() []damage {
	var all []damage
	hidden := func(name string, hide func(f *forgery), yes ...string) {
		all = append(all, damage{name: name, want: []refusal.Name{refusal.SecretFound}, yes: append(yes, "signature"), do: hide})
	}
	shown := func(name string, hide func(f *forgery)) { // on a page, which then is not of the report
		hidden(name, hide)
		all[len(all)-1].want = append(all[len(all)-1].want, refusal.ReportDiffers)
	}
	for what, secret := range leaks() {
		for how, write := range writings() {
			if how != "in JSON" && secret != ownCredential {
				continue // the forms are looked for in the same readings
			}
			hidden(what+" "+how+" in a body of the journal", recorded64(write(secret), false), "verdicts")
		}
		hidden(what+" as base64 in the journal", recorded64(secret, true), "verdicts")
		shown(what+" escaped in the page", appended("report.html", html.EscapeString(secret)))
		shown(what+" escaped as the page does it", appended("report.html", strings.ReplaceAll(html.EscapeString(secret), "+", "&#43;")))
		shown(what+" in the JUnit file", appended("junit.xml", strings.ReplaceAll(html.EscapeString(secret), "\n", "&#xA;")))
		shown(what+" in the summary", appended("summary.md", markdownEscaped(secret)))
		shown(what+" as it stands in the summary", appended("summary.md", secret))
		hidden(what+" in the reason of a waiver", func(f *forgery) {
			f.manifest(func(m *bundle.Manifest) {
				m.Narrowed.Waivers = []waiver.Waiver{{Leg: convicted, Reason: secret, Expires: "2000-02-01"}}
			})
			f.sign(f.right)
		})
		all[len(all)-1].more = true
		hidden(what+" as a second signer's name", func(f *forgery) {
			f.envelope(func(e *dsse.Envelope) {
				e.Signatures = append(e.Signatures, dsse.Signature{KeyID: secret, Sig: "AAAA"})
			})
		}, "verdicts")
	}
	return all
}

// writings are the ways in which a text stands in another.
func writings() map[string]func(string) string {
	quoted := func(text string) string {
		document, _ := json.Marshal(text) // a text always encodes
		return string(document)
	}
	return map[string]func(string) string{
		"as it is":                 func(s string) string { return "{" + s + "}" },
		"in JSON":                  quoted,
		"in JSON in JSON":          func(s string) string { return quoted(quoted(s)) },
		"in JSON in JSON in JSON":  func(s string) string { return quoted(quoted(quoted(s))) },
		"with slashes escaped":     func(s string) string { return strings.ReplaceAll(quoted(s), "/", `\/`) },
		"in the query of a URL":    func(s string) string { return "/path?token=" + url.QueryEscape(s) },
		"in the path of a URL":     func(s string) string { return "/" + url.PathEscape(s) },
		"in XML":                   html.EscapeString,
		"in capitals of the URL":   func(s string) string { return strings.ToLower("/?t=") + url.QueryEscape(s) },
		"after bytes of all kinds": func(s string) string { return "&<>\\u12 %zz \"" + s },
	}
}

func markdownEscaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, "_", `\_`, "*", `\*`, "&", "&amp;").Replace(text)
}

// appended puts a text at the end of a member and signs all.
func appended(name, text string) func(*forgery) {
	return func(f *forgery) {
		f.files[name] = append(slices.Clip(f.files[name]), "<!-- "+text+" -->\n"...)
		f.seal(f.right)
	}
}

// recorded64 puts a text into a record of the journal that no judge looks at,
// as it is or as bytes that are no text.
func recorded64(text string, binary bool) func(*forgery) {
	return func(f *forgery) {
		records := f.records()
		body := journal.Bytes{Text: text, Length: int64(len(text)), Digest: bundle.Digest([]byte(text))}
		if binary {
			body.Text, body.Base64 = "", base64.StdEncoding.EncodeToString([]byte("\xff\xfe"+text))
		}
		note := journal.Record{
			Kind: journal.KindExchange, At: records[0].At,
			Exchange: &journal.Exchange{Request: journal.Request{Method: "GET", URL: records[0].Run.Host + "/nothing", Header: []journal.Header{}, Body: &body}, Name: "run/nothing"},
		}
		f.chain(slices.Insert(records, 1, note))
		f.conclude()
		f.seal(f.right)
	}
}
