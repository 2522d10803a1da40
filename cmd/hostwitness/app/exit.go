package app

import (
	"errors"
	"fmt"
)

// The exit codes of every command.
const (
	exitPassed      = 0   // nothing failed, nothing blocked, something was judged
	exitFailed      = 1   // a leg failed, or a required one did not pass
	exitUsage       = 2   // wrong use, found before any request
	exitIncomplete  = 3   // something was blocked, or nothing could be judged
	exitSuite       = 4   // the suite's own fault
	exitInterrupted = 130 // stopped, after cleaning up
)

// exitError is an error that knows the exit code it asks for.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// usagef is wrong use: one line that says what to write instead.
func usagef(format string, arguments ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, arguments...)}
}

// suiteFault marks an error as the suite's own.
func suiteFault(err error) error { return &exitError{exitSuite, err} }

// exitWith ends the command with a code and no further line: what there was to
// say is printed.
func exitWith(code int) error {
	if code == exitPassed {
		return nil
	}
	return &exitError{code: code, err: errSaid}
}

// errSaid stands for a message that was printed already.
var errSaid = errors.New("")

// codeOf gives the exit code of a command's error. An error that names none is
// cobra's own: wrong use.
func codeOf(err error) int {
	var exit *exitError
	switch {
	case err == nil:
		return exitPassed
	case errors.As(err, &exit):
		return exit.code
	}
	return exitUsage
}
