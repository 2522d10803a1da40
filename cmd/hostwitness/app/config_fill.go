package app

import (
	"cmp"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"hostwitness/cmd/hostwitness/app/operator"
)

// setting is a flag that a configuration file can give instead.
type setting struct {
	flag     string
	path     string // JSON pointer of the member
	variable string // of the environment, where one gives it too
	take     func(*runOptions, configContent)
	ofHost   bool // a fact about the host that the file is about
}

// settings lists them. What gives a setting comes in one order: the flag, the
// environment variable, the configuration file, the default.
func settings() []setting {
	return []setting{
		{flag: "host", path: "/host", variable: variableHost, take: func(o *runOptions, c configContent) { o.host = c.Host }},
		{flag: "out", path: "/out", take: func(o *runOptions, c configContent) { o.out = c.Out }},
		{flag: "only", path: "/only", take: func(o *runOptions, c configContent) { o.only = c.Only }},
		{flag: "skip", path: "/skip", take: func(o *runOptions, c configContent) { o.skip = c.Skip }},
		{flag: "require", path: "/require", take: func(o *runOptions, c configContent) { o.require = c.Require }},
		{flag: "settle", path: "/settle", take: func(o *runOptions, c configContent) { o.settle = spanOf(c.Settle) }},
		{flag: "timeout", path: "/timeout", take: func(o *runOptions, c configContent) { o.timeout = spanOf(c.Timeout) }},
		{flag: "streams", path: "/streams", take: func(o *runOptions, c configContent) { o.streams = c.Streams }},
		{flag: "triggers", path: "/triggers", take: func(o *runOptions, c configContent) { o.triggers = c.Triggers }},
		{flag: "long", path: "/long", take: func(o *runOptions, c configContent) { o.long = c.Long }},
		{flag: "hold", path: "/hold", take: func(o *runOptions, c configContent) { o.hold = spanOf(c.Hold) }},
		{flag: "volume", path: "/volume", take: func(o *runOptions, c configContent) { o.volume = c.Volume }},
		{flag: "stream-path", path: "/streamPath", ofHost: true, take: func(o *runOptions, c configContent) { o.streamPath = c.StreamPath }},
		{flag: "ca", path: "/ca", ofHost: true, take: func(o *runOptions, c configContent) { o.ca = c.CA }},
		{flag: "header-file", path: "/headerFile", ofHost: true, take: func(o *runOptions, c configContent) { o.headerFile = c.HeaderFile }},
		{flag: "webhook-url", path: "/webhook/url", variable: variableFront, ofHost: true, take: func(o *runOptions, c configContent) { o.webhookURL = c.Webhook.URL }},
		{flag: "webhook-listen", path: "/webhook/listen", variable: variableFrontPort, ofHost: true, take: func(o *runOptions, c configContent) { o.webhookListen = c.Webhook.Listen }},
		{flag: "restart-command", path: "/commands/restart", ofHost: true, take: func(o *runOptions, c configContent) { o.takeCommand(c, commandRestart) }},
		{path: "/commands/expire", ofHost: true, take: func(o *runOptions, c configContent) { o.takeCommand(c, commandExpire) }},
		{path: "/commands/remove", ofHost: true, take: func(o *runOptions, c configContent) { o.takeCommand(c, commandRemove) }},
		{path: "/webhook/deadline", ofHost: true, take: func(o *runOptions, c configContent) { o.delivery = spanOf(c.Webhook.Deadline) }},
		{path: "/direct", ofHost: true, take: func(o *runOptions, c configContent) { o.direct = c.Direct }},
		{path: "/tenants", ofHost: true, take: func(o *runOptions, c configContent) { o.facts.Tenants = c.Tenants }},
		{path: "/workspaces", ofHost: true, take: func(o *runOptions, c configContent) { o.facts.Workspaces = c.Workspaces }},
	}
}

// The variables that give what a flag or a configuration file gives too.
const (
	variableHost      = "OPENWOP_BASE_URL"
	variableFront     = "OPENWOP_WEBHOOK_RECEIVER_URL"
	variableFrontPort = "OPENWOP_WEBHOOK_RECEIVER_PORT"
)

