// Package witness observes a host and records what came over the wire: HTTP
// exchanges, event streams and webhook deliveries. It sends what it is asked to
// send, writes down what came back byte for byte, and decides nothing.
//
// # One attempt is one attempt
//
// Whatever is sent goes over a connection of its own and is sent once. Go's
// HTTP client repeats some requests by itself when a connection breaks or an
// HTTP/2 stream is refused; here a second connection for the same attempt is
// not dialed, and a second request on the same connection finds it closed.
// Retrying is left to scenarios, which record it as another attempt.
//
// # Bounds
//
// Every phase has a deadline (see [Deadlines]), and bodies, header blocks,
// lines, frames and remembered event ids have bounds. What passes one becomes a
// journal.Fault and never an endless wait.
//
// # Secrets
//
// Credentials and extra header values are given to the recorder as secrets
// before they are sent, so that an echo of them is recorded as a marker.
package witness
