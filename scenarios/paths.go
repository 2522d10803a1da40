package scenarios

// The paths a host serves below its base URL (RFC 0236, RFC 0241, core text).
const (
	pathDiscovery = "/.well-known/openwop"
	pathStream    = "/host/events"
	pathTrigger   = "/host/events/test"
	pathSeam      = "/conformance/seams/sample/host-events/emit"
	pathWebhooks  = "/webhooks"
)

// streamPath is where the host-event stream is: where the operator says, else
// where the host declares it, else the protocol's own path.
func (s *Session) streamPath() string {
	switch {
	case s.options.StreamPath != "":
		return s.options.StreamPath
	case s.claims.StreamPath != "":
		return s.claims.StreamPath
	}
	return pathStream
}
