package app

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hostwitness/reports"
)

// Bounds on a discovery document that a verifier gives, and on the wait for it.
const (
	discoveryBytes    = 4 << 20
	discoveryPatience = 15 * time.Second
)

// documentURL is where a host's discovery document is, given its base URL or
// the document's own.
func documentURL(target *url.URL) *url.URL {
	if strings.HasSuffix(target.Path, reports.DiscoveryPath) {
		return target
	}
	document := *target
	document.Path = strings.TrimRight(target.Path, "/") + reports.DiscoveryPath
	document.RawPath = ""
	return &document
}

// fetchDiscovery asks for version 2 of the document, as a run does.
func fetchDiscovery(ctx context.Context, target *url.URL, ca string) ([]byte, error) {
	roots, err := readRoots(ca)
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableKeepAlives = true
	if roots != nil {
		transport.TLSClientConfig.RootCAs = roots
	}
	client := &http.Client{Transport: transport, Timeout: discoveryPatience, CheckRedirect: sameOrigin}
	for _, version := range []string{"2.0", "2"} {
		document, status, err := fetchOnce(ctx, client, target, version)
		switch {
		case err != nil:
			return nil, err
		case status == http.StatusOK:
			return document, nil
		case status != http.StatusNotAcceptable:
			return nil, fmt.Errorf("%s answered %d, want 200", target.Redacted(), status)
		}
	}
	return nil, fmt.Errorf("%s serves no document of version 2", target.Redacted())
}

func fetchOnce(ctx context.Context, client *http.Client, target *url.URL, version string) ([]byte, int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("OpenWOP-Version", version)
	request.Header.Set("Accept", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	document, err := readBounded(response.Body, discoveryBytes)
	return document, response.StatusCode, err
}

// sameOrigin follows a redirect only to the origin that was asked: another one
// has nothing to say about whose key it is.
func sameOrigin(request *http.Request, via []*http.Request) error {
	const most = 5
	first := via[0].URL
	if len(via) >= most || request.URL.Scheme != first.Scheme || request.URL.Host != first.Host {
		return fmt.Errorf("it redirects to %s, which is not followed; give the address of the document itself", request.URL.Redacted())
	}
	return nil
}

// readBoundedFile reads a regular file that has at most so many bytes.
func readBoundedFile(name string, limit int) ([]byte, error) {
	file, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readBounded(file, limit)
}

func readBounded(in io.Reader, limit int) ([]byte, error) {
	document, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if len(document) > limit {
		return nil, fmt.Errorf("it has more than %d bytes", limit)
	}
	return document, nil
}
