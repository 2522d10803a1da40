package app

import (
	"bytes"
	"slices"
	"strings"

	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/witness/journal"
)

// damagedJournal changes the journal: its lines as they stand, its lines with
// hashes that hold again, and all of it with a signature that holds too.
func damagedJournal() []damage {
	return slices.Concat(journalLines(), journalChains(), journalSigned())
}

// journalLines are changes by somebody who has an editor.
func journalLines() []damage {
	var all []damage
	lines := func(name string, change func(lines [][]byte) [][]byte, want refusal.Name) {
		all = append(all, damage{
			name: name, of: "whole", want: []refusal.Name{refusal.MemberChanged, want}, yes: []string{"signature"},
			do: func(f *forgery) { f.setLines(change(f.lines())...) },
		})
	}
	text := func(name, old, new string, want refusal.Name) {
		lines(name, func(all [][]byte) [][]byte {
			return [][]byte{bytes.Replace(bytes.Join(all, nil), []byte(old), []byte(new), 1)}
		}, want)
	}
	lines("two records change places", func(l [][]byte) [][]byte { l[10], l[11] = l[11], l[10]; return l }, refusal.SeqGap)
	lines("a record is missing", func(l [][]byte) [][]byte { return slices.Delete(l, 10, 11) }, refusal.SeqGap)
	lines("the first record is missing", func(l [][]byte) [][]byte { return l[1:] }, refusal.SeqGap)
	lines("a record is there twice", func(l [][]byte) [][]byte { return slices.Insert(l, 10, l[9]) }, refusal.SeqGap)
	lines("the last record is missing", func(l [][]byte) [][]byte { return l[:len(l)-1] }, refusal.JournalIncomplete)
	lines("most records are missing", func(l [][]byte) [][]byte { return l[:3] }, refusal.JournalIncomplete)
	lines("the end follows on half a run", func(l [][]byte) [][]byte { return append(l[:len(l)/2], l[len(l)-1]) }, refusal.SeqGap)
	lines("the last line has no end", func(l [][]byte) [][]byte { return cutLast(l, 1) }, refusal.JournalIncomplete)
	lines("the last line is cut by two bytes", func(l [][]byte) [][]byte { return cutLast(l, 2) }, refusal.JournalIncomplete)
	lines("the last line is cut in its hash", func(l [][]byte) [][]byte { return cutLast(l, 40) }, refusal.JournalIncomplete)
	lines("the last line is cut to a byte", func(l [][]byte) [][]byte { return cutLast(l, len(l[len(l)-1])-1) }, refusal.JournalIncomplete)
	lines("a line after the end", func(l [][]byte) [][]byte { return append(l, []byte("{}\n")) }, refusal.ChainBroken)
	lines("an empty line after the end", func(l [][]byte) [][]byte { return append(l, []byte("\n")) }, refusal.ChainBroken)
	lines("the end twice", func(l [][]byte) [][]byte { return append(l, l[len(l)-1]) }, refusal.ChainBroken)
	lines("an empty line in the middle", func(l [][]byte) [][]byte { return slices.Insert(l, 10, []byte("\n")) }, refusal.ChainBroken)
	lines("the last line edited", func(l [][]byte) [][]byte {
		l[len(l)-1] = bytes.Replace(l[len(l)-1], []byte(`"complete"`), []byte(`"timeout"`), 1)
		return l
	}, refusal.ChainBroken)
	text("a line edited", `"status":202`, `"status":200`, refusal.ChainBroken)
	text("white space in a line", `"seq":5,`, `"seq": 5,`, refusal.ChainBroken)
	text("a name twice in a line", `{"seq":5,`, `{"seq":5,"seq":5,`, refusal.ChainBroken)
	text("a member that is not known in a line", `{"seq":5,`, `{"more":1,"seq":5,`, refusal.ChainBroken)
	text("a byte order mark", `{"seq":1,`, "\ufeff"+`{"seq":1,`, refusal.ChainBroken)
	text("another line end", "\n", "\r\n", refusal.ChainBroken)
	text("a byte that is no UTF-8", `"kind":"run"`, "\"kind\":\"r\xffn\"", refusal.ChainBroken)
	text("a line that nests very deep", `{"seq":5,`, `{"x":`+strings.Repeat("[", 1<<20)+"\n"+`{"seq":5,`, refusal.ChainBroken)
	lines("UTF-16", func(l [][]byte) [][]byte { return [][]byte{[]byte(inUTF16(string(bytes.Join(l, nil))))} }, refusal.ChainBroken)
	return all
}

