package witness

import (
	"crypto/tls"
	"net/http"
)

// streamBuffer bounds what HTTP/2 takes in ahead of us.
const streamBuffer = 1 << 20

// newTransport gives the HTTP client of one attempt. It asks for no
// compression, since bytes are recorded as the host wrote them.
func (w *Witness) newTransport(dial dialFunc) *http.Transport {
	return &http.Transport{
		Proxy:       w.config.Proxy,
		DialContext: dial,
		TLSClientConfig: &tls.Config{
			RootCAs:            w.config.RootCAs,
			MinVersion:         tls.VersionTLS12,
			ClientSessionCache: w.sessions,
		},
		ForceAttemptHTTP2:      true,
		DisableCompression:     true,
		MaxResponseHeaderBytes: headerBytes,
		HTTP2: &http.HTTP2Config{
			MaxReceiveBufferPerConnection: streamBuffer,
			MaxReceiveBufferPerStream:     streamBuffer,
		},
	}
}
