package app

import (
	"fmt"

	"hostwitness/scenarios"
	"hostwitness/witness/journal"
)

// printPlan prints what a run would cause, open and register, at most.
func printPlan(environment Environment, run prepared) error {
	out, course := environment.Out, run.course
	events, streams, subscriptions := 2*scenarios.ProbesAtMost, 3, make(map[string]bool)
	for _, scenario := range scenarios.Selected(course.legs, course.options) {
		fmt.Fprintf(out, "%s\n", scenario.Name)
		for _, cause := range scenario.Causes {
			fmt.Fprintf(out, "  cause     %-42s %s event of tenant %s%s\n", cause.Name, cause.Class, cause.Tenant, repeats(cause.AtMost))
			events += max(cause.AtMost, 1)
		}
		for _, open := range scenario.Opens {
			fmt.Fprintf(out, "  open      %-42s %s\n", open.Name, open.What)
		}
		for _, registration := range scenario.Registers {
			fmt.Fprintf(out, "  register  %-42s %s\n", registration.Name, registration.What)
			subscriptions[registration.Name] = true
		}
		for _, call := range scenario.Calls {
			fmt.Fprintf(out, "  call      %s\n", call)
		}
		streams += len(scenario.Opens)
	}
	fmt.Fprintf(out, "\nBeside these, for the whole run: the control streams %s, %s and %s, and a probe event of each tenant%s.\n",
		journal.StreamControlA, journal.StreamControlB, journal.StreamAnonymous, repeats(scenarios.ProbesAtMost))
	for _, name := range run.options.givenCommands() {
		command := run.options.commands[name]
		fmt.Fprintf(out, "To %s, the operator's command, killed after %v: %s\n", purposeOf(name), command.Timeout, command)
	}
	if _, set := environment.Lookup(variableSecond); !set && environment.value(variableSecond+"_FILE") == "" {
		fmt.Fprintf(out, "%s is not set: nothing of tenant b would be done, and what needs it would be blocked.\n", variableSecond)
	}
	_, err := fmt.Fprintf(out, "In all at most %d events (--triggers %d), %d streams at once (--streams) out of %d, %d subscriptions, all of them unregistered at the end, %v (--timeout). Nothing was sent.\n",
		events, course.options.Triggers, course.options.Streams, streams, len(subscriptions), course.options.Timeout)
	return err
}

// repeats tells how often an event may be caused where a host subscribes or
// answers late.
func repeats(atMost int) string {
	if atMost < 2 {
		return ""
	}
	return fmt.Sprintf(", again at most %d times where a host is late", atMost-1)
}

// purposeOf says what a command of the operator is for.
func purposeOf(command string) string {
	switch command {
	case commandRestart:
		return "restart the host"
	case commandExpire:
		return "make an event older than the retention"
	default:
		return "remove an event"
	}
}
