package journal_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"hostwitness/witness/journal"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// written gives the journal of the records, closed with an end record where
// they have none.
func written(t interface{ Fatalf(string, ...any) }, records []journal.Record) []byte {
	var out bytes.Buffer
	writer := journal.NewWriter(&out)
	ended := false
	var at journal.Offset
	for _, record := range records {
		if _, err := writer.Append(record); err != nil {
			t.Fatalf("write record: %v", err)
		}
		ended, at = record.Kind == journal.KindEnd, record.At
	}
	if !ended {
		if _, err := writer.Append(journal.Record{At: at, Kind: journal.KindEnd, End: &journal.End{Reason: journal.EndComplete}}); err != nil {
			t.Fatalf("write end: %v", err)
		}
	}
	return out.Bytes()
}

func TestEncodeLineIsPinned(t *testing.T) {
	body := `{"seq":7,"at":1500000000,"kind":"note","prev":"aa","note":{"topic":"scenario","text":"a <b> & \"c\" é"}}`
	sum := sha256.Sum256([]byte(body))
	want := strings.TrimSuffix(body, "}") + `,"hash":"` + hex.EncodeToString(sum[:]) + `"}`

	line, hash, err := journal.EncodeLine(journal.Record{
		Seq: 7, At: 1_500_000_000, Kind: journal.KindNote, Prev: "aa", Hash: "does not matter",
		Note: &journal.Note{Topic: journal.TopicScenario, Text: `a <b> & "c" é`},
	})
	if err != nil || string(line) != want || hash != hex.EncodeToString(sum[:]) {
		t.Errorf("line = %s, hash %s, err %v\nwant   %s", line, hash, err, want)
	}
}

func TestEncodeLineRefusesWhatJSONCannotCarry(t *testing.T) {
	note := func(text string) journal.Record {
		return journal.Record{Kind: journal.KindNote, Note: &journal.Note{Text: text}}
	}
	if _, _, err := journal.EncodeLine(note("broken \xff byte")); err == nil {
		t.Errorf("a text that is not UTF-8 was encoded")
	}
	for _, text := range []string{"\ufffd", `\ufffd`, `\\ufffd`, "\\\ufffd"} {
		if _, _, err := journal.EncodeLine(note(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestReadGivesWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := drawRecords(t)
		data := written(t, records)
		got, err := journal.Read(iotest.OneByteReader(bytes.NewReader(data)))
		if err != nil {
			t.Fatalf("read: %v", err)
		}
		want := journal.Fold(journal.Evidence{}, records)
		ev := journal.Fold(journal.Evidence{}, got[:len(records)])
		if diff := cmp.Diff(want, ev); diff != "" {
			t.Fatalf("evidence of what was read (-written +read):\n%s", diff)
		}
		if again := written(t, got); !bytes.Equal(again, data) {
			t.Fatalf("written again:\n%s\nwant\n%s", again, data)
		}
	})
}

func TestReadRefusesEveryDamage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := written(t, drawRecords(t))
		lines := bytes.SplitAfter(data, []byte("\n"))
		lines = lines[:len(lines)-1]
		at := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
		var damaged []byte
		switch rapid.SampledFrom([]string{"change", "drop byte", "add byte", "remove", "repeat", "swap", "truncate", "append", "append line"}).Draw(t, "damage") {
		case "change":
			damaged = bytes.Clone(data)
			damaged[rapid.IntRange(0, len(data)-1).Draw(t, "at")] ^= rapid.ByteRange(1, 255).Draw(t, "flip")
		case "drop byte":
			i := rapid.IntRange(0, len(data)-1).Draw(t, "at")
			damaged = append(bytes.Clone(data[:i]), data[i+1:]...)
		case "add byte":
			i := rapid.IntRange(0, len(data)).Draw(t, "at")
			damaged = append(append(bytes.Clone(data[:i]), rapid.Byte().Draw(t, "byte")), data[i:]...)
		case "remove":
			damaged = joined(lines[:at], lines[at+1:])
		case "repeat":
			damaged = joined(lines[:at+1], lines[at:])
		case "swap":
			if at == 0 {
				damaged = nil
				break
			}
			damaged = joined(lines[:at-1], [][]byte{lines[at], lines[at-1]}, lines[at+1:])
		case "truncate":
			damaged = data[:rapid.IntRange(0, len(data)-1).Draw(t, "length")]
		case "append":
			damaged = append(bytes.Clone(data), rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "tail")...)
		case "append line":
			damaged = joined(lines, lines[at:at+1])
		}
		_, err := journal.Read(bytes.NewReader(damaged))
		var damage *journal.DamageError
		if !errors.As(err, &damage) && !errors.Is(err, journal.ErrIncomplete) {
			t.Fatalf("read gave %v, want a refusal of\n%s", err, damaged)
		}
	})
}

func joined(parts ...[][]byte) []byte {
	var all []byte
	for _, part := range parts {
		all = append(all, bytes.Join(part, nil)...)
	}
	return all
}

