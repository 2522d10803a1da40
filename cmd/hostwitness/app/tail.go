package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/r3labs/sse/v2"
	"github.com/spf13/cobra"
)

// tailOptions are the flags of tail, as given.
type tailOptions struct {
	host       string
	after      string
	strict     bool
	streamPath string
	ca         string
	headerFile string
}

func newTail(environment Environment) *cobra.Command {
	var options tailOptions
	command := &cobra.Command{
		Use:   "tail",
		Short: "Follow a host's events as a consumer, one JSON line an event",
		Long: `Follow the host-event stream with a widespread SSE client, one JSON line an
event, until stopped. This is what a consumer sees, not evidence: such a client
reconnects by itself, fills in the last id and stops at 64 KiB lines.

The credential comes from OPENWOP_API_KEY or OPENWOP_API_KEY_FILE.

Exit codes: 0 stopped by the operator, 2 wrong use, 3 the host refused.`,
		Args: flagsOnly,
		RunE: func(command *cobra.Command, _ []string) error {
			return tail(command.Context(), environment, options)
		},
	}
	flags := command.Flags()
	flags.StringVar(&options.host, "host", environment.value("OPENWOP_BASE_URL"), "base `URL` of the host")
	flags.StringVar(&options.after, "after", "", "resume after the durable event of this `ID` (Last-Event-ID)")
	flags.BoolVar(&options.strict, "strict", false, "ask for strict replay (replay=required)")
	flags.StringVar(&options.streamPath, "stream-path", "/host/events", "`PATH` of the host-event stream")
	flags.StringVar(&options.ca, "ca", "", "`FILE` with PEM certificates to trust beside the system's")
	flags.StringVar(&options.headerFile, "header-file", "", "`FILE` with extra request headers, one \"Name: value\" a line")
	return command
}

// tailed is one printed line.
type tailed struct {
	Event string          `json:"event,omitempty"`
	ID    string          `json:"id,omitempty"`
	Data  json.RawMessage `json:"data,omitempty"`
	Text  string          `json:"text,omitempty"` // data that is not JSON
}

func tail(ctx context.Context, environment Environment, options tailOptions) error {
	client, err := newTailClient(ctx, environment, options)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(environment.Out)
	err = client.SubscribeRawWithContext(ctx, func(message *sse.Event) {
		line := tailed{Event: string(message.Event), ID: string(message.ID)}
		if json.Valid(message.Data) {
			line.Data = message.Data
		} else {
			line.Text = string(message.Data)
		}
		_ = encoder.Encode(line) // a closed stdout ends the process by its signal
	})
	if err != nil && ctx.Err() == nil {
		return &exitError{exitIncomplete, fmt.Errorf("follow the stream: %w", err)}
	}
	return nil
}

func newTailClient(ctx context.Context, environment Environment, options tailOptions) (*sse.Client, error) {
	base, err := parseHost("--host", options.host)
	if err != nil {
		return nil, err
	}
	credentials, err := readCredentials(environment)
	if err != nil {
		return nil, err
	}
	transport, err := tailTransport(options, credentials)
	if err != nil {
		return nil, err
	}
	target := base.JoinPath(options.streamPath)
	if options.strict {
		target.RawQuery = url.Values{"replay": {"required"}}.Encode()
	}
	var refused atomic.Bool
	client := sse.NewClient(target.String())
	client.Connection = &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return errors.New("the stream is elsewhere: the host redirects; give its own base URL")
	}}
	if options.after != "" {
		client.LastEventID.Store([]byte(options.after))
	}
	client.ResponseValidator = func(_ *sse.Client, response *http.Response) error {
		if response.StatusCode != http.StatusOK {
			_ = response.Body.Close()
			refused.Store(response.StatusCode < http.StatusInternalServerError)
			return fmt.Errorf("the host answered %s%s", response.Status, adviceOn(response.StatusCode))
		}
		return nil
	}
	client.ReconnectNotify = func(err error, pause time.Duration) {
		fmt.Fprintf(environment.Err, "hostwitness: %s; connecting again in %v\n", oneLine(err), pause)
	}
	client.ReconnectStrategy = &reconnect{ctx: ctx, refused: &refused}
	return client, nil
}

// adviceOn tells what a consumer does about a refusal.
func adviceOn(status int) string {
	switch status {
	case http.StatusConflict:
		return ": the cursor of --after cannot be resumed; take a new baseline and start without --after"
	case http.StatusUnauthorized, http.StatusForbidden:
		return ": the token of " + variableFirst + " does not open this stream; it needs the scope runs:read"
	}
	return ""
}
