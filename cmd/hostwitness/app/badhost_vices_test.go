package app

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// vice is one way of a host to be bad.
type vice struct {
	name  string
	serve func(conn net.Conn, r *http.Request)
	// breaks are the rules that are really broken by it, by stage, as
	// "<leg> <rule>"; where none is named, nothing is.
	breaks map[string][]string
}

// vices are the ways in which a host is bad. Each writes raw bytes, and ends
// when the connection does.
func vices() []vice {
	const (
		trigger  = "0241.trigger.bound-by-listing listed-served"
		legacy   = "0250.legacy-unchanged not-resync"
		arrival  = "0236.host-event.envelope delivered"
		path     = "0241.trigger.reserved-type ordinary-path" // the same of the trigger's events
		unlisted = "0236.types.advertised listed"
	)
	servesNothing := map[string][]string{"trigger": {trigger}}
	refusesLegacyStreams := map[string][]string{"trigger": {trigger}, "stream": {legacy}}
	deliversNothing := map[string][]string{"trigger": {trigger}, "stream": {arrival, path}}
	return []vice{
		{name: "hangs", serve: func(conn net.Conn, _ *http.Request) { waitForEnd(conn) }, breaks: servesNothing},
		{name: "closes-at-once", serve: func(net.Conn, *http.Request) {}, breaks: servesNothing},
		{name: "resets-within-headers", serve: saying("HTTP/1.1 200 OK\r\nContent-Ty"), breaks: servesNothing},
		{name: "is-html", serve: saying(answer("200 OK", "text/html", "<!doctype html><title>hello</title>")), breaks: servesNothing},
		{name: "conflicts-always", serve: saying(answer("409 Conflict", "application/json", `{"error":"host_event_resync_required","message":"no"}`)), breaks: refusesLegacyStreams},
		{name: "fails-always", serve: saying(answer("503 Service Unavailable", "text/plain", "down")), breaks: servesNothing},
		{name: "limits-always", serve: saying("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n")},
		{name: "is-endless", serve: repeating(head("application/json")+`{"data":"`, strings.Repeat("0123456789abcdef", 4096))},
		{name: "has-one-endless-line", serve: repeating(head("text/event-stream")+"data: ", strings.Repeat("x", 1<<16))},
		{name: "has-endless-comments", serve: repeating(head("text/event-stream"), strings.Repeat(": ping\n", 8192))},
		{name: "has-endless-blank-lines", serve: repeating(head("text/event-stream"), strings.Repeat("\n", 1<<16))},
		{name: "floods-foreign-events", serve: floodEvents, breaks: map[string][]string{"stream": {unlisted}}},
		{name: "floods-large-frames", serve: floodFrames, breaks: map[string][]string{"stream": {arrival, path}}},
		{name: "has-endless-headers", serve: repeating("HTTP/1.1 200 OK\r\n", "X-Filler: "+strings.Repeat("y", 4096)+"\r\n")},
		{name: "has-endless-hints", serve: repeating("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")},
		{name: "drips-headers", serve: dripping("HTTP/1.1 200 OK\r\nX-Slow: "), breaks: servesNothing},
		{name: "drips-json", serve: dripping(head("application/json") + `{"slow":"`), breaks: servesNothing},
		{name: "drips-a-stream", serve: dripping(head("text/event-stream") + "data: "), breaks: deliversNothing},
		{name: "breaks-chunks", serve: saying("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n: ok\n\r\nzz\r\n"), breaks: servesNothing},
		{name: "cuts-the-body", serve: saying("HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"eventId\":\"0123456789abcdef\"")},
		{name: "has-two-lengths", serve: saying("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"), breaks: servesNothing},
		{name: "compresses", serve: saying("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00"), breaks: servesNothing},
		{name: "upgrades", serve: saying("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x00"), breaks: servesNothing},
		{name: "is-no-http", serve: saying("220 mail.example ESMTP ready\r\n"), breaks: servesNothing},
		{name: "turns-in-circles", serve: func(conn net.Conn, r *http.Request) {
			fmt.Fprintf(conn, "HTTP/1.1 307 Temporary Redirect\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n", r.URL.RequestURI())
		}, breaks: servesNothing},
		{name: "sends-elsewhere", serve: saying("HTTP/1.1 308 Permanent Redirect\r\nLocation: https://elsewhere.example/\r\nContent-Length: 0\r\n\r\n"), breaks: servesNothing},
		{name: "echoes-credentials", serve: echoCredential, breaks: servesNothing},
	}
}

func head(media string) string {
	return "HTTP/1.1 200 OK\r\nContent-Type: " + media + "\r\n\r\n"
}

func answer(status, media, body string) string {
	return fmt.Sprintf("HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", status, media, len(body), body)
}

func saying(text string) func(net.Conn, *http.Request) {
	return func(conn net.Conn, _ *http.Request) { _, _ = io.WriteString(conn, text) }
}

// repeating says something once and something else until nobody reads it.
func repeating(once, again string) func(net.Conn, *http.Request) {
	return func(conn net.Conn, _ *http.Request) {
		_, err := io.WriteString(conn, once)
		for err == nil {
			_, err = io.WriteString(conn, again)
		}
	}
}

// dripping says something and then one byte a second.
func dripping(text string) func(net.Conn, *http.Request) {
	return func(conn net.Conn, _ *http.Request) {
		_, err := io.WriteString(conn, text)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for err == nil {
			<-tick.C
			_, err = io.WriteString(conn, "z")
		}
	}
}

// floodEvents says valid events that nobody caused, as fast as they are read.
func floodEvents(conn net.Conn, _ *http.Request) {
	_, err := io.WriteString(conn, head("text/event-stream"))
	for number := 0; err == nil; number++ {
		id := fmt.Sprintf("evt_%032d", number)
		_, err = fmt.Fprintf(conn, "id: %s\nevent: acme.invoice-paid\ndata: {\"eventId\":%q,\"type\":\"acme.invoice-paid\",\"delivery\":\"durable\","+
			"\"timestamp\":\"2026-01-01T00:00:00Z\",\"payload\":{}}\n\n", id, id)
	}
}

// echoCredential says the credential wherever an answer has room for it.
func echoCredential(conn net.Conn, r *http.Request) {
	token := credentialOf(r)
	body := fmt.Sprintf("id: %[1]s\nevent: %[1]s\n: %[1]s\n%[1]s: %[1]s\ndata: {\"eventId\":%[1]q,%[1]q:%[1]q}\n\n%[1]s", token)
	fmt.Fprintf(conn, "HTTP/1.1 200 %[1]s\r\nX-%[1]s: 1\r\nX-Echo: %[1]s\r\nSet-Cookie: k=%[1]s\r\nContent-Type: text/event-stream; t=%[1]s\r\nContent-Length: %[2]d\r\n\r\n%[3]s",
		token, len(body), body)
}

// floodFrames says frames as large as may be recorded, ten a second: what is
// recorded of each is little, so that only time ends it.
func floodFrames(conn net.Conn, _ *http.Request) {
	_, err := io.WriteString(conn, head("text/event-stream"))
	line := "data: " + strings.Repeat("x", 200<<10) + "\n"
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for err == nil {
		<-tick.C
		_, err = io.WriteString(conn, strings.Repeat(line, 4)+"\n")
	}
}

// waitForEnd returns when the other side has closed the connection.
func waitForEnd(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }
