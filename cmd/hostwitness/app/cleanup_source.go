package app

import (
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hostwitness/scenarios"
	"hostwitness/witness/journal"
)

// sourceEmbedded is where a run against the embedded host has its credentials
// from.
const sourceEmbedded = "embedded"

// cleaning is one journal and what its run left on its host.
type cleaning struct {
	recorded
	run      journal.Run
	versions []string // protocol versions that the host listed
	embedded bool     // the host was in the run's own process and ended with it
	left     []scenarios.Leftover
	base     *url.URL // of the host, once it is confirmed
}

// cleaningsAt reads the journals that an argument names. Of a damaged one only
// what stands before the damage is used: what follows was written by somebody
// else.
func cleaningsAt(path string) ([]cleaning, error) {
	names, err := journalsAt(path)
	if err != nil {
		return nil, err
	}
	var jobs []cleaning
	for _, name := range names {
		found, err := readJournal(name)
		if err != nil {
			return nil, err
		}
		job, err := newCleaning(found)
		if err != nil {
			return nil, err
		}
		jobs = append(jobs, job)
	}
	return jobs, nil
}

func newCleaning(found recorded) (cleaning, error) {
	job := cleaning{recorded: found}
	switch {
	case len(found.records) == 0 && found.damage != nil:
		return cleaning{}, refuse(found.name, found.damage)
	case len(found.records) == 0:
		return job, nil // killed before the first record, and so before the first request
	case found.records[0].Run == nil:
		return cleaning{}, usagef("%s is refused: it does not begin with the header of a run", found.name)
	}
	evidence := journal.Fold(journal.Evidence{}, found.records)
	job.run, job.versions = *found.records[0].Run, evidence.Start.ProtocolVersions
	for _, credential := range job.run.Credentials {
		job.embedded = job.embedded || credential.Source == sourceEmbedded
	}
	if !job.embedded {
		job.left = scenarios.Leftovers(found.records)
	}
	return job, nil
}

// age is how long ago the run began. One whose header does not say so readably
// is taken for old.
func (c cleaning) age(now time.Time) time.Duration {
	started, err := time.Parse(time.RFC3339, c.run.StartedAt)
	if err != nil {
		const longAgo = 365 * 24 * time.Hour
		return longAgo
	}
	return now.Sub(started)
}

// access is what requests to the hosts need.
type access struct {
	credentials credentials
	roots       *x509.CertPool
	header      http.Header
}

// prepareCleanup checks everything that can be known before the first request.
func prepareCleanup(environment Environment, jobs []cleaning, options cleanupOptions) (access, error) {
	if options.plan {
		return access{}, nil
	}
	needed := map[journal.Tenant]bool{}
	for k := range jobs {
		if len(jobs[k].left) == 0 {
			continue
		}
		if err := jobs[k].confirm(options); err != nil {
			return access{}, err
		}
		for _, left := range jobs[k].left {
			needed[left.Tenant] = true
		}
	}
	if len(needed) == 0 {
		return access{}, nil
	}
	credentials, err := credentialsFor(environment, needed)
	if err != nil {
		return access{}, err
	}
	roots, err := readRoots(options.ca)
	if err != nil {
		return access{}, err
	}
	header, err := readHeaders(options.headerFile)
	if err != nil {
		return access{}, err
	}
	return access{credentials: credentials, roots: roots, header: header}, nil
}

// credentialsFor reads the credentials of the tenants that something is left
// of, and no other.
func credentialsFor(environment Environment, needed map[journal.Tenant]bool) (credentials, error) {
	found := credentials{read: map[journal.Tenant]func() (string, error){}}
	variables := map[journal.Tenant]string{journal.TenantA: variableFirst, journal.TenantB: variableSecond}
	for _, tenant := range []journal.Tenant{journal.TenantA, journal.TenantB} {
		if !needed[tenant] {
			continue
		}
		variable := variables[tenant]
		read, _, err := credentialFrom(environment, variable)
		if err != nil {
			return credentials{}, err
		}
		token, err := readToken(read)
		if err != nil {
			return credentials{}, err
		}
		if token == "" {
			return credentials{}, usagef("something of tenant %s is left: put its bearer token into %s, or its file's name into %s_FILE", tenant, variable, variable)
		}
		found.read[tenant] = read
	}
	return found, nil
}

// confirm settles which host is asked. The journal names it, and a journal may
// be somebody else's: a host that is not this machine must be named by the
// operator too.
func (c *cleaning) confirm(options cleanupOptions) error {
	if c.run.Host == "" {
		return usagef("%s is refused: it names no host", c.name)
	}
	base, err := parseHost("the host in "+c.name, c.run.Host)
	if err != nil {
		return err
	}
	c.base = base
	if options.host == "" {
		if !surelyLoopback(base) {
			return usagef("%s is about %s, and credentials go where a journal says only if you say so too: give --host %s", c.name, base, shellQuoted(base.String()))
		}
		return nil
	}
	given, err := parseHost(options.hostFrom, options.host)
	if err != nil {
		return err
	}
	if !sameBase(given, base) {
		return usagef("%s is about %s, and %s is %s; nothing was sent", c.name, base, options.hostFrom, given)
	}
	return nil
}

// surelyLoopback is stricter than isLoopback: a name below localhost may be
// looked up elsewhere.
func surelyLoopback(base *url.URL) bool {
	ip := net.ParseIP(base.Hostname())
	return ip != nil && ip.IsLoopback() || strings.EqualFold(base.Hostname(), "localhost")
}

func sameBase(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && portOf(a) == portOf(b) && a.EscapedPath() == b.EscapedPath()
}

func portOf(base *url.URL) string {
	switch {
	case base.Port() != "":
		return base.Port()
	case base.Scheme == "https":
		return "443"
	}
	return "80"
}

// leftIn says what an unfinished journal in a folder may have left, "" when
// that is nothing, or nothing can be read in it.
func leftIn(name string) string {
	found, err := readJournal(name)
	if err != nil {
		return ""
	}
	return found.leftBehind()
}

// leftBehind says what a run may have left on its host, "" for nothing.
func (r recorded) leftBehind() string {
	job, err := newCleaning(r)
	if err != nil || len(job.left) == 0 {
		return ""
	}
	return fmt.Sprintf("%s on %s", counted(len(job.left), "webhook subscription"), printable(job.run.Host))
}
