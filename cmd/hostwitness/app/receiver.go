package app

import (
	"net"
	"net/url"

	"hostwitness/witness/journal"
)

// listen opens the webhook receiver where one may be registered: on loopback
// for a host on loopback, behind a public address for any other.
func (s *subject) listen(options runOptions) (func(), error) {
	nothing := func() {}
	if options.webhookURL == "" && !isLoopback(s.base) {
		s.receiver = journal.Receiver{
			State:  journal.ReceiverRefused,
			Reason: "a loopback receiver is never registered on a host elsewhere: give --webhook-url, a public https address that forwards to --webhook-listen",
		}
		return nothing, nil
	}
	address := options.webhookListen
	if options.webhookURL != "" {
		public, err := parsePublic(options.said("webhook-url"), options.webhookURL)
		if err != nil {
			return nil, err
		}
		if address == "" {
			return nil, usagef("%s needs --webhook-listen (or OPENWOP_WEBHOOK_RECEIVER_PORT, or webhook.listen): the address that it forwards to", options.said("webhook-url"))
		}
		s.public = public
	}
	if address == "" {
		address = "127.0.0.1:0"
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, usagef("%s: listen for webhooks on %s: %w", options.said("webhook-listen"), address, err)
	}
	s.listener, s.receiver = listener, journal.Receiver{State: journal.ReceiverReady}
	return func() { _ = listener.Close() }, nil
}

func parsePublic(from, text string) (*url.URL, error) {
	public, err := url.Parse(text)
	if err != nil || (public.Scheme != "https" && public.Scheme != "http") || public.Hostname() == "" || public.User != nil ||
		public.RawQuery != "" || public.Fragment != "" {
		return nil, usagef("%s %q is no address of a receiver; write https://name[/prefix]", from, text)
	}
	return public, nil
}
