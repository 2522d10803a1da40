package app

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hostwitness/cmd/hostwitness/app/operator"
	"hostwitness/witness/journal"
)

// The bounds of what only a configuration can say.
const (
	leastDeadline   = time.Second
	mostDeadline    = 10 * time.Minute
	leastForCommand = time.Second
	mostForCommand  = time.Hour
	mostWorkspaces  = 64
)

// senseless lists what is wrong with a configuration beyond its shape.
func (c *config) senseless() []fault {
	return slices.Concat(c.senselessHost(), c.senselessTimes(), c.senselessTenants(), c.senselessWorkspaces(), c.senselessCommands())
}

func (c *config) senselessHost() []fault {
	if !c.has("/host") || c.content.Host == embeddedHost {
		return nil
	}
	if _, err := parseHost("host", c.content.Host); err != nil {
		return []fault{{"/host", err.Error()}}
	}
	return nil
}

// senselessTimes reads every time and holds those to their bounds that no flag
// gives.
func (c *config) senselessTimes() []fault {
	var faults []fault
	check := func(path, text string, least, most time.Duration) {
		if !c.has(path) {
			return
		}
		span, err := time.ParseDuration(text)
		switch {
		case err != nil:
			faults = append(faults, fault{path, fmt.Sprintf("%s %.60q is longer than any time can be; write one of at most %v", memberName(path), text, mostForCommand)})
		case span < least || (most > 0 && span > most):
			faults = append(faults, fault{path, fmt.Sprintf("%s %v is out of bounds; write %v to %v", memberName(path), span, least, most)})
		}
	}
	check("/settle", c.content.Settle, 0, 0)
	check("/timeout", c.content.Timeout, 0, 0)
	check("/hold", c.content.Hold, 0, 0)
	check("/webhook/deadline", c.content.Webhook.Deadline, leastDeadline, mostDeadline)
	for _, name := range commandNames() {
		check("/commands/"+name+"/timeout", c.content.Commands[name].Timeout, leastForCommand, mostForCommand)
	}
	return faults
}

func (c *config) senselessTenants() []fault {
	first, second := c.content.Tenants[journal.TenantA], c.content.Tenants[journal.TenantB]
	if first != "" && first == second {
		return []fault{{"/tenants/b", fmt.Sprintf("tenants.b is %.130q, which tenants.a is too; the second credential must be of another tenant", second)}}
	}
	return nil
}

func (c *config) senselessWorkspaces() []fault {
	var faults []fault
	if len(c.content.Workspaces) > mostWorkspaces {
		return []fault{{"/workspaces", fmt.Sprintf("workspaces has %d entries; name the few that the run is to try, at most %d", len(c.content.Workspaces), mostWorkspaces)}}
	}
	known := map[string]bool{}
	for k, workspace := range c.content.Workspaces {
		path := "/workspaces/" + strconv.Itoa(k)
		if known[workspace.ID] {
			faults = append(faults, fault{path + "/id", fmt.Sprintf("workspace %.130q stands here a second time; name it once, with everybody who is within it", workspace.ID)})
		}
		known[workspace.ID] = true
		for j, side := range workspace.Within {
			at := path + "/within/" + strconv.Itoa(j)
			switch {
			case slices.Contains(workspace.Within[:j], side):
				faults = append(faults, fault{at, fmt.Sprintf("%s stands in within a second time; write it once", side)})
			case side != workspace.Tenant:
				faults = append(faults, fault{at, fmt.Sprintf("credential %s is of another tenant than %s, whose workspace this is, and nobody is within a workspace of another tenant (RFC 0236 §D); leave it out", side, workspace.Tenant)})
			}
		}
	}
	return faults
}

func (c *config) senselessCommands() []fault {
	var faults []fault
	for _, name := range commandNames() {
		if command, given := c.content.Commands[name]; given {
			faults = append(faults, senselessCommand(name, command)...)
		}
	}
	return faults
}

// misplaced is what people write for the placeholder of the event's id.
var misplaced = regexp.MustCompile(`(?i)\{[ \t]*event[ _-]?id[ \t]*\}`)

func senselessCommand(name string, command configCommand) []fault {
	path := "/commands/" + name
	var faults []fault
	if len(command.Run) > 0 && command.Shell != "" {
		faults = append(faults, fault{path + "/shell", fmt.Sprintf("commands.%s has both run and shell; keep one", name)})
	}
	if strings.ContainsRune(command.Shell, 0) {
		faults = append(faults, fault{path + "/shell", "a NUL stands in this text, which no command can hold"})
	}
	if found := misplaced.FindString(command.Shell); found != "" {
		faults = append(faults, fault{path + "/shell", fmt.Sprintf("%s is not put into a text for the shell; write \"$%s\" there, with the quotes", found, operator.EventVariable)})
	}
	for k, word := range command.Run {
		at := path + "/run/" + strconv.Itoa(k)
		found := misplaced.FindString(word)
		switch {
		case strings.ContainsRune(word, 0):
			faults = append(faults, fault{at, "a NUL stands in this word, which no command can hold"})
		case k == 0 && strings.TrimSpace(word) == "":
			faults = append(faults, fault{at, "the first word names the program, and it is empty"})
		case found != "" && name == commandRestart:
			faults = append(faults, fault{at, "a restart is about no event; leave " + found + " out"})
		case found != "" && found != operator.Placeholder:
			faults = append(faults, fault{at, fmt.Sprintf("%s is not known; write %s", found, operator.Placeholder)})
		}
	}
	return faults
}
