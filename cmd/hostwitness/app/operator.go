package app

import (
	"context"

	"hostwitness/cmd/hostwitness/app/operator"
	"hostwitness/scenarios"
)

// operator gives what the operator's commands do, for the scenarios, and what
// ends the reading of their output.
func (o runOptions) operator(environment Environment) (scenarios.Operator, func()) {
	if len(o.commands) == 0 {
		return scenarios.Operator{}, func() {}
	}
	var variables []string
	if environment.Variables != nil {
		variables = environment.Variables()
	}
	runner := operator.New(variables)
	about := func(name string) func(context.Context, string) (string, error) {
		command := o.commands[name]
		if command.IsZero() {
			return nil
		}
		return func(ctx context.Context, eventID string) (string, error) { return runner.Run(ctx, command, eventID) }
	}
	given := scenarios.Operator{Expire: about(commandExpire), Remove: about(commandRemove)}
	if restart := about(commandRestart); restart != nil {
		given.Restart = func(ctx context.Context) (string, error) { return restart(ctx, "") }
	}
	return given, runner.Close
}
