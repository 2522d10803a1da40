package app

import (
	"crypto/x509"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// parseHost reads the base URL of a host from a flag or variable. Credentials are never part of it.
func parseHost(from, text string) (*url.URL, error) {
	if text == "" {
		return nil, usagef("no host: give --host URL (or OPENWOP_BASE_URL), for instance --host https://host.example/api, or --host embedded")
	}
	base, err := url.Parse(text)
	if err != nil || (base.Scheme != "http" && base.Scheme != "https") || base.Hostname() == "" {
		return nil, usagef("%s %q is no base URL; write http(s)://name[:port][/prefix]", from, text)
	}
	if base.User != nil {
		return nil, usagef("%s must not carry credentials; put the token into %s", from, variableFirst)
	}
	if base.RawQuery != "" || base.Fragment != "" {
		return nil, usagef("%s %q has a query or a fragment; write the base URL alone", from, text)
	}
	base.Path = strings.TrimRight(base.Path, "/")
	base.RawPath = strings.TrimRight(base.RawPath, "/")
	return base, nil
}

// isLoopback says that a URL names this machine itself.
func isLoopback(target *url.URL) bool {
	name := target.Hostname()
	if ip := net.ParseIP(name); ip != nil {
		return ip.IsLoopback()
	}
	return strings.EqualFold(name, "localhost") || strings.HasSuffix(strings.ToLower(name), ".localhost")
}

// readRoots reads the PEM certificates that are trusted beside the system's.
func readRoots(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, usagef("read --ca: %w", err)
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	if !roots.AppendCertsFromPEM(content) {
		return nil, usagef("--ca %s holds no PEM certificate", file)
	}
	return roots, nil
}

// ownHeaders are the request headers that a run sets itself.
func ownHeaders() []string {
	return []string{
		"Accept", "Accept-Encoding", "Authorization", "Connection", "Content-Length", "Content-Type", "Host", "Idempotency-Key",
		"Last-Event-ID", "OpenWOP-Version", "Transfer-Encoding",
	}
}

// readHeaders reads extra request headers, one "Name: value" a line; empty
// lines and lines that begin with # are passed over. Values are secrets.
func readHeaders(file string) (http.Header, error) {
	if file == "" {
		return nil, nil
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, usagef("read --header-file: %w", err)
	}
	headers := make(http.Header)
	for number, line := range strings.Split(string(content), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, found := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if !found || !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
			return nil, usagef("--header-file %s, line %d is no header; write `Name: value`", file, number+1)
		}
		if slices.ContainsFunc(ownHeaders(), func(own string) bool { return strings.EqualFold(own, name) }) {
			return nil, usagef("--header-file %s, line %d: %s belongs to the suite, which measures by it; leave it out", file, number+1, name)
		}
		headers.Add(name, value)
	}
	return headers, nil
}