// rehashed chains lines that were changed on purpose, so that only what the
// change itself breaks is left to be found.
func rehashed(lines ...string) string {
	var out strings.Builder
	prev := ""
	for _, line := range lines {
		body := strings.ReplaceAll(line, "PREV", prev)
		sum := sha256.Sum256([]byte(body))
		prev = hex.EncodeToString(sum[:])
		out.WriteString(strings.TrimSuffix(body, "}") + `,"hash":"` + prev + "\"}\n")
	}
	return out.String()
}

func TestReadNamesTheDamage(t *testing.T) {
	const (
		note = `{"seq":1,"at":5,"kind":"note","prev":"","note":{"topic":"scenario","text":"x"}}`
		end  = `{"seq":2,"at":6,"kind":"end","prev":"PREV","end":{"count":2,"reason":"complete"}}`
	)
	whole := rehashed(note, end)
	if _, err := journal.Read(strings.NewReader(whole)); err != nil {
		t.Fatalf("the journal that the damages start from: %v", err)
	}
	second := strings.SplitAfter(whole, "\n")[1]
	tests := []struct {
		reason  string
		journal string
		line    int64
		damage  journal.Damage
	}{
		{"a changed text", strings.Replace(whole, `"x"`, `"y"`, 1), 1, journal.DamageHash},
		{"a changed hash", strings.Replace(whole, `"hash":"`, `"hash":"0`, 1), 1, journal.DamageForm},
		{"not JSON", "hello\n" + whole, 1, journal.DamageSyntax},
		{"an empty line", "\n" + whole, 1, journal.DamageSyntax},
		{"an unknown member", rehashed(strings.Replace(note, `"seq"`, `"new":1,"seq"`, 1)), 1, journal.DamageSyntax},
		{"an unknown member inside", rehashed(strings.Replace(note, `"topic"`, `"new":1,"topic"`, 1)), 1, journal.DamageSyntax},
		{"a member twice", rehashed(strings.Replace(note, `"seq":1`, `"seq":1,"seq":1`, 1)), 1, journal.DamageForm},
		{"a member in other case", rehashed(strings.Replace(note, `"topic"`, `"Topic"`, 1)), 1, journal.DamageForm},
		{"white space", rehashed(strings.Replace(note, `"at":5`, `"at": 5`, 1)), 1, journal.DamageForm},
		{"an escape that is not needed", rehashed(strings.Replace(note, `"x"`, `"\u0078"`, 1)), 1, journal.DamageForm},
		{"a null member", rehashed(strings.Replace(note, `,"note"`, `,"run":null,"note"`, 1)), 1, journal.DamageForm},
		{"an unknown kind", rehashed(strings.Replace(note, `"kind":"note"`, `"kind":"memo"`, 1)), 1, journal.DamageKind},
		{"another kind's member", rehashed(strings.Replace(note, `"kind":"note"`, `"kind":"mark"`, 1)), 1, journal.DamageKind},
		{"two members", rehashed(strings.Replace(note, `,"note"`, `,"mark":{"kind":"lag","name":"x"},"note"`, 1)), 1, journal.DamageKind},
		{"a hole", rehashed(note, strings.Replace(end, `"seq":2`, `"seq":3`, 1)), 2, journal.DamageSeq},
		{"not from 1", rehashed(strings.Replace(note, `"seq":1`, `"seq":2`, 1)), 1, journal.DamageSeq},
		{"a first line that follows another", rehashed(strings.Replace(note, `"prev":""`, `"prev":"aa"`, 1)), 1, journal.DamagePrev},
		{"another line before", rehashed(strings.Replace(note, `"x"`, `"y"`, 1)) + second, 2, journal.DamagePrev},
		{"time backwards", rehashed(note, strings.Replace(end, `"at":6`, `"at":4`, 1)), 2, journal.DamageOffset},
		{"time before the start", rehashed(strings.Replace(note, `"at":5`, `"at":-5`, 1)), 1, journal.DamageOffset},
		{"a wrong count", rehashed(note, strings.Replace(end, `"count":2`, `"count":3`, 1)), 2, journal.DamageCount},
		{"a record after the end", whole + second, 3, journal.DamageAfterEnd},
		{"an empty line after the end", whole + "\n", 3, journal.DamageAfterEnd},
		{"no last line end", strings.TrimSuffix(whole, "\n"), 2, journal.DamageCut},
		{"half a line", whole[:len(whole)-30], 2, journal.DamageCut},
		{"half a line after the end", whole + "{", 3, journal.DamageCut},
		{"another line end", strings.Replace(whole, "\n", "\r\n", 1), 1, journal.DamageForm},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			_, err := journal.Read(strings.NewReader(test.journal))
			var damage *journal.DamageError
			if !errors.As(err, &damage) {
				t.Fatalf("err = %v, want a DamageError", err)
			}
			if damage.Line != test.line || damage.Damage != test.damage || damage.Detail == "" {
				t.Errorf("damage = %q in line %d (%s), want %q in line %d", damage.Damage, damage.Line, damage.Detail, test.damage, test.line)
			}
		})
	}
}

