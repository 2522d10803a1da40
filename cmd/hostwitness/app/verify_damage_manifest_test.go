package app

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/waiver"
)

// damagedManifest changes what the manifest says or how it says it. Whoever
// changes it without the key has changed what was signed; with the key what it
// says must still be so.
func damagedManifest() []damage {
	digest, invalid := refusal.ManifestDigest, refusal.ManifestInvalid
	return slices.Concat(
		manifestTexts(invalid, digest), manifestLists(), manifestClaims(),
		[]damage{
			{
				name: "a member edited and listed anew, not signed anew", do: func(f *forgery) { f.replace("summary.md", "passed", "Passed"); f.list() },
				want: []refusal.Name{digest, refusal.ReportDiffers}, yes: []string{"signature"},
			},
			{
				name: "a newer format", do: func(f *forgery) { f.replace(bundle.ManifestFile, bundle.Format, "hostwitness-evidence/2"); f.resign() },
				want: []refusal.Name{refusal.FormatNewer}, yes: []string{"signature"},
			},
			{
				name: "a newer format with a member that is not known",
				do: func(f *forgery) {
					f.replace(bundle.ManifestFile, bundle.Format, "hostwitness-evidence/12")
					f.replace(bundle.ManifestFile, "\n  \"run\"", "\n  \"region\": \"x\",\n  \"run\"")
					f.resign()
				},
				want: []refusal.Name{refusal.FormatNewer}, yes: []string{"signature"},
			},
			{
				name: "far too long", do: func(f *forgery) {
					f.files[bundle.ManifestFile] = append(slices.Clip(f.files[bundle.ManifestFile]), bytes.Repeat([]byte("\n"), 2<<20)...)
				},
				want: []refusal.Name{refusal.TooLarge}, more: true,
			},
		},
	)
}

// resign signs the manifest's bytes as they are.
func (f *forgery) resign() {
	f.Helper()
	f.payload(&f.right, func(statement map[string]any) {
		subject := statement["subject"].([]any)[0].(map[string]any)
		subject["digest"] = map[string]any{"sha256": bundle.Digest(f.files[bundle.ManifestFile])}
	})
}

// manifestTexts write the manifest in other bytes: each is refused also where
// the right key signed it so.
func manifestTexts(invalid, digest refusal.Name) []damage {
	var all []damage
	for name, change := range map[string]func(text string) string{
		"white space":       func(text string) string { return strings.Replace(text, `": "`, `":  "`, 1) },
		"no line end":       func(text string) string { return strings.TrimSuffix(text, "\n") },
		"other line ends":   func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"a byte order mark": func(text string) string { return "\ufeff" + text },
		"UTF-16":            inUTF16,
		"a name twice": func(text string) string {
			return strings.Replace(text, `  "format"`, `  "format": "x",`+"\n"+`  "format"`, 1)
		},
		"a name in other case": func(text string) string { return strings.Replace(text, `"files"`, `"Files"`, 1) },
		"a field that is not known": func(text string) string {
			return strings.Replace(text, `  "format"`, `  "extra": 1,`+"\n"+`  "format"`, 1)
		},
		"a field missing": func(text string) string { return strings.Replace(text, `  "certify": false,`+"\n", "", 1) },
		"fields in another order": func(text string) string {
			return strings.Replace(strings.Replace(text, `  "certify": false,`+"\n", "", 1), `  "format"`, `  "certify": false,`+"\n"+`  "format"`, 1)
		},
		"a null for a list": func(text string) string {
			return replaceBetween(text, `"notMeasured": [`, `]`, `"notMeasured": null`) + " "
		},
		"a number for a text": func(text string) string {
			return strings.Replace(text, `"format": "hostwitness-evidence/1"`, `"format": 1`, 1)
		},
		"a size with a fraction": func(text string) string { return replaceBetween(text, `"size": `, `,`, `"size": 1.5,`) },
		"a size as a power":      func(text string) string { return replaceBetween(text, `"size": `, `,`, `"size": 1e3,`) },
		"a size that is too large": func(text string) string {
			return replaceBetween(text, `"size": `, `,`, `"size": 99999999999999999999,`)
		},
		"an escape that none needs": func(text string) string {
			return strings.Replace(text, "hostwitness-evidence/1", `hostwitness-evidence\/1`, 1)
		},
		"half of a surrogate": func(text string) string { return strings.Replace(text, "hostwitness-evidence", `\ud800`, 1) },
		"another format": func(text string) string {
			return strings.Replace(text, "hostwitness-evidence/1", "somebody-elses/1", 1)
		},
		"an older format": func(text string) string {
			return strings.Replace(text, "hostwitness-evidence/1", "hostwitness-evidence/0", 1)
		},
		"no format":                  func(text string) string { return strings.Replace(text, "hostwitness-evidence/1", "", 1) },
		"more behind it":             func(text string) string { return text + "{}\n" },
		"very deep nesting":          func(string) string { return strings.Repeat(`{"a":`, 100000) + "1" + strings.Repeat("}", 100000) },
		"very deep nesting of lists": func(string) string { return strings.Repeat("[", 500000) },
		"a list for the document":    func(text string) string { return "[" + text + "]\n" },
	} {
		rewrite := func(f *forgery) {
			was := string(f.files[bundle.ManifestFile])
			text := change(was)
			if text == was {
				f.Fatal("the manifest was not changed")
			}
			f.files[bundle.ManifestFile] = []byte(text)
		}
		all = append(all,
			damage{name: "with " + name, do: rewrite, want: []refusal.Name{invalid, digest}, yes: []string{"signature"}},
			damage{name: "with " + name + ", signed so", do: func(f *forgery) { rewrite(f); f.resign() }, want: []refusal.Name{invalid}, yes: []string{"signature"}},
		)
	}
	return all
}

