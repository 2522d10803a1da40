package app

import (
	"slices"

	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
)

// damagedMembers are those that befall any file alike.
func damagedMembers() []damage {
	var all []damage
	for _, name := range every() {
		all = append(all, flips(name)...)
		all = append(all, replacements(name)...)
	}
	return all
}

// untouched are the answers that damage of a file leaves untouched.
func untouched(name string) []string {
	switch name {
	case bundle.StatementFile:
		return []string{"integrity", "verdicts"}
	case bundle.ManifestFile, bundle.JournalFile, bundle.ReportFile:
		return []string{"signature"}
	}
	return []string{"signature", "verdicts"}
}

// unreadable gives how a file is refused that is none of its kind.
func unreadable(name string) []refusal.Name {
	switch name {
	case bundle.StatementFile:
		return []refusal.Name{refusal.StatementInvalid}
	case bundle.ManifestFile:
		return []refusal.Name{refusal.ManifestInvalid, refusal.ManifestDigest}
	case bundle.JournalFile:
		return []refusal.Name{refusal.MemberChanged, refusal.ChainBroken}
	case bundle.ReportFile:
		return []refusal.Name{refusal.MemberChanged, refusal.ReportInvalid}
	}
	return []refusal.Name{refusal.MemberChanged}
}

// short is how a file is refused of which the end is missing.
func short(name string) []refusal.Name {
	if name == bundle.JournalFile {
		return []refusal.Name{refusal.MemberChanged, refusal.JournalIncomplete}
	}
	return unreadable(name)
}

// changed is the name by which any change of a file shows at least.
func changed(name string) []refusal.Name {
	switch name {
	case bundle.StatementFile:
		return nil // by the signature or by what it says, as it happens
	case bundle.ManifestFile:
		return []refusal.Name{refusal.ManifestDigest}
	}
	return []refusal.Name{refusal.MemberChanged}
}

func flips(name string) []damage {
	middle := untouched(name)
	if name == bundle.StatementFile {
		middle = nil // it may be about another manifest then, or say other things of the run
	}
	return []damage{
		{name: name + " with its first byte flipped", do: func(f *forgery) { f.flip(name, 0) }, want: unreadable(name), yes: untouched(name)},
		{
			name: name + " with a byte in the middle flipped", do: func(f *forgery) { f.flip(name, len(f.files[name])/2) },
			want: changed(name), more: true, yes: middle,
		},
		{name: name + " with its last byte flipped", do: func(f *forgery) { f.flip(name, len(f.files[name])-1) }, want: short(name), yes: untouched(name)},
	}
}

func replacements(name string) []damage {
	missing := map[string]refusal.Name{bundle.ManifestFile: refusal.ManifestMissing, bundle.StatementFile: refusal.SignatureMissing}
	gone, special := missing[name]
	if !special {
		gone = refusal.MemberMissing
	}
	another := "summary.md"
	if name == another {
		another = "junit.xml"
	}
	return []damage{
		{
			name: name + " cut in the middle", do: func(f *forgery) { f.files[name] = f.files[name][:len(f.files[name])/2] },
			want: short(name), yes: untouched(name),
		},
		{name: name + " emptied", do: func(f *forgery) { f.files[name] = nil }, want: short(name), yes: untouched(name)},
		{
			name: name + " with a byte appended", do: func(f *forgery) { f.files[name] = append(slices.Clip(f.files[name]), ' ') },
			want: changed(name), more: true, yes: untouched(name),
		},
		{name: name + " dropped", do: func(f *forgery) { delete(f.files, name) }, want: []refusal.Name{gone}, yes: untouched(name)},
		{
			name: name + " replaced by " + another, do: func(f *forgery) { f.files[name] = f.files[another] },
			want: unreadable(name), yes: untouched(name),
		},
		{
			name: name + " replaced by that of another run", of: "failing", with: "narrowed", do: func(f *forgery) { f.files[name] = f.other[name] },
			want: foreign(name), more: true, yes: untouchedByForeign(name),
		},
	}
}

// foreign is how a file is refused that is whole and of another run.
func foreign(name string) []refusal.Name {
	switch name {
	case bundle.ManifestFile:
		return []refusal.Name{refusal.ManifestDigest, refusal.MemberChanged, refusal.OptionsDiffer}
	case bundle.StatementFile:
		return []refusal.Name{refusal.ManifestDigest}
	case bundle.JournalFile:
		return []refusal.Name{refusal.MemberChanged, refusal.OptionsDiffer, refusal.VerdictDiffers}
	case bundle.ReportFile:
		return []refusal.Name{refusal.MemberChanged, refusal.VerdictDiffers}
	}
	return []refusal.Name{refusal.MemberChanged}
}

// untouchedByForeign are the answers that stay yes then: also a signature of
// the other run is one, but not of this run.
func untouchedByForeign(name string) []string {
	if name == bundle.StatementFile {
		return []string{"signature", "verdicts"}
	}
	if name == bundle.ManifestFile {
		return []string{"signature", "verdicts"}
	}
	return untouched(name)
}
