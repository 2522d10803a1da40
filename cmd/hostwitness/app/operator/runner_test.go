package operator_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"hostwitness/cmd/hostwitness/app/operator"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// ample is a timeout that no command of these tests comes to.
const ample = time.Minute

const event = "evt_0123456789abcdef"

func run(t *testing.T, command operator.Command, eventID string, environment ...string) (string, error) {
	t.Helper()
	runner := operator.New(append(environment, "PATH="+os.Getenv("PATH")))
	defer runner.Close()
	if command.Name == "" {
		command.Name = "restart"
	}
	if command.Timeout == 0 {
		command.Timeout = ample
	}
	return runner.Run(t.Context(), command, eventID)
}

func words(list ...string) operator.Command { return operator.Command{Words: list} }

func shell(text string) operator.Command { return operator.Command{Shell: text} }

func TestOutputIsGiven(t *testing.T) {
	for name, test := range map[string]struct {
		command operator.Command
		event   string
		want    string
	}{
		"both streams":                       {command: shell("echo out; echo err >&2"), want: "out\nerr\n"},
		"nothing":                            {command: words("true"), want: ""},
		"words that no shell reads":          {command: words("printf", "%s|", "a b", "$HOME", "*", ";", ""), want: "a b|$HOME|*|;||"},
		"an event in a word":                 {command: words("echo", "--id={eventId}", "x{eventId}y{eventId}"), event: event, want: "--id=" + event + " x" + event + "y" + event + "\n"},
		"an event in a variable":             {command: words("sh", "-c", `echo "$HOSTWITNESS_EVENT_ID"`), event: event, want: event + "\n"},
		"an event in the shell's variable":   {command: shell(`echo "$HOSTWITNESS_EVENT_ID"`), event: event, want: event + "\n"},
		"an event is never spliced":          {command: shell(`echo {eventId}`), event: event, want: "{eventId}\n"},
		"an event is what it is":             {command: shell(`printf %s "$HOSTWITNESS_EVENT_ID"`), event: "$(echo no);echo no", want: "$(echo no);echo no"},
		"no event":                           {command: shell(`echo "${HOSTWITNESS_EVENT_ID-none}"`), want: "none\n"},
		"nothing is to be read":              {command: shell("cat; echo read"), want: "read\n"},
		"bytes that are no text":             {command: words("printf", `a\377b`), want: "a?b"},
		"an event that begins with a hyphen": {command: words("echo", "id={eventId}"), event: "-rf-0123456789abcdef", want: "id=-rf-0123456789abcdef\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := run(t, test.command, test.event)
			if err != nil || got != test.want {
				t.Errorf("%q, %v; want %q", got, err, test.want)
			}
		})
	}
}

func TestCommandThatFailsSaysHow(t *testing.T) {
	plain := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(plain, []byte("no program"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		command     operator.Command
		event       string
		said, wants string
	}{
		"a status":                  {command: words("sh", "-c", "echo going; echo no such container >&2; exit 3"), said: "going\nno such container\n", wants: `the restart command "sh" ended with exit status 3; its last line: no such container`},
		"of the shell":              {command: shell("echo no; exit 1"), said: "no\n", wants: "the restart command (a text for the shell) ended with exit status 1; its last line: no"},
		"without a word":            {command: words("false"), wants: `the restart command "false" ended with exit status 1; it printed nothing`},
		"by a signal":               {command: shell("kill -9 $$"), wants: "the restart command (a text for the shell) ended with signal: killed; it printed nothing"},
		"no such program":           {command: words("no-such-program-here"), wants: `the restart command "no-such-program-here" could not be started: executable file not found in $PATH`},
		"no such path":              {command: words("/no/such/program"), wants: `the restart command "/no/such/program" could not be started: no such file or directory`},
		"not a program":             {command: words(plain), wants: `could not be started: permission denied`},
		"a terminal's commands":     {command: shell(`printf 'a\033[2Jb\tc\n'; exit 1`), said: "a\x1b[2Jb\tc\n", wants: "its last line: a [2Jb c"},
		"a long line":               {command: shell(`head -c 1000 /dev/zero | tr '\0' x; exit 1`), said: strings.Repeat("x", 1000), wants: strings.Repeat("x", 200) + "…"},
		"an event like an option":   {command: words("rm", "{eventId}"), event: "-rf-0123456789abcdef", wants: "the restart command \"rm\" was not run: the id of the event begins with a hyphen"},
		"empty lines at the end":    {command: shell(`printf 'why\n\n \n'; exit 1`), said: "why\n\n \n", wants: "its last line: why"},
		"a text with a NUL in it":   {command: words("echo", "a\x00b"), wants: `the restart command "echo" could not be started: invalid argument`},
		"a shell that knows it not": {command: shell("no-such-program-here"), said: "*", wants: "ended with exit status 127"},
	} {
		t.Run(name, func(t *testing.T) {
			said, err := run(t, test.command, test.event)
			if err == nil || !strings.Contains(err.Error(), test.wants) || (said != test.said && test.said != "*") {
				t.Errorf("%q, %v; want %q and %q", said, err, test.said, test.wants)
			}
		})
	}
}

func TestOutputIsBounded(t *testing.T) {
	const printed = 1 << 20
	said, err := run(t, shell(`head -c 1048576 /dev/zero | tr '\0' x; echo end`), "")
	if err != nil {
		t.Fatal(err)
	}
	begun, rest, _ := strings.Cut(said, "\n")
	if len(said) > 64<<10 || len(rest) < 60<<10 || !strings.HasSuffix(rest, "xend\n") {
		t.Errorf("%d bytes are kept, beginning with %q", len(said), begun)
	}
	if want := "[983108 bytes before are left out]"; begun != want || 983108+len(rest) != printed+len("end\n") {
		t.Errorf("it begins with %q and goes on for %d bytes, want %q", begun, len(rest), want)
	}
}

func TestCredentialsAreKeptFromCommands(t *testing.T) {
	said, err := run(t, shell("env"), event,
		"OPENWOP_API_KEY=first", "OPENWOP_API_KEY_FILE=first.txt", "OPENWOP_TEST_TENANT_B_API_KEY=second", "OPENWOP_TEST_TENANT_B_API_KEY_FILE=second.txt",
		"HOSTWITNESS_SIGNING_KEY=third", "HOSTWITNESS_EVENT_ID=of-another-run", "openwop_api_key=fourth", "ADMIN_TOKEN=mine", "OPENWOP_BASE_URL=http://h")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"first", "second", "third", "fourth", "of-another-run"} {
		if strings.Contains(said, word) {
			t.Errorf("the command knows %q", word)
		}
	}
	for _, word := range []string{"ADMIN_TOKEN=mine", "OPENWOP_BASE_URL=http://h", "HOSTWITNESS_EVENT_ID=" + event} {
		if !strings.Contains(said, word+"\n") {
			t.Errorf("the command does not know %q", word)
		}
	}
}

