package reports

import (
	"fmt"
	"strings"
	"time"

	"hostwitness/witness/journal"
)

// line is one record in one readable line: nothing in it is raw any more.
type line struct {
	Seq  int64
	At   string // milliseconds from the start of the run, three decimals
	Kind string
	Text string
}

func lineOf(record journal.Record) line {
	return line{
		Seq:  record.Seq,
		At:   milliseconds(record.At),
		Kind: clean(string(record.Kind), nameLimit),
		Text: describe(record),
	}
}

// Line tells of a record in one line that is harmless on a terminal: its number, its offset in milliseconds, its kind and what
// happened. Recorded bytes are shortened in it.
func Line(record journal.Record) string { return lineOf(record).String() }

// String is the line for a console: number, offset, kind and what happened.
func (l line) String() string {
	return fmt.Sprintf("#%-5d %12s ms  %-9s %s", l.Seq, l.At, l.Kind, l.Text)
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.3f", float64(d)/float64(time.Millisecond))
}

func describe(record journal.Record) string {
	switch {
	case record.Run != nil:
		return describeRun(record.Run)
	case record.Discovery != nil:
		return words(string(record.Discovery.When), "read by exchange", name(record.Discovery.Exchange))
	case record.Exchange != nil:
		return describeExchange(record.Exchange)
	case record.Intent != nil:
		return describeIntent(record.Intent)
	case record.Emit != nil:
		return describeEmit(record.Emit)
	case record.Opened != nil:
		return describeOpened(record.Opened)
	case record.Frame != nil:
		return describeFrame(record.Frame)
	case record.Comment != nil:
		return describeComment(record.Comment)
	case record.Ended != nil:
		return describeEnded(record.Ended)
	default:
		return describeRest(record)
	}
}

func describeRest(record journal.Record) string {
	switch {
	case record.Delivery != nil:
		return describeDelivery(record.Delivery)
	case record.Mark != nil:
		return describeMark(record.Mark)
	case record.Note != nil:
		return words(name(record.Note.Topic), name(record.Note.Name)+":", clean(record.Note.Text, dataLimit), part("data", record.Note.Data))
	case record.End != nil:
		return words(name(string(record.End.Reason))+",", plural(int(record.End.Count), "record", "records"))
	default:
		return "an empty record"
	}
}

func describeRun(run *journal.Run) string {
	return words(
		name(run.Suite.Name), name(run.Suite.Version), "against", name(run.Host), "from", name(run.StartedAt)+",",
		plural(len(run.Legs), "leg", "legs")+", settle", milliseconds(run.Options.Settle), "ms",
	)
}

func describeMark(mark *journal.Mark) string {
	text := words(name(string(mark.Kind)), name(mark.Name))
	if mark.For != "" {
		text = words(text, "for", name(mark.For))
	}
	if mark.Window > 0 {
		text = words(text, "window", milliseconds(mark.Window), "ms")
	}
	if mark.Lag > 0 {
		text = words(text, "late by", milliseconds(mark.Lag), "ms")
	}
	return text
}

// words joins what is not empty by spaces.
func words(parts ...string) string {
	var there []string
	for _, part := range parts {
		if part != "" {
			there = append(there, part)
		}
	}
	return strings.Join(there, " ")
}

func name(text string) string { return clean(text, nameLimit) }

// part is a label and a quoted value, "" without a value.
func part(label, value string) string {
	if value == "" {
		return ""
	}
	return label + " " + quoted(value, dataLimit)
}

// tenant names whose credential was used.
func tenant(tenant journal.Tenant) string {
	if tenant == journal.Nobody {
		return "without a credential"
	}
	return "tenant " + name(string(tenant))
}

func fault(fault *journal.Fault) string {
	if fault == nil {
		return ""
	}
	return words("fault", name(string(fault.Kind))+":", clean(fault.Message, dataLimit))
}

// content shows recorded bytes, shortened.
func content(label string, bytes *journal.Bytes) string {
	if bytes == nil {
		return ""
	}
	if bytes.Length == 0 {
		return label + " empty"
	}
	text := label + " " + clean(bytes.Text, dataLimit)
	if bytes.Base64 != "" {
		text = fmt.Sprintf("%s of %s, base64 %s", label, plural(int(bytes.Length), "byte", "bytes"), clean(bytes.Base64, dataLimit))
	}
	if bytes.Cut {
		text += fmt.Sprintf(" (cut: %d bytes came)", bytes.Length)
	}
	return text
}
