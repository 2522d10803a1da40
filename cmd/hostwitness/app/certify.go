package app

import (
	"context"
	"crypto/rand"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"hostwitness/judges"
	"hostwitness/scenarios"
	"hostwitness/schemas"
	"hostwitness/witness"
	"hostwitness/witness/journal"
)

// subject is the host that a run is about, and how it is reached.
type subject struct {
	base        *url.URL
	credentials credentials
	dial        func(ctx context.Context, network, address string) (net.Conn, error) // nil: real sockets
	roots       *x509.CertPool
	proxy       func(*http.Request) (*url.URL, error)
	header      http.Header
	listener    net.Listener // of the webhook receiver; nil: none
	public      *url.URL     // the receiver's address as the host sees it; nil: the listener's own
	receiver    journal.Receiver
	facts       journal.Facts // that no request can find out; which commands there are follows from operator
	operator    scenarios.Operator
}

// course is how a run goes: what is selected and by which limits.
type course struct {
	legs      []string
	revisions []journal.LegRevision // of every leg of the catalogue
	build     *journal.Build        // of the host, where it is named
	options   journal.Options
	limits    journal.Limits
	waits     scenarios.Waits
	vectors   []scenarios.Vector
	progress  func(scenarios.Progress)
}

// drive runs the scenarios against the subject and writes the journal, from
// its header to its end. The error is the suite's own.
func drive(ctx context.Context, now func() time.Time, suite journal.Suite, subject subject, course course, out io.Writer) (journal.EndReason, error) {
	started := now()
	if course.options.Long {
		course.options.Direct = course.options.Direct || isLoopback(subject.base)
	}
	course.options.Facts = subject.allFacts()
	recorder, err := newRecorder(out, course)
	if err != nil {
		return journal.EndFault, err
	}
	observer, err := witness.New(witness.Config{
		Base: subject.base, Recorder: recorder, Started: started, Dial: subject.dial, RootCAs: subject.roots,
		Proxy: subject.proxy, Header: subject.header, Credential: subject.credentials.token, Limits: course.limits,
	})
	if err != nil {
		return journal.EndFault, fmt.Errorf("prepare the witness: %w", err)
	}
	defer observer.Close()
	settings := scenarios.Settings{
		Witness: observer, Recorder: recorder, Vectors: course.vectors, Waits: course.waits, Progress: course.progress, Operator: subject.operator,
		Run: journal.Run{
			ID: rand.Text(), Suite: suite, Host: subject.base.String(), Build: course.build, StartedAt: started.UTC().Format(time.RFC3339),
			Legs: course.legs, Revisions: course.revisions, Options: course.options, Credentials: subject.credentials.given,
			Receiver: subject.receiver, Limits: course.limits,
		},
	}
	if subject.listener != nil {
		receiver, err := witness.NewReceiver(witness.ReceiverConfig{
			Listener: subject.listener, Public: subject.public, Witness: observer, BodyBytes: deliveryBytes,
		})
		if err != nil {
			return journal.EndFault, fmt.Errorf("prepare the webhook receiver: %w", err)
		}
		defer receiver.Close()
		settings.Receiver = receiver
	}
	reason, err := scenarios.Run(ctx, settings)
	if closed := recorder.Close(observer.Now(), reason); err == nil {
		err = closed // else it says again what stopped the run
	}
	return reason, err
}

// allFacts are the facts of the subject, with what its operator can do.
func (s subject) allFacts() journal.Facts {
	facts := s.facts
	facts.Restart, facts.Expire, facts.Remove = s.operator.Restart != nil, s.operator.Expire != nil, s.operator.Remove != nil
	return facts
}

// newRecorder makes a recorder whose key lives only as long as the run.
func newRecorder(out io.Writer, course course) (*journal.Recorder, error) {
	config := journal.RecorderConfig{KeepForeign: course.options.KeepForeign, Limits: course.limits}
	if _, err := rand.Read(config.Key[:]); err != nil {
		return nil, fmt.Errorf("make the run's key: %w", err)
	}
	return journal.NewRecorder(out, config), nil
}

// judged is a journal and what the judges of this build make of it.
type judged struct {
	records  []journal.Record
	evidence journal.Evidence
	verdicts []judges.Verdict
}

// judge reads a journal, refuses a damaged one, and judges it.
func judge(in io.Reader) (judged, error) {
	records, err := journal.Read(in)
	if err != nil {
		return judged{}, err
	}
	evidence := journal.Fold(journal.Evidence{}, records)
	return judged{records: records, evidence: evidence, verdicts: judges.Verdicts(evidence)}, nil
}

// shapeVectors gives the catalogue's shape vectors as scenarios record them.
func shapeVectors() ([]scenarios.Vector, error) {
	vectors, err := schemas.Vectors()
	if err != nil {
		return nil, err
	}
	recorded := make([]scenarios.Vector, len(vectors))
	for k, vector := range vectors {
		recorded[k] = scenarios.Vector{
			Name: vector.Name, Leg: vector.Leg, Schema: string(vector.Schema), Document: vector.Document, Valid: vector.Valid,
		}
	}
	return recorded, nil
}

// defaultOptions are the options of a run that asks for nothing else.
func defaultOptions() journal.Options {
	return journal.Options{
		Settle: time.Second, Patience: 10 * time.Second, Delivery: 20 * time.Second, Timeout: 90 * time.Second,
		Streams: 8, Triggers: 60,
	}
}

// deliveryBytes bounds a delivery, which may be of somebody else's large event:
// one that is refused would be sent again, and others may wait behind it.
const deliveryBytes = 4 << 20

// defaultLimits bound what is recorded (docs/architecture.md, Journal).
func defaultLimits() journal.Limits {
	const mebi = 1 << 20
	return journal.Limits{
		LineBytes: 4 * mebi, FrameBytes: 8 * mebi, BodyBytes: mebi, MemoryBytes: 16 * mebi, RecordBytes: 8 * mebi,
	}
}
