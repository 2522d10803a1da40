package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
)

const (
	// configFile is read from the working folder without being named.
	configFile = "hostwitness.yaml"
	// configBytes bounds a configuration file.
	configBytes = 256 << 10
)

// config is a configuration file that was read and found sound, except for its
// waivers, which the catalogue and the day decide about.
type config struct {
	document yamlDocument
	content  configContent
	ignored  []string // members that are about another host than the run's
}

// configContent is what a configuration file says. A member that it does not
// say is zero; config.has tells.
type configContent struct {
	Host, Out           string
	Only, Skip, Require []string
	Settle, Timeout     string
	Streams, Triggers   int
	StreamPath          string
	CA                  string
	HeaderFile          string
	Direct, Long        bool
	Hold                string
	Volume              int
	Tenants             map[journal.Tenant]string
	Workspaces          []journal.Workspace
	Webhook             struct{ URL, Listen, Deadline string }
	Commands            map[string]configCommand
	Waivers             []waiver.Waiver
}

// configCommand is a command as it is configured.
type configCommand struct {
	Run            []string
	Shell, Timeout string
}

// has says that the file has the member of a JSON pointer.
func (c *config) has(path string) bool {
	if c == nil {
		return false
	}
	_, there := c.document.places[path]
	return there
}

// said is how a message names a member: by its place in the file.
func (c *config) said(path string) string {
	return fmt.Sprintf("%s:%s: %s", c.document.name, c.document.placeOf(path), dotted(path))
}

// dotted is a JSON pointer as the members are called among people.
func dotted(path string) string { return strings.ReplaceAll(strings.TrimPrefix(path, "/"), "/", ".") }

// readConfig reads the configuration of a run. There is none where none is
// wanted, or where none was named and none is there. Whatever is wrong is wrong
// use: no request was sent yet.
func readConfig(environment Environment, name string, named bool) (*config, error) {
	if name == "" {
		return nil, nil
	}
	if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) && !named {
		return nil, nil // a link that leads nowhere is there, and somebody meant something by it
	}
	text, err := readYAMLFile(name, configBytes, "configuration")
	if err != nil {
		return nil, usagef("read the configuration: %w; give another file with --config, or --config '' for none", err)
	}
	read, err := parseConfig(name, text, ownSecrets(environment))
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return read, nil
}

// tellConfig tells the operator by what he did not write in the command: a file
// that was read without being named must not decide silently.
func (p prepared) tellConfig(environment Environment) {
	read := p.options.configured
	if read == nil {
		return
	}
	with := ""
	if commands := p.options.givenCommands(); len(commands) > 0 {
		with = ", with commands that " + strings.Join(commands, ", ")
	}
	fmt.Fprintf(environment.Err, "hostwitness: configured by %s%s; --config '' runs without\n", read.document.name, with)
	if len(read.ignored) > 0 {
		fmt.Fprintf(environment.Err, "hostwitness: not used, since the run is about another host than %s: %s; a file that names no host is about whichever one is run\n",
			read.document.name, strings.Join(read.ignored, ", "))
	}
}