func TestReadTellsAnIncompleteJournal(t *testing.T) {
	note := `{"seq":1,"at":5,"kind":"note","prev":"","note":{"topic":"scenario","text":"x"}}`
	for count, data := range map[int]string{0: "", 1: rehashed(note)} {
		records, err := journal.Read(strings.NewReader(data))
		if !errors.Is(err, journal.ErrIncomplete) || len(records) != count {
			t.Errorf("read %d records and %v, want %d and ErrIncomplete", len(records), err, count)
		}
	}
}

func TestReadGivesTheRecordsBeforeTheDamage(t *testing.T) {
	note := `{"seq":1,"at":5,"kind":"note","prev":"","note":{"topic":"scenario","text":"x"}}`
	records, err := journal.Read(strings.NewReader(rehashed(note) + `{"seq":2,"at"`))
	if len(records) != 1 || records[0].Note == nil || err == nil {
		t.Errorf("read %d records and %v, want the note and an error", len(records), err)
	}
}

func TestReadPassesOnTheErrorBeneath(t *testing.T) {
	broken := errors.New("disk on fire")
	if _, err := journal.Read(io.MultiReader(strings.NewReader(`{"seq":1`), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("err = %v, want the reader's own", err)
	}
}

// endless gives zeros without end and counts what was taken.
type endless struct{ taken int64 }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	e.taken += int64(len(p))
	return len(p), nil
}

func TestReadStopsInALineWithoutEnd(t *testing.T) {
	const bound = 1 << 20
	source := &endless{}
	_, err := journal.ReadWithin(source, bound)
	var damage *journal.DamageError
	if !errors.As(err, &damage) || damage.Damage != journal.DamageLong {
		t.Fatalf("err = %v, want a line that is too long", err)
	}
	if limit := int64(bound + 64<<10); source.taken > limit {
		t.Errorf("%d bytes were read, want at most %d", source.taken, limit)
	}
}

func TestReadTakesALineAtTheBound(t *testing.T) {
	data := written(t, []journal.Record{{Kind: journal.KindNote, Note: &journal.Note{Text: strings.Repeat("x", 1<<18)}}})
	length := bytes.IndexByte(data, '\n')
	if _, err := journal.ReadWithin(bytes.NewReader(data), length); err != nil {
		t.Errorf("a line of %d bytes: %v", length, err)
	}
	var damage *journal.DamageError
	if _, err := journal.ReadWithin(bytes.NewReader(data), length-1); !errors.As(err, &damage) || damage.Damage != journal.DamageLong {
		t.Errorf("a line one byte too long: %v, want %q", err, journal.DamageLong)
	}
}

func TestWriterRefusesWithoutWriting(t *testing.T) {
	note := journal.Record{At: 10, Kind: journal.KindNote, Note: &journal.Note{Text: "x"}}
	earlier, shapeless, two := note, note, note
	earlier.At = 9
	shapeless.Note = nil
	two.Mark = &journal.Mark{}
	var out bytes.Buffer
	writer := journal.NewWriter(&out)
	if _, err := writer.Append(note); err != nil {
		t.Fatalf("append: %v", err)
	}
	before := out.Len()
	for name, record := range map[string]journal.Record{"an earlier offset": earlier, "no member": shapeless, "two members": two} {
		if _, err := writer.Append(record); err == nil || out.Len() != before {
			t.Errorf("%s: err %v, %d bytes written, want a refusal and none", name, err, out.Len()-before)
		}
	}
	end := journal.Record{At: 10, Kind: journal.KindEnd, End: &journal.End{Count: 99, Reason: journal.EndComplete}}
	placed, err := writer.Append(end)
	if err != nil || placed.End.Count != 2 || end.End.Count != 99 {
		t.Errorf("end = %+v, %v, want a count of 2 in a copy", placed.End, err)
	}
	if _, err := writer.Append(note); !errors.Is(err, journal.ErrEnded) {
		t.Errorf("after the end: %v, want ErrEnded", err)
	}
}

// shortWriter takes so many bytes and then fails, or says nothing and takes less.
type shortWriter struct {
	room int
	err  error
}

func (w *shortWriter) Write(p []byte) (int, error) {
	n := min(len(p), w.room)
	w.room -= n
	if n < len(p) {
		return n, w.err
	}
	return n, nil
}

func TestWriterStaysBroken(t *testing.T) {
	full := errors.New("no space left")
	for _, test := range []struct{ err, want error }{{full, full}, {nil, io.ErrShortWrite}} {
		out := &shortWriter{room: 250, err: test.err}
		writer := journal.NewWriter(out)
		note := journal.Record{Kind: journal.KindNote, Note: &journal.Note{Text: "x"}}
		var err error
		for range 3 {
			_, err = writer.Append(note)
		}
		out.room = 1 << 20
		if _, later := writer.Append(note); !errors.Is(err, test.want) || !errors.Is(later, test.want) {
			t.Errorf("errors %v, then %v, want both to be %v", err, later, test.want)
		}
	}
}
