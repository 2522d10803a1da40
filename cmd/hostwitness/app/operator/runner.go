package operator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// lingering is how long the output of a command is waited for that has ended
// and left a process behind, which holds the output open.
const lingering = 250 * time.Millisecond

// Runner runs commands. It is safe for concurrent use. Use New.
type Runner struct {
	environment []string

	mu     sync.Mutex
	closed bool
	open   map[*os.File]bool // outputs that a process may still write to
	reads  sync.WaitGroup
}

// New gives a runner whose commands have these variables ("NAME=value"), less
// those that hold a credential of the suite.
func New(environment []string) *Runner {
	return &Runner{environment: withoutCredentials(environment), open: map[*os.File]bool{}}
}

// Close stops reading what processes write that a command left behind. Such a
// process is not ended: it may be the host. It fails where it writes on.
func (r *Runner) Close() {
	r.mu.Lock()
	r.closed = true
	for output := range r.open {
		_ = output.Close()
	}
	r.mu.Unlock()
	r.reads.Wait()
}

// Run runs a command and gives what it printed, standard output and error
// together, at most 64 KiB and of more the end. Where the command is about an
// event, eventID is its id, else it is empty. Standard input is empty.
//
// The command is a process group of its own. On its timeout, or when the
// context is cancelled, the group is killed. A process that it leaves behind
// when it ends by itself goes on.
//
// The error names the command, how it ended and the last line it printed; the
// output is given beside it.
func (r *Runner) Run(ctx context.Context, command Command, eventID string) (string, error) {
	words, err := command.about(eventID)
	if err != nil {
		return "", fmt.Errorf("%s was not run: %w", command.called(), err)
	}
	bounded, cancel := context.WithTimeout(ctx, command.Timeout)
	defer cancel()
	process := command.process(bounded, words)
	process.Env = r.variables(eventID)
	inGroup(process)
	output, err := r.start(process)
	if err != nil {
		return "", fmt.Errorf("%s could not be started: %w", command.called(), reason(err))
	}
	ended := process.Wait()
	output.wait(lingering)
	said := output.text()
	return said, command.failed(ctx, bounded, ended, said)
}

func (c Command) process(ctx context.Context, words []string) *exec.Cmd {
	if c.Shell != "" {
		words = shell(c.Shell)
	}
	return exec.CommandContext(ctx, words[0], words[1:]...)
}

// start starts a process and reads what it prints.
func (r *Runner) start(process *exec.Cmd) (*output, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	process.Stdout, process.Stderr = write, write
	if err := errors.Join(process.Start(), write.Close()); err != nil {
		return nil, errors.Join(err, read.Close())
	}
	output := newOutput()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		_ = read.Close()
	}
	r.open[read] = true
	r.reads.Go(func() {
		output.readAll(read)
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.open, read)
		_ = read.Close()
	})
	return output, nil
}

// failed says how a command ended that did not end well.
func (c Command) failed(ctx, bounded context.Context, err error, said string) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("%s was killed, since the run ended: %w", c.called(), ctx.Err())
	case bounded.Err() != nil:
		return fmt.Errorf("%s was killed after %v, its timeout%s", c.called(), c.Timeout, lastLine(said))
	}
	return fmt.Errorf("%s ended with %w%s", c.called(), err, lastLine(said))
}

// reason is what kept a program from being started, without its name.
func reason(err error) error {
	var named *exec.Error
	var path *os.PathError
	switch {
	case errors.As(err, &named):
		return named.Err
	case errors.As(err, &path):
		return path.Err
	}
	return err
}

// variables are the environment of a command.
func (r *Runner) variables(eventID string) []string {
	variables := append([]string(nil), r.environment...)
	if eventID != "" {
		variables = append(variables, EventVariable+"="+eventID)
	}
	return variables
}

// withoutCredentials leaves out what a command has no business with: the
// credentials of the run, the key that signs it, and an event of another run.
func withoutCredentials(environment []string) []string {
	var left []string
	for _, variable := range environment {
		name, _, _ := strings.Cut(strings.ToUpper(variable), "=")
		switch {
		case strings.HasPrefix(name, "OPENWOP_API_KEY"), strings.HasPrefix(name, "OPENWOP_TEST_TENANT_B_API_KEY"),
			strings.HasPrefix(name, "HOSTWITNESS_SIGNING_KEY"), name == EventVariable:
		default:
			left = append(left, variable)
		}
	}
	return left
}