func cutLast(lines [][]byte, by int) [][]byte {
	last := lines[len(lines)-1]
	lines[len(lines)-1] = last[:len(last)-by]
	return lines
}

// journalChains are changes by somebody who also makes the hashes anew.
func journalChains() []damage {
	relist := func(change func(*forgery)) func(*forgery) { return func(f *forgery) { change(f); f.list() } }
	concluded := func(f *forgery) { unheard(f); f.conclude() }
	return []damage{
		{
			name: "a record edited with its own hash made anew", of: "whole",
			do:   func(f *forgery) { oneRecord(f, 4, func(r *journal.Record) { r.At++ }) },
			want: []refusal.Name{refusal.MemberChanged, refusal.ChainBroken}, yes: []string{"signature"},
		},
		{
			name: "a record renumbered with its own hash made anew", of: "whole",
			do:   func(f *forgery) { oneRecord(f, 4, func(r *journal.Record) { r.Seq++ }) },
			want: []refusal.Name{refusal.MemberChanged, refusal.SeqGap}, yes: []string{"signature"},
		},
		{
			name: "the end counts otherwise, with its own hash made anew", of: "whole",
			do:   func(f *forgery) { oneRecord(f, -1, func(r *journal.Record) { r.End.Count-- }) },
			want: []refusal.Name{refusal.MemberChanged, refusal.ChainBroken}, yes: []string{"signature"},
		},
		{
			name: "the chain made anew after an edit", of: "whole", do: unheard,
			want: []refusal.Name{refusal.MemberChanged, refusal.VerdictDiffers}, more: true, yes: []string{"signature"},
		},
		{
			name: "a record removed and the rest renumbered", of: "whole",
			do:   func(f *forgery) { f.chain(slices.Delete(f.records(), 30, 31)) },
			want: []refusal.Name{refusal.MemberChanged}, more: true, yes: []string{"signature"},
		},
		{
			name: "records reordered and renumbered", of: "whole", do: reordered,
			want: []refusal.Name{refusal.MemberChanged}, more: true, yes: []string{"signature"},
		},
		{
			name: "the chain and the manifest made anew after an edit", of: "whole", do: relist(unheard),
			want: []refusal.Name{refusal.ManifestDigest, refusal.VerdictDiffers}, more: true, yes: []string{"signature"},
		},
		{
			name: "all made anew after an edit, but for the signature", of: "whole", do: relist(concluded),
			want: []refusal.Name{refusal.ManifestDigest}, yes: []string{"signature", "verdicts"},
		},
		{
			name: "all made anew after an edit, signed by a key that nobody pinned", of: "whole",
			do:   func(f *forgery) { concluded(f); f.seal(f.wrong) },
			want: []refusal.Name{refusal.KeyNotPinned}, more: true, yes: []string{"integrity"},
		},
		{
			name: "a failing host's journal made to pass, signed by a key that nobody pinned", of: "failing",
			do:   func(f *forgery) { acquit(f); f.conclude(); f.seal(f.wrong) },
			want: []refusal.Name{refusal.KeyNotPinned}, yes: []string{"integrity", "verdicts"},
		},
		{
			name: "a failing host's journal made to pass, under the old statement", of: "failing",
			do:   func(f *forgery) { acquit(f); f.conclude(); f.list() },
			want: []refusal.Name{refusal.ManifestDigest}, yes: []string{"signature", "verdicts"},
		},
	}
}

