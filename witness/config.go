package witness

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"hostwitness/witness/journal"
)

// Config is what a [Witness] needs. Base, Recorder and Started must be given.
type Config struct {
	// Base is the host, http or https, with any path prefix. User information
	// in it is neither sent nor recorded.
	Base *url.URL
	// Recorder receives every observation.
	Recorder *journal.Recorder
	// Started is the zero of offsets. It must carry a monotonic reading, as
	// time.Now gives it.
	Started time.Time

	// Dial opens connections to the host or its proxy; nil is a net.Dialer.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// RootCAs are the trusted roots; nil is the system's.
	RootCAs *x509.CertPool
	// Proxy chooses the proxy of a request; nil is none.
	Proxy func(*http.Request) (*url.URL, error)
	// Header is sent with every request unless the call sets the same name.
	// Its values are treated as secrets.
	Header http.Header
	// Credential gives the bearer token of a tenant, "" for none. It is asked
	// before every request, since a token may be renewed during the run, and
	// again for two seconds when it has an error or no token any longer. Its
	// error text is recorded and must not hold the token. nil is no token.
	Credential func(journal.Tenant) (string, error)

	// Deadlines bound the waiting; the zero value takes the defaults.
	Deadlines Deadlines
	// Limits bound what is read; zero fields take the defaults.
	Limits journal.Limits
}

// headerBytes bounds the header block of one answer, interim answers included.
const headerBytes = 256 << 10

func (c Config) check() error {
	switch {
	case c.Base == nil:
		return errors.New("new witness: no base URL of the host")
	case c.Base.Scheme != "http" && c.Base.Scheme != "https":
		return fmt.Errorf("new witness: base URL of the host has the scheme %q; use http or https", c.Base.Scheme)
	case c.Base.Hostname() == "":
		return errors.New("new witness: base URL of the host names no host; use https://name or https://name/prefix")
	case c.Recorder == nil:
		return errors.New("new witness: no recorder")
	case c.Started.IsZero():
		return errors.New("new witness: no start time")
	}
	return nil
}

func (c Config) withDefaults() Config {
	if c.Dial == nil {
		c.Dial = (&net.Dialer{}).DialContext
	}
	if c.Credential == nil {
		c.Credential = func(journal.Tenant) (string, error) { return "", nil }
	}
	c.Limits = c.Limits.WithDefaults()
	c.Header = c.Header.Clone()
	c.Base = bareBase(c.Base)
	c.Deadlines = c.Deadlines.withDefaults()
	return c
}

// readable is how many bytes may be held of what is being read: half of what
// the run may hold undecided, but one frame and one body in any case.
func (c Config) readable() int64 {
	return max(c.Limits.MemoryBytes/2, int64(c.Limits.FrameBytes), int64(c.Limits.BodyBytes))
}

// bareBase copies the base URL without what must not be sent with it.
func bareBase(base *url.URL) *url.URL {
	bare := *base
	bare.User = nil
	bare.RawQuery, bare.ForceQuery = "", false
	bare.Fragment, bare.RawFragment = "", ""
	return &bare
}
