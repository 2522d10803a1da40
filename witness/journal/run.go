package journal

import "slices"

// Tenant names one of the two sides that a run drives. It is the suite's own
// name for a credential, not the host's tenant id.
type Tenant string

// The tenants of a run. Nobody is a request without a credential.
const (
	TenantA Tenant = "a"
	TenantB Tenant = "b"
	Nobody  Tenant = ""
)

// Run is the first record: everything that narrows or explains what follows.
type Run struct {
	ID          string        `json:"id"` // random, unique to the run
	Suite       Suite         `json:"suite"`
	Host        string        `json:"host"`                // base URL without user information
	Build       *Build        `json:"build,omitempty"`     // of the host, where the operator named it
	StartedAt   string        `json:"startedAt"`           // wall clock, RFC 3339, UTC
	Legs        []string      `json:"legs"`                // selected leg ids, catalogue order
	Revisions   []LegRevision `json:"revisions,omitempty"` // every leg of the run's catalogue, in its order; older journals have none
	Options     Options       `json:"options"`
	Credentials []Credential  `json:"credentials"`
	Receiver    Receiver      `json:"receiver"`
	Limits      Limits        `json:"limits"`
}

// Build is the operator's word for which build of the host a run was about.
type Build struct {
	Kind string `json:"kind"` // image-digest, commit or artifact-sha256
	ID   string `json:"id"`
}

// LegRevision is what a leg meant to the build that ran: a leg's revision rises
// when its judge's meaning changes.
type LegRevision struct {
	Leg      string `json:"leg"`
	Revision int    `json:"revision"` // from 1
}

// RevisionOf gives the revision of a leg in the catalogue of the run, 0 where
// the catalogue had no such leg or the journal does not tell.
func (r Run) RevisionOf(leg string) int {
	for _, known := range r.Revisions {
		if known.Leg == leg {
			return known.Revision
		}
	}
	return 0
}

// Lacks says that the catalogue of the run is known not to have had the leg. A
// journal without revisions tells so only where nothing narrowed the selection,
// since then every leg of its catalogue was selected.
func (r Run) Lacks(leg string) bool {
	if len(r.Revisions) > 0 {
		return r.RevisionOf(leg) == 0
	}
	narrowed := len(r.Options.Only)+len(r.Options.Skip) > 0
	return !narrowed && len(r.Legs) > 0 && !slices.Contains(r.Legs, leg)
}

// Suite names the build that ran and the catalogue it judged by.
type Suite struct {
	Name      string `json:"name"`
	Version   string `json:"version"`
	Build     string `json:"build,omitempty"` // source revision, where the build knew it; older journals have none
	Catalogue string `json:"catalogue"`       // SHA-256 of the catalogue, hex
}

// Options are the operator's settings that a judge or a reader needs.
// Durations are nanoseconds.
type Options struct {
	Settle      Offset   `json:"settle"`   // the absence window
	Patience    Offset   `json:"patience"` // how long an event may take to be seen before it counts as not delivered
	Delivery    Offset   `json:"delivery"` // how long a webhook delivery is waited for
	Timeout     Offset   `json:"timeout"`  // the whole run
	Streams     int      `json:"streams"`
	Triggers    int      `json:"triggers"`
	Only        []string `json:"only,omitempty"`
	Skip        []string `json:"skip,omitempty"`
	Require     []string `json:"require,omitempty"`
	StreamPath  string   `json:"streamPath,omitempty"` // overrides the advertised stream path
	KeepForeign bool     `json:"keepForeign,omitempty"`
	Long        bool     `json:"long,omitempty"`   // how long streams are held was asked for
	Hold        Offset   `json:"hold,omitempty"`   // with Long: how long a stream is watched that nothing bounds
	Direct      bool     `json:"direct,omitempty"` // nothing that ends streams stands between the suite and the host
	Volume      int      `json:"volume,omitempty"` // how many events are caused between a cursor and its resume; 0: not asked for
	Facts       Facts    `json:"facts,omitzero"`   // what the operator said about the host
}

// CredentialState says what became of a credential before it was used.
type CredentialState string

// The states of a credential as given by the operator.
const (
	CredentialGiven   CredentialState = "given"
	CredentialMissing CredentialState = "missing"
	CredentialEmpty   CredentialState = "empty"
	CredentialSame    CredentialState = "equal-to-first"
)

// Credential tells where a tenant's credential came from, never its value.
type Credential struct {
	Tenant Tenant          `json:"tenant"`
	Source string          `json:"source"` // name of the variable or "embedded"
	State  CredentialState `json:"state"`
}

// ReceiverState says whether a webhook receiver may be registered.
type ReceiverState string

// The states of the webhook receiver.
const (
	ReceiverReady    ReceiverState = "ready"
	ReceiverRefused  ReceiverState = "refused"   // loopback receiver, host elsewhere: never registered
	ReceiverNotGiven ReceiverState = "not-given" // no listener could be had
)

// Receiver describes the webhook receiver of the run.
type Receiver struct {
	State  ReceiverState `json:"state"`
	Reason string        `json:"reason,omitempty"` // for the operator, where not ready
}

// Limits are the bounds on what is recorded, in bytes.
type Limits struct {
	LineBytes   int   `json:"lineBytes"`
	FrameBytes  int   `json:"frameBytes"`
	BodyBytes   int   `json:"bodyBytes"`
	MemoryBytes int64 `json:"memoryBytes"` // what the whole run may hold undecided
	RecordBytes int64 `json:"recordBytes"` // what the whole run may write down of streams and deliveries
}
