package witness

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"hostwitness/witness/journal"
)

// agent is the User-Agent sent with every request.
const agent = "hostwitness"

// outgoing is a request before it has a connection.
type outgoing struct {
	tenant journal.Tenant
	madeUp bool // Nobody bears a token that the suite made up
	method string
	target *url.URL
	header http.Header
	body   []byte
}

// target is the URL of a path of the host, under the prefix of its base. The
// path is taken as it stands in a URL, already escaped, and may carry a query.
func (w *Witness) target(path string, query url.Values) (*url.URL, error) {
	target := *w.config.Base
	path, given, _ := strings.Cut(path, "?")
	escaped := strings.TrimSuffix(target.EscapedPath(), "/") + "/" + strings.TrimPrefix(path, "/")
	plain, err := url.PathUnescape(escaped)
	if err != nil {
		return nil, fmt.Errorf("path %q of the host: %w", path, err)
	}
	target.Path, target.RawPath = plain, escaped
	target.RawQuery = strings.Trim(given+"&"+query.Encode(), "&")
	return &target, nil
}

// headerFor puts together what every request carries and what the call adds.
func (w *Witness) headerFor(own http.Header, version string) http.Header {
	header := http.Header{"User-Agent": {agent}, "Accept-Encoding": {"identity"}}
	if version != "" {
		header.Set("OpenWOP-Version", version)
	}
	for _, more := range []http.Header{w.config.Header, own} {
		for name, values := range more {
			header[http.CanonicalHeaderKey(name)] = append([]string(nil), values...)
		}
	}
	return header
}

// request makes the request for the wire, with the credential as it is now.
// GetBody stays nil, so that the HTTP client cannot send the body twice.
func (w *Witness) request(ctx context.Context, out outgoing) (*http.Request, error) {
	request := &http.Request{
		Method: out.method,
		URL:    out.target,
		Header: out.header.Clone(),
	}
	if len(out.body) > 0 {
		request.Body = io.NopCloser(bytes.NewReader(out.body))
		request.ContentLength = int64(len(out.body))
	}
	if host := request.Header.Get("Host"); host != "" {
		request.Host = host
	}
	if out.madeUp && out.tenant == journal.Nobody {
		bear(request.Header, w.madeUp())
		return request, nil
	}
	if err := w.authorise(ctx, request.Header, out.tenant); err != nil {
		return request, err
	}
	return request, nil
}