func inUTF16(text string) string {
	out := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	return string(out)
}

// replaceBetween replaces from a text to the next end, both included.
func replaceBetween(text, from, end, with string) string {
	before, rest, found := strings.Cut(text, from)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		return text
	}
	return before + with + after
}

// manifestLists change what the manifest lists, and are signed by the right
// key: it does not make a list true.
func manifestLists() []damage {
	var all []damage
	listing := func(name string, change func(f *forgery, m *bundle.Manifest), yes []string, want ...refusal.Name) {
		all = append(all, damage{name: "that lists " + name, want: want, yes: yes, do: func(f *forgery) {
			f.manifest(func(m *bundle.Manifest) { change(f, m) })
			f.sign(f.right)
		}})
	}
	member := func(name string) func(*forgery, *bundle.Manifest) {
		return func(_ *forgery, m *bundle.Manifest) { m.Files[1].Name = name }
	}
	signed, only := stillSigned(), []string{"signature"}
	listing("a member twice", func(_ *forgery, m *bundle.Manifest) { m.Files = slices.Insert(m.Files, 1, m.Files[1]) }, only, refusal.ManifestInvalid)
	listing("members out of order", func(_ *forgery, m *bundle.Manifest) { slices.Reverse(m.Files) }, only, refusal.ManifestInvalid)
	listing("itself", func(f *forgery, m *bundle.Manifest) { m.Files[2].Name = bundle.ManifestFile }, only, refusal.ManifestInvalid)
	listing("the statement", func(_ *forgery, m *bundle.Manifest) { m.Files[3].Name = bundle.StatementFile }, only, refusal.ManifestInvalid)
	listing("nothing", func(_ *forgery, m *bundle.Manifest) { m.Files = nil }, only, refusal.MemberMissing, refusal.MemberExtra)
	listing("no report", func(_ *forgery, m *bundle.Manifest) { m.Files = without(m.Files, bundle.ReportFile) }, only, refusal.MemberMissing, refusal.MemberExtra)
	listing("no journal", func(_ *forgery, m *bundle.Manifest) { m.Files = without(m.Files, bundle.JournalFile) }, only, refusal.MemberMissing, refusal.MemberExtra)
	listing("no page", func(_ *forgery, m *bundle.Manifest) { m.Files = without(m.Files, "report.html") }, signed, refusal.MemberMissing, refusal.MemberExtra)
	all = append(all, damage{
		name: "that lists a file more, which is there", want: []refusal.Name{refusal.MemberExtra}, yes: signed,
		do: func(f *forgery) { f.files["readme.txt"] = []byte("read me\n"); f.seal(f.right) },
	}, damage{
		name: "that lists no page, where there is none", want: []refusal.Name{refusal.MemberMissing}, yes: signed,
		do: func(f *forgery) { delete(f.files, "report.html"); f.seal(f.right) },
	})
	listing("a file that is not there", func(_ *forgery, m *bundle.Manifest) {
		m.Files = append(m.Files, bundle.Member{Name: "z.json", SHA256: bundle.Digest(nil)})
	}, signed, refusal.MemberMissing, refusal.MemberExtra)
	listing("very many files", func(_ *forgery, m *bundle.Manifest) {
		for k := range 1000 {
			m.Files = append(m.Files, bundle.Member{Name: fmt.Sprintf("z%04d.json", k), SHA256: bundle.Digest(nil)})
		}
	}, only, refusal.TooLarge)
	listing("a digest in upper case", func(_ *forgery, m *bundle.Manifest) { m.Files[1].SHA256 = strings.ToUpper(m.Files[1].SHA256) }, signed, refusal.MemberChanged)
	listing("a digest with spaces", func(_ *forgery, m *bundle.Manifest) { m.Files[1].SHA256 += " " }, signed, refusal.MemberChanged)
	listing("no digest", func(_ *forgery, m *bundle.Manifest) { m.Files[1].SHA256 = "" }, signed, refusal.MemberChanged)
	listing("a wrong size", func(_ *forgery, m *bundle.Manifest) { m.Files[1].Size++ }, signed, refusal.MemberChanged)
	listing("a size below zero", func(_ *forgery, m *bundle.Manifest) { m.Files[1].Size = -1 }, signed, refusal.MemberChanged)
	for _, name := range []string{
		"../outside.json", "..", ".", "/etc/passwd", "a/b.json", "./junit.xml", `..\outside.json`, `c:\x.json`, "JUNIT.XML", "junit", "", " junit.xml",
		"junit.xml\x00", "ju\u202enit.xml", "jünit.xml", strings.Repeat("a", 70) + ".xml", "con..xml", "-a.xml",
	} {
		listing("a file called "+shellQuoted(name), member(name), only, refusal.MemberName)
	}
	return all
}

