package app

import (
	"crypto/tls"
	"net/http"
	"time"
)

// bearer adds the credential to every request. The token is read anew each
// time, so that a renewed one is used at the next connection.
type bearer struct {
	next        http.RoundTripper
	credentials credentials
	header      http.Header
}

func tailTransport(options tailOptions, credentials credentials) (http.RoundTripper, error) {
	roots, err := readRoots(options.ca)
	if err != nil {
		return nil, err
	}
	header, err := readHeaders(options.headerFile)
	if err != nil {
		return nil, err
	}
	next := &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		TLSClientConfig:       &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:   10 * time.Second,
		ForceAttemptHTTP2:     true,
		DisableCompression:    true,
		ExpectContinueTimeout: time.Second,
	}
	return &bearer{next: next, credentials: credentials, header: header}, nil
}

// RoundTrip implements http.RoundTripper.
func (b *bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	token, err := b.credentials.token("a")
	if err != nil {
		return nil, err
	}
	request = request.Clone(request.Context())
	for name, values := range b.header {
		request.Header[name] = values
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("OpenWOP-Version", "2.0")
	return b.next.RoundTrip(request)
}
