package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/scenarios"
	"hostwitness/witness/journal"
)

// headerPatience bounds how long a served reference host waits for a request.
const headerPatience = 10 * time.Second

// served is a reference host, or a double of it, behind a listener.
type served struct {
	server *http.Server
	double *double.Served
	close  func()
}

// serveDouble serves a double on a listener until close is called.
func serveDouble(listener net.Listener, chosen double.Double, config host.Config) (*served, error) {
	running, err := chosen.Serve(config)
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: running, ReadHeaderTimeout: headerPatience}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener) // always ErrServerClosed or the listener's end
	}()
	return &served{server: server, double: running, close: func() {
		running.Close()
		_ = server.Close()
		<-done
	}}, nil
}

// embeddedConfig is the reference host as `run --host embedded` and the
// selftest use it: it may deliver webhooks to this machine, and the key of its
// first tenant is within one of the two workspaces of that tenant.
func embeddedConfig() host.Config {
	config := host.DefaultConfig()
	config.AllowPrivate = true
	config.Tenants[0].Keys[0].Workspaces = []string{host.WorkspaceA1}
	return config
}

// factsAbout are the facts about a reference host: which tenants and workspaces
// it is configured with, and who is within them.
func factsAbout(config host.Config) journal.Facts {
	facts := journal.Facts{Tenants: map[journal.Tenant]string{}}
	sides := []journal.Tenant{journal.TenantA, journal.TenantB}
	for k, tenant := range config.Tenants[:min(len(config.Tenants), len(sides))] {
		facts.Tenants[sides[k]] = tenant.ID
		for _, id := range tenant.Workspaces {
			workspace := journal.Workspace{ID: id, Tenant: sides[k]}
			if len(tenant.Keys) > 0 && isWithin(tenant.Keys[0], id) {
				workspace.Within = []journal.Tenant{sides[k]}
			}
			facts.Workspaces = append(facts.Workspaces, workspace)
		}
	}
	return facts
}

// isWithin says that a key is a member of a workspace of its tenant.
func isWithin(key host.Key, workspace string) bool {
	return key.Workspaces == nil || slices.Contains(key.Workspaces, workspace)
}

// embeddedFacts are the facts about the embedded host, as a plan needs them.
func embeddedFacts() journal.Facts {
	facts := factsAbout(embeddedConfig())
	facts.Restart, facts.Expire, facts.Remove = true, true, true
	return facts
}

// operator does to a served double what its operator can do.
func (s *served) operator() scenarios.Operator {
	about := func(do func(context.Context, string) error) func(context.Context, string) (string, error) {
		return func(ctx context.Context, eventID string) (string, error) { return "", do(ctx, eventID) }
	}
	return scenarios.Operator{
		Restart: func(ctx context.Context) (string, error) { return "", s.double.Restart(ctx) },
		Expire:  about(s.double.Expire),
		Remove:  about(s.double.Remove),
	}
}

// configured is the configuration that a double makes of another.
func configured(chosen double.Double, config host.Config) host.Config {
	if chosen.Configure != nil {
		chosen.Configure(&config)
	}
	return config
}

// shortestBound is the shortest bound on a stream that a host may declare, in
// seconds (RFC 0247 §B).
const shortestBound = 15

// boundedShortly is a double for a run that waits for the host's bound: where
// nothing else is configured, that is the shortest there is.
func boundedShortly(chosen double.Double) double.Double {
	configure := chosen.Configure
	chosen.Configure = func(config *host.Config) {
		config.MaxStreamAgeSec = shortestBound
		if configure != nil {
			configure(config)
		}
	}
	return chosen
}

// network is where a double is served and reached: real loopback sockets, or a
// test's own in memory.
type network struct {
	listen func() (net.Listener, error)
	dial   func(ctx context.Context, network, address string) (net.Conn, error) // nil: real sockets
}

// loopback is the network of real sockets on this machine.
func loopback() network {
	return network{listen: func() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }}
}

// embeddedSubject starts the reference host in process, on a real loopback
// socket, with both tenants and a webhook receiver. Long says that the run waits
// for its bound.
func embeddedSubject(long bool) (subject, func(), error) {
	reference := double.Double{ID: "reference"}
	if long {
		reference = boundedShortly(reference)
	}
	return loopback().subject(reference)
}

// subject starts a double and gives it as a subject, with a receiver of its
// own. The returned function ends both.
func (n network) subject(chosen double.Double) (subject, func(), error) {
	hosting, err := n.listen()
	if err != nil {
		return subject{}, nil, suiteFault(err)
	}
	receiving, err := n.listen()
	if err != nil {
		return subject{}, nil, suiteFault(errors.Join(err, hosting.Close()))
	}
	config := embeddedConfig()
	config.DialWebhook = n.dial
	running, err := serveDouble(hosting, chosen, config)
	if err != nil {
		return subject{}, nil, suiteFault(errors.Join(err, hosting.Close(), receiving.Close()))
	}
	ready := subject{
		base:        &url.URL{Scheme: "http", Host: hosting.Addr().String(), Path: chosen.BasePath},
		credentials: fixedCredentials(host.TestKeyA, host.TestKeyB),
		dial:        n.dial,
		listener:    receiving,
		receiver:    journal.Receiver{State: journal.ReceiverReady},
		facts:       factsAbout(configured(chosen, config)),
		operator:    running.operator(),
	}
	return ready, func() {
		running.close()
		_ = receiving.Close()
	}, nil
}
