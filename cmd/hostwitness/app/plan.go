package app

import (
	"fmt"
	"io"

	"hostwitness/scenarios"
	"hostwitness/witness/journal"
)

// printPlan prints what a run would cause, open and register, at most.
func printPlan(out io.Writer, course course) error {
	events, streams, subscriptions := 0, 0, 0
	for _, scenario := range scenarios.Selected(course.legs) {
		fmt.Fprintf(out, "%s\n", scenario.Name)
		for _, cause := range scenario.Causes {
			fmt.Fprintf(out, "  cause     %-42s %s event of tenant %s\n", cause.Name, cause.Class, cause.Tenant)
		}
		for _, open := range scenario.Opens {
			fmt.Fprintf(out, "  open      %-42s %s\n", open.Name, open.What)
		}
		for _, registration := range scenario.Registers {
			fmt.Fprintf(out, "  register  %-42s %s\n", registration.Name, registration.What)
		}
		for _, call := range scenario.Calls {
			fmt.Fprintf(out, "  call      %s\n", call)
		}
		events += len(scenario.Causes)
		streams += len(scenario.Opens)
		subscriptions += len(scenario.Registers)
	}
	fmt.Fprintf(out, "\nBeside these, for the whole run: the control streams %s, %s and %s, and a probe event on each of the first two,\n",
		journal.StreamControlA, journal.StreamControlB, journal.StreamAnonymous)
	fmt.Fprintf(out, "repeated at most %d times where a host subscribes late; everything registered is unregistered at the end.\n", 4)
	_, err := fmt.Fprintf(out, "In all at most %d events (--triggers %d), %d streams at once (--streams) out of %d, %d subscriptions, %v (--timeout). Nothing was sent.\n",
		events+2, course.options.Triggers, course.options.Streams, streams+3, subscriptions, course.options.Timeout)
	return err
}