func without(members []bundle.Member, name string) []bundle.Member {
	return slices.DeleteFunc(slices.Clone(members), func(m bundle.Member) bool { return m.Name == name })
}

// manifestClaims say other things of the run than the journal, signed by the
// right key.
func manifestClaims() []damage {
	var all []damage
	claiming := func(name, of string, change func(*bundle.Manifest), want ...refusal.Name) {
		yes := []string{"signature"}
		if len(want) == 1 && want[0] == refusal.OptionsDiffer {
			yes = stillSigned()
		}
		all = append(all, damage{name: "that claims " + name, of: of, want: want, yes: yes, do: func(f *forgery) {
			f.manifest(change)
			f.sign(f.right)
		}})
	}
	differ := refusal.OptionsDiffer
	claiming("a whole run of a narrowed one", "narrowed", func(m *bundle.Manifest) { m.Narrowed.Only = nil }, differ)
	claiming("a run without demands", "narrowed", func(m *bundle.Manifest) { m.Narrowed.Require = nil }, differ)
	claiming("a run that left no leg out", "", func(m *bundle.Manifest) { m.Narrowed.Skip = nil }, differ)
	claiming("a run that left more legs out", "", func(m *bundle.Manifest) { m.Narrowed.Skip = append(m.Narrowed.Skip, "0250.*") }, differ)
	claiming("a longer absence", "", func(m *bundle.Manifest) { m.Narrowed.Settle *= 2 }, differ)
	claiming("another timeout", "", func(m *bundle.Manifest) { m.Narrowed.Timeout *= 2 }, differ)
	claiming("other budgets", "", func(m *bundle.Manifest) { m.Narrowed.Streams++; m.Narrowed.Triggers++ }, differ)
	claiming("that all was measured", "", func(m *bundle.Manifest) { m.NotMeasured = []string{} }, differ)
	claiming("that less was measured", "", func(m *bundle.Manifest) { m.NotMeasured = append(m.NotMeasured, "weather") }, differ)
	claiming("a null for what was not measured", "", func(m *bundle.Manifest) { m.NotMeasured = nil }, differ)
	claiming("another run", "", func(m *bundle.Manifest) { m.Run.ID = "another" }, differ)
	claiming("another time", "", func(m *bundle.Manifest) { m.Run.StartedAt = "2031-01-01T00:00:00Z" }, differ)
	claiming("that an interrupted run came to its end", "interrupted", func(m *bundle.Manifest) { m.Run.Ended = "complete" }, differ)
	claiming("another version", "", func(m *bundle.Manifest) { m.Suite.Version = "9.9.9" }, differ)
	claiming("another catalogue", "", func(m *bundle.Manifest) { m.Suite.Catalogue = strings.Repeat("0", 64) }, differ)
	claiming("another host", "", func(m *bundle.Manifest) { m.Host.URL = "https://host.example" }, differ)
	claiming("another build", "", func(m *bundle.Manifest) { m.Host.Build.ID = bundle.Digest([]byte("another build")) }, differ)
	claiming("no build", "", func(m *bundle.Manifest) { m.Host.Build = nil }, differ)
	claiming("another discovery document", "", func(m *bundle.Manifest) { m.Discovery.SHA256 = bundle.Digest(nil) }, differ)
	claiming("no waivers", "waived", func(m *bundle.Manifest) { m.Narrowed.Waivers = nil }, refusal.ReportDiffers)
	claiming("waivers that were not given", "failing", func(m *bundle.Manifest) {
		m.Narrowed.Waivers = []waiver.Waiver{{Leg: "0250.resume-backlog", Reason: "we like it so", Expires: "2000-02-01"}}
	}, refusal.ReportDiffers)
	claiming("only the waiver that excuses", "waived", func(m *bundle.Manifest) { m.Narrowed.Waivers = m.Narrowed.Waivers[:1] }, refusal.ReportDiffers)
	return all
}