// journalSigned are changes by the signer himself: what he signed must still be
// one run, with the verdicts that follow from it.
func journalSigned() []damage {
	var all []damage
	signed := func(name, of string, change func(*forgery), want ...refusal.Name) {
		all = append(all, damage{
			name: name + ", signed so", of: of, want: want, yes: []string{"signature"},
			do: func(f *forgery) { change(f); f.seal(f.right) },
		})
	}
	header := func(change func(*journal.Run)) func(*forgery) {
		return func(f *forgery) {
			records := f.records()
			run := *records[0].Run
			change(&run)
			records[0].Run = &run
			f.chain(records)
		}
	}
	signed("what was seen taken away", "whole", unheard, refusal.VerdictDiffers, refusal.ReportDiffers)
	signed("a failing host's journal made to pass", "failing", acquit, refusal.VerdictDiffers, refusal.ReportDiffers)
	signed("another host in the header", "", header(func(r *journal.Run) { r.Host = "https://host.example" }), refusal.OptionsDiffer, refusal.ReportDiffers)
	signed("another run in the header", "", header(func(r *journal.Run) { r.ID = "ANOTHER" }), refusal.OptionsDiffer)
	signed("another time in the header", "", header(func(r *journal.Run) { r.StartedAt = "2031-01-01T00:00:00Z" }), refusal.OptionsDiffer, refusal.ReportDiffers)
	signed("another build in the header", "", header(func(r *journal.Run) { r.Build = nil }), refusal.OptionsDiffer, refusal.ReportDiffers)
	signed("a narrowed run's header made whole", "narrowed", header(func(r *journal.Run) { r.Options.Only = nil }), refusal.OptionsDiffer)
	signed("fewer legs in the header", "small", header(func(r *journal.Run) { r.Legs = r.Legs[:5] }), refusal.OptionsDiffer, refusal.VerdictDiffers)
	signed("no demands in the header", "narrowed", header(func(r *journal.Run) { r.Options.Require = nil }), refusal.OptionsDiffer)
	signed("an interrupted run's end made complete", "interrupted", func(f *forgery) {
		records := f.records()
		records[len(records)-1].End = &journal.End{Reason: journal.EndComplete}
		f.chain(records)
	}, refusal.OptionsDiffer, refusal.VerdictDiffers, refusal.ReportDiffers)
	signed("nothing but the end", "", func(f *forgery) {
		records := f.records()
		f.chain(records[len(records)-1:])
	}, refusal.ChainBroken)
	signed("nothing but the header and the end", "", func(f *forgery) {
		records := f.records()
		f.chain([]journal.Record{records[0], records[len(records)-1]})
	}, refusal.VerdictDiffers, refusal.ReportDiffers)
	signed("a second header", "", func(f *forgery) {
		records := f.records()
		run := *records[0].Run
		run.Legs = nil
		f.chain(slices.Insert(records, 1, journal.Record{Kind: journal.KindRun, Run: &run}))
	}, refusal.ChainBroken)
	signed("no journal at all", "", func(f *forgery) { f.files[bundle.JournalFile] = nil }, refusal.JournalIncomplete)
	signed("a journal without its end", "", func(f *forgery) { l := f.lines(); f.setLines(l[:len(l)-1]...) }, refusal.JournalIncomplete)
	signed("a journal with a hole", "", func(f *forgery) { f.setLines(slices.Delete(f.lines(), 1, 2)...) }, refusal.SeqGap)
	signed("a journal with a line edited", "", func(f *forgery) { f.replace(bundle.JournalFile, `"kind":"run"`, `"kind": "run"`) }, refusal.ChainBroken)
	return all
}

// oneRecord changes one record and makes its own hash anew, not those after it.
func oneRecord(f *forgery, at int, change func(*journal.Record)) {
	records, lines := f.records(), f.lines()
	if at < 0 {
		at += len(records)
	}
	record := records[at]
	if record.End != nil {
		end := *record.End
		record.End = &end
	}
	change(&record)
	line, _, err := journal.EncodeLine(record)
	f.must(err)
	lines[at] = append(line, '\n')
	f.setLines(lines...)
}

// unheard takes away what was seen on the streams.
func unheard(f *forgery) {
	f.chain(slices.DeleteFunc(f.records(), func(r journal.Record) bool { return r.Frame != nil && r.Frame.Own }))
}

// reordered lets two frames of one stream change places, their times not.
func reordered(f *forgery) {
	records := f.records()
	var frames []int
	for k, record := range records {
		if record.Frame != nil && record.Frame.Own {
			frames = append(frames, k)
		}
	}
	a, b := frames[0], frames[len(frames)-1]
	records[a].Frame, records[b].Frame = records[b].Frame, records[a].Frame
	f.chain(records)
}

// acquit takes away the frames by which the host is convicted that sends the
// event of a cursor again.
func acquit(f *forgery) {
	opened := map[string]string{} // cursor of a stream
	records := f.records()
	for _, record := range records {
		if record.Intent != nil && record.Intent.LastEventID != nil {
			opened[record.Intent.Name] = *record.Intent.LastEventID
		}
	}
	kept := slices.DeleteFunc(records, func(r journal.Record) bool {
		return r.Frame != nil && r.Frame.EventID != "" && opened[r.Frame.Stream] == r.Frame.EventID
	})
	f.chain(kept)
}
