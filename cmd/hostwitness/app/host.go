package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hostwitness/fixtures/double"
	"hostwitness/fixtures/host"
	"hostwitness/fixtures/sabotage"
	"hostwitness/fixtures/variant"
)

// hostOptions are the flags of host, as given.
type hostOptions struct {
	listen   string
	store    string
	sabotage string
	variant  string
}

func newHost(environment Environment) *cobra.Command {
	var options hostOptions
	command := &cobra.Command{
		Use:   "host",
		Short: "Serve the reference host, or a double of it",
		Long: `Serve the reference host until it is stopped. The first line on stdout is
{"url":"…"}.

The bearer tokens of its two tenants come from OPENWOP_API_KEY and
OPENWOP_TEST_TENANT_B_API_KEY (or …_FILE). Where one is not set, the host opens
to the documented test key of that tenant:
  tenant-a  ` + host.TestKeyA + `
  tenant-b  ` + host.TestKeyB,
		Args: flagsOnly,
		RunE: func(command *cobra.Command, _ []string) error {
			return serveHost(command.Context(), environment, options)
		},
	}
	flags := command.Flags()
	flags.StringVar(&options.listen, "listen", "127.0.0.1:0", "`ADDRESS` to listen on")
	flags.StringVar(&options.store, "store", "memory", "where events are kept, a `STORE`: memory, or bbolt:FILE")
	flags.StringVar(&options.sabotage, "sabotage", "", "serve the sabotage of this `ID` (see hostwitness list --sabotages)")
	flags.StringVar(&options.variant, "variant", "", "serve the lawful variant of this `ID` (see hostwitness list --variants)")
	command.MarkFlagsMutuallyExclusive("sabotage", "variant")
	return command
}

func serveHost(ctx context.Context, environment Environment, options hostOptions) error {
	config, err := options.config(environment)
	if err != nil {
		return err
	}
	chosen, err := options.double()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", options.listen)
	if err != nil {
		return usagef("listen on %s: %w", options.listen, err)
	}
	running, err := serveDouble(listener, chosen, config)
	if err != nil {
		_ = listener.Close()
		return usagef("start the host: %w", err)
	}
	defer running.close()
	line, err := json.Marshal(map[string]string{"url": "http://" + listener.Addr().String() + chosen.BasePath})
	if err != nil {
		return suiteFault(err)
	}
	if _, err := fmt.Fprintf(environment.Out, "%s\n", line); err != nil {
		return suiteFault(err)
	}
	fmt.Fprintf(environment.Err, "serving %s until stopped; run against it with --host and the tokens of the two tenants (hostwitness host --help)\n", chosen.ID)
	<-ctx.Done()
	return nil
}

// double finds the double that is asked for; the reference host itself where
// none is.
func (o hostOptions) double() (double.Double, error) {
	if o.sabotage != "" {
		return find("--sabotage", o.sabotage, "--sabotages", sabotagedHosts())
	}
	if o.variant != "" {
		return find("--variant", o.variant, "--variants", variant.All())
	}
	return double.Double{ID: "reference"}, nil
}

// sabotagedHosts are the sabotages that are hosts. Those of the legs about
// shapes are vectors with the wrong label, which no host can serve.
func sabotagedHosts() []double.Double {
	return slices.DeleteFunc(sabotage.All(), func(d double.Double) bool { return d.Mislabel != nil })
}

func find(flag, id, list string, doubles []double.Double) (double.Double, error) {
	for _, candidate := range doubles {
		if candidate.ID == id {
			return candidate, nil
		}
	}
	return double.Double{}, usagef("%s %q is unknown; see `hostwitness list %s`", flag, id, list)
}

func (o hostOptions) config(environment Environment) (host.Config, error) {
	config := embeddedConfig()
	for k, variable := range []string{variableFirst, variableSecond} {
		read, _, err := credentialFrom(environment, variable)
		if err != nil {
			return config, err
		}
		token, err := readToken(read)
		if err != nil {
			return config, err
		}
		if token != "" {
			config.Tenants[k].Keys[0].Token = token
		}
	}
	switch kind, file, _ := strings.Cut(o.store, ":"); {
	case o.store == "memory":
	case kind == "bbolt" && file != "":
		config.Store, config.StorePath = host.StoreFile, file
	default:
		return config, usagef("--store %q is unknown; write memory or bbolt:FILE", o.store)
	}
	return config, nil
}
