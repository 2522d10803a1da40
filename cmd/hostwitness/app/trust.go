package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/signing"
)

// trust is what a verifier knows keys by.
type trust struct {
	bundle.Trust
	document []byte // the discovery document that he gave, nil for none
}

// given says whether there is anything that a key could be known by.
func (t trust) given() bool { return len(t.Pinned) > 0 || t.Looked }

// readTrust reads the keys and the discovery document that the flags name.
func readTrust(ctx context.Context, options verifyOptions) (trust, error) {
	var given trust
	var err error
	if options.pin != "" {
		if given.Pinned, err = pinnedKeys(options.pin); err != nil {
			return trust{}, err
		}
	}
	if options.discovery == "" {
		return given, nil
	}
	if given.document, err = readDiscovery(ctx, options); err != nil {
		return trust{}, usagef("read the discovery document of --discovery: %w", err)
	}
	if !json.Valid(given.document) {
		return trust{}, usagef("the discovery document of --discovery is no JSON; give what the host answers at %s", reports.DiscoveryPath)
	}
	given.Looked = true
	if given.Discovery, err = signing.ReadDiscovery(given.document); err != nil {
		return trust{}, usagef("read the keys of the discovery document %s: %w", options.discovery, err)
	}
	return given, nil
}

// readDiscovery reads the document from a file or from the host. It is asked of
// the host without any credential, and never over a connection that somebody
// else could have answered.
func readDiscovery(ctx context.Context, options verifyOptions) ([]byte, error) {
	target, err := url.Parse(options.discovery)
	if err != nil || (target.Scheme != "http" && target.Scheme != "https") {
		return readBoundedFile(options.discovery, discoveryBytes)
	}
	switch {
	case target.Scheme == "http" && !isLoopback(target):
		return nil, errors.New("anybody on the way can answer for http; write https, or fetch the document yourself and give the file")
	case target.User != nil:
		return nil, errors.New("it is asked for without credentials; leave them out of the URL")
	}
	return fetchDiscovery(ctx, documentURL(target), options.ca)
}
