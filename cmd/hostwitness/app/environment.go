package app

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"
)

// Environment is everything the command takes from the process, so that tests
// run the real command in process.
type Environment struct {
	Arguments []string
	Lookup    func(name string) (string, bool)
	Variables func() []string // all of them, "NAME=value"; nil: none
	Out, Err  io.Writer
	Now       func() time.Time
	Terminal  bool                          // Out is a terminal
	Width     int                           // of that terminal in cells, 0 when not known
	Program   func() (io.ReadCloser, error) // the file of this very program
	// Interrupted gives a context that is cancelled when the operator or the
	// system asks the process to stop.
	Interrupted func(context.Context) (context.Context, context.CancelFunc)
}

// Process is the environment of this process.
func Process() Environment {
	terminal := term.IsTerminal(int(os.Stdout.Fd()))
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if !terminal || err != nil {
		width = 0
	}
	return Environment{
		Arguments: os.Args[1:],
		Lookup:    os.LookupEnv,
		Variables: os.Environ,
		Out:       os.Stdout,
		Err:       os.Stderr,
		Now:       time.Now,
		Terminal:  terminal,
		Width:     width,
		Program:   program,
		Interrupted: func(ctx context.Context) (context.Context, context.CancelFunc) {
			return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
		},
	}
}

func program() (io.ReadCloser, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(name)
}

// value gives a variable that is set and not empty, "" otherwise.
func (e Environment) value(name string) string {
	value, _ := e.Lookup(name)
	return value
}

// colour says whether output may be coloured and rewritten: on a terminal that
// is no CI's, unless the operator said no (NO_COLOR).
func (e Environment) colour() bool {
	return e.Terminal && e.value("NO_COLOR") == "" && e.value("CI") == ""
}