// configure reads the configuration file and takes from it what neither a flag
// nor the environment gives.
func (o *runOptions) configure(environment Environment, flags *pflag.FlagSet) error {
	read, err := readConfig(environment, o.config, flags.Changed("config"))
	if err != nil {
		return err
	}
	o.configured, o.from = read, map[string]string{}
	for _, s := range settings() {
		given := s.flag != "" && flags.Changed(s.flag)
		if given || (s.variable != "" && environment.value(s.variable) != "") {
			if !given {
				o.from[s.flag] = s.variable
			}
			continue
		}
		o.takeSetting(s)
	}
	return o.takeRestart(environment, flags)
}

func (o *runOptions) takeSetting(s setting) {
	if !o.configured.has(s.path) {
		return
	}
	if s.ofHost && !o.aboutConfigured() {
		o.configured.ignored = append(o.configured.ignored, dotted(s.path))
		return
	}
	s.take(o, o.configured.content)
	o.from[s.flag] = o.configured.said(s.path)
}

// aboutConfigured says that the run is about the host that the file is about,
// so that what the file says of the host holds. A file that names no host is
// about whichever one is run; the embedded host brings its own facts.
func (o *runOptions) aboutConfigured() bool {
	if o.host == embeddedHost {
		return false
	}
	if !o.configured.has("/host") {
		return true
	}
	theirs, errTheirs := parseHost("host", o.configured.content.Host)
	ours, err := parseHost("--host", o.host)
	return err == nil && errTheirs == nil && theirs.String() == ours.String()
}

// takeRestart reads --restart-command, which wins over the file's words and
// keeps its time.
func (o *runOptions) takeRestart(environment Environment, flags *pflag.FlagSet) error {
	if !flags.Changed("restart-command") || o.restart == "" {
		return nil
	}
	if o.host == embeddedHost {
		return usagef("--restart-command restarts a host behind a URL; the embedded host restarts by itself, leave it out")
	}
	if what := secretValue(o.restart, ownSecrets(environment)); what != "" {
		return usagef("--restart-command: %s", what)
	}
	words, err := operator.Split(o.restart)
	if err != nil {
		return usagef("--restart-command: %w, or write commands.restart.shell into a configuration file", err)
	}
	if misplaced.MatchString(o.restart) {
		return usagef("--restart-command: a restart is about no event; leave %s out", misplaced.FindString(o.restart))
	}
	if o.configured.has("/commands/restart/timeout") && o.aboutConfigured() {
		o.takeCommand(o.configured.content, commandRestart)
	}
	timeout := cmp.Or(o.commands[commandRestart].Timeout, operator.DefaultTimeout)
	o.putCommand(operator.Command{Name: commandRestart, Words: words, Timeout: timeout})
	return nil
}

func (o *runOptions) takeCommand(content configContent, name string) {
	given := content.Commands[name]
	command := operator.Command{Name: name, Words: given.Run, Shell: given.Shell, Timeout: operator.DefaultTimeout}
	if given.Timeout != "" {
		command.Timeout = spanOf(given.Timeout)
	}
	o.putCommand(command)
}

func (o *runOptions) putCommand(command operator.Command) {
	if o.commands == nil {
		o.commands = map[string]operator.Command{}
	}
	o.commands[command.Name] = command
	o.facts.Restart = !o.commands[commandRestart].IsZero()
	o.facts.Expire = !o.commands[commandExpire].IsZero()
	o.facts.Remove = !o.commands[commandRemove].IsZero()
}

// givenCommands are the commands that the run was given, in their order.
func (o runOptions) givenCommands() []string {
	return slices.DeleteFunc(commandNames(), func(name string) bool { return o.commands[name].IsZero() })
}

// said is how a message names a setting: by its flag, the variable or the place
// in the configuration file that it came from.
func (o runOptions) said(flag string) string {
	if from := o.from[flag]; from != "" {
		return from
	}
	return "--" + flag
}

// spanOf reads a time that was found to be one.
func spanOf(text string) time.Duration {
	span, _ := time.ParseDuration(text)
	return span
}
