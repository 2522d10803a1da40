package app

import (
	"bytes"
	"io"
	"testing"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/judges"
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// BenchmarkRun runs the whole suite against the embedded host over loopback,
// with the default settings, and reports how many settle windows that takes: two
// is the least.
func BenchmarkRun(b *testing.B) {
	catalogue, course := benchCourse(b)
	for b.Loop() {
		subject, stop, err := loopback().subject(double.Double{ID: "reference"})
		if err != nil {
			b.Fatal(err)
		}
		_, err = drive(b.Context(), time.Now, suite(catalogue), subject, course, io.Discard)
		stop()
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/course.options.Settle.Seconds(), "windows/run")
}

// BenchmarkJudge judges the journal of such a run, from the bytes on: read,
// chain, fold, verdicts.
func BenchmarkJudge(b *testing.B) {
	written := benchJournal(b)
	b.SetBytes(int64(len(written)))
	for b.Loop() {
		if _, err := judge(bytes.NewReader(written)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkVerdicts is the judges' part of it alone.
func BenchmarkVerdicts(b *testing.B) {
	records, err := journal.Read(bytes.NewReader(benchJournal(b)))
	if err != nil {
		b.Fatal(err)
	}
	evidence := journal.Fold(journal.Evidence{}, records)
	for b.Loop() {
		judges.Verdicts(evidence)
	}
}

func benchCourse(b *testing.B) (*schemas.Index, course) {
	b.Helper()
	catalogue, err := schemas.Catalogue()
	if err != nil {
		b.Fatal(err)
	}
	course, err := fullCourse(catalogue, double.Double{}, time.Second)
	if err != nil {
		b.Fatal(err)
	}
	return catalogue, course
}

func benchJournal(b *testing.B) []byte {
	b.Helper()
	catalogue, course := benchCourse(b)
	subject, stop, err := loopback().subject(double.Double{ID: "reference"})
	if err != nil {
		b.Fatal(err)
	}
	defer stop()
	var written bytes.Buffer
	if _, err := drive(b.Context(), time.Now, suite(catalogue), subject, course, &written); err != nil {
		b.Fatal(err)
	}
	return written.Bytes()
}