// pipe makes a named pipe.
func pipe(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// blocking is a shell text that starts a child, which says that it is there by
// opening a pipe, holds it open, and waits for another that nobody writes to.
const blocking = `(exec 3>"$ALIVE"; echo there >&3; read x <"$NEVER") & wait`

// firstLine reads what the child says and returns the pipe, whose end comes when
// the child ends.
func firstLine(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	line := make([]byte, len("there\n"))
	if _, err := io.ReadFull(file, line); err != nil || string(line) != "there\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	return file
}

func waitForEnd(t *testing.T, file *os.File) {
	t.Helper()
	defer file.Close()
	if rest, err := io.ReadAll(file); err != nil || len(rest) > 0 {
		t.Errorf("the child says %q, %v", rest, err)
	}
}

type ended struct {
	said string
	err  error
}

func TestWhatWasStartedIsKilledWithTheCommand(t *testing.T) {
	alive, never := pipe(t, "alive"), pipe(t, "never")
	runner := operator.New([]string{"PATH=" + os.Getenv("PATH"), "ALIVE=" + alive, "NEVER=" + never})
	defer runner.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan ended)
	go func() {
		said, err := runner.Run(ctx, operator.Command{Name: "expire", Shell: "echo begun; " + blocking, Timeout: ample}, event)
		done <- ended{said, err}
	}()
	child := firstLine(t, alive)
	cancel()
	result := <-done
	if result.said != "begun\n" || !errors.Is(result.err, context.Canceled) || !strings.Contains(result.err.Error(), "was killed, since the run ended") {
		t.Errorf("%q, %v", result.said, result.err)
	}
	waitForEnd(t, child) // else this never returns
}

func TestCommandIsKilledAtItsTimeout(t *testing.T) {
	command := operator.Command{Name: "remove", Words: []string{"sh", "-c", `read x <"$NEVER"`}, Timeout: time.Second}
	said, err := run(t, command, event, "NEVER="+pipe(t, "never"))
	if want := `the remove command "sh" was killed after 1s, its timeout; it printed nothing`; err == nil || err.Error() != want || said != "" {
		t.Errorf("%q, %v; want %q", said, err, want)
	}
}

// A host that the command starts is what it is for: it outlives the command, and
// holds its output open.
func TestWhatACommandLeavesBehindGoesOn(t *testing.T) {
	alive, never := pipe(t, "alive"), pipe(t, "never")
	runner := operator.New([]string{"PATH=" + os.Getenv("PATH"), "ALIVE=" + alive, "NEVER=" + never})
	defer runner.Close()
	left := `(exec 3>"$ALIVE"; echo there >&3; read x <"$NEVER"; echo more; echo "$x" >&3) & echo done`
	opened := make(chan *os.File)
	go func() { opened <- firstLine(t, alive) }()
	said, err := runner.Run(t.Context(), operator.Command{Name: "restart", Shell: left, Timeout: ample}, "")
	if err != nil || said != "done\n" {
		t.Errorf("%q, %v", said, err)
	}
	child := <-opened
	defer child.Close()
	release, err := os.OpenFile(never, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(release, "released\n"); err != nil {
		t.Fatal(err)
	}
	if err := release.Close(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(child); err != nil || string(rest) != "released\n" {
		t.Errorf("what was left behind says %q, %v", rest, err)
	}
}

// Reading what is left behind ends with the runner, not with the process.
func TestClosedRunnerReadsNoMore(t *testing.T) {
	alive, never := pipe(t, "alive"), pipe(t, "never")
	runner := operator.New([]string{"PATH=" + os.Getenv("PATH"), "ALIVE=" + alive, "NEVER=" + never})
	opened := make(chan *os.File)
	go func() { opened <- firstLine(t, alive) }()
	left := `(exec 3>"$ALIVE"; echo there >&3; read x <"$NEVER") & echo done`
	if said, err := runner.Run(t.Context(), operator.Command{Name: "restart", Shell: left, Timeout: ample}, ""); err != nil || said != "done\n" {
		t.Errorf("%q, %v", said, err)
	}
	child := <-opened
	runner.Close()
	runner.Close()
	release, err := os.OpenFile(never, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := release.Close(); err != nil {
		t.Fatal(err)
	}
	waitForEnd(t, child)
	if _, err := runner.Run(t.Context(), operator.Command{Name: "restart", Words: []string{"true"}, Timeout: ample}, ""); err != nil {
		t.Errorf("a command after that: %v", err)
	}
}
