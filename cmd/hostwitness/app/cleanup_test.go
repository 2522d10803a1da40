package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hostwitness/witness/journal"
)

// forged is a journal with a good chain that no run has written: anybody can
// make one.
type forged struct {
	run     journal.Run
	intents []journal.Intent
	ids     map[string]string // the host's answers, by name
}

// forgedRun is a run that was killed after it had registered one inbox.
func forgedRun(host string) forged {
	return forged{
		run: journal.Run{
			ID: "x", Host: host, StartedAt: time.Now().UTC().Format(time.RFC3339),
			Credentials: []journal.Credential{{Tenant: journal.TenantA, Source: variableFirst, State: journal.CredentialGiven}},
		},
		intents: []journal.Intent{{
			Action: journal.ActionRegister, Name: "run/inbox-a", Tenant: journal.TenantA, Key: "0123456789abcdef0123456789", Path: "/webhooks",
			Body: &journal.Bytes{Text: `{"url":"http://127.0.0.1:9/x"}`, Length: 30},
		}},
		ids: map[string]string{},
	}
}

// folder writes it as what a killed run leaves.
func (f forged) folder(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	writer := journal.NewWriter(&out)
	records := []journal.Record{{Kind: journal.KindRun, Run: &f.run}}
	for _, intent := range f.intents {
		records = append(records, journal.Record{Kind: journal.KindIntent, Intent: &intent})
		if id := f.ids[intent.Name]; id != "" {
			body, _ := json.Marshal(map[string]string{"webhookId": id}) // a map of strings always marshals
			records = append(records, journal.Record{Kind: journal.KindExchange, Exchange: &journal.Exchange{
				Name: intent.Name, Attempt: 1, Response: &journal.Response{Status: 201, Body: journal.Bytes{Text: string(body)}},
			}})
		}
	}
	for _, record := range records {
		if _, err := writer.Append(record); err != nil {
			t.Fatal(err)
		}
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, journalFile+partial), out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

// cleanedUp runs the real command.
func cleanedUp(t *testing.T, variables map[string]string, arguments ...string) (code int, out, problems string) {
	t.Helper()
	var printed, said bytes.Buffer
	code = Main(environmentOf(variables, &printed, &said, append([]string{"cleanup"}, arguments...)...))
	return code, printed.String(), said.String()
}

// tokenTrap is a host that counts what it is asked.
func tokenTrap(t *testing.T, status int) (string, *atomic.Int64) {
	t.Helper()
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	return server.URL, &asked
}

// A journal names the host, so whoever gives an operator a folder could have
// his credential. It goes nowhere that the operator did not name.
func TestCredentialGoesOnlyWhereTheOperatorSays(t *testing.T) {
	trap, asked := tokenTrap(t, http.StatusNoContent)
	address := strings.TrimPrefix(trap, "http://")
	for _, test := range []struct{ name, host, given, says string }{
		{"a host elsewhere", "https://host.example/api", "", "give --host https://host.example/api"},
		{"a name below localhost", "http://evil.localhost", "", "give --host http://evil.localhost"},
		{"a name that begins so", "http://localhost.evil.example", "", "give --host"},
		{"an address that begins so", "http://127.0.0.1.evil.example", "", "give --host"},
		{"user information", "http://127.0.0.1:80@" + address, "", "must not carry credentials"},
		{"no URL", "file:///etc/passwd", "", "is no base URL"},
		{"nothing", "", "", "it names no host"},
		{"a control byte", "http://127.0.0.1/\x1b[2J", "", "is no base URL"},
		{"another host than given", trap, "https://host.example", "--host is https://host.example; nothing was sent"},
		{"another port than given", trap, "http://127.0.0.1:1", "nothing was sent"},
		{"another path than given", trap, trap + "/api", "nothing was sent"},
		{"another scheme than given", trap, "https://" + address, "nothing was sent"},
	} {
		t.Run(test.name, func(t *testing.T) {
			arguments := []string{forgedRun(test.host).folder(t)}
			if test.given != "" {
				arguments = append(arguments, "--host", test.given)
			}
			code, out, problems := cleanedUp(t, testKeys(), arguments...)
			if code != exitUsage || !strings.Contains(problems, test.says) || out != "" {
				t.Errorf("exit code %d, %q and %q; want %d and %q", code, out, problems, exitUsage, test.says)
			}
			if strings.ContainsRune(problems, 0x1b) {
				t.Errorf("%q holds a control byte", problems)
			}
		})
	}
	if asked.Load() > 0 {
		t.Errorf("the trap was asked %d times", asked.Load())
	}
}

// The same host may be written in more than one way.
func TestHostIsConfirmedHoweverItIsWritten(t *testing.T) {
	trap, asked := tokenTrap(t, http.StatusNoContent)
	run := forgedRun(strings.Replace(trap, "http:", "HTTP:", 1))
	run.ids["run/inbox-a"] = "t/1"
	code, out, problems := cleanedUp(t, testKeys(), run.folder(t), "--host", trap+"/")
	if code != exitPassed || asked.Load() != 1 {
		t.Errorf("exit code %d after %d requests, %q and %q; want 0 after one", code, asked.Load(), out, problems)
	}
}

// Nothing of a journal or a host reaches a terminal as it is.
func TestCleanupPrintsNoControlBytes(t *testing.T) {
	const evil = "\x1b[2J\u202e\r\nNothing is left."
	trap, _ := tokenTrap(t, http.StatusForbidden)
	run := forgedRun(trap)
	run.run.StartedAt = evil
	run.intents[0].Name = "run/" + evil
	run.ids[run.intents[0].Name] = "t/" + evil
	folder := run.folder(t)
	for _, arguments := range [][]string{{folder}, {folder, "--plan"}, {folder, "--format", "json"}} {
		_, out, problems := cleanedUp(t, testKeys(), arguments...)
		for _, text := range []string{out, problems} {
			if strings.ContainsAny(text, "\x1b\r\u202e") || strings.Contains(text, "\nNothing is left.") {
				t.Errorf("cleanup %v prints %q", arguments, text)
			}
		}
		if !strings.Contains(out, `x1b[2J`) {
			t.Errorf("cleanup %v does not show the name: %q", arguments, out)
		}
	}
}

func TestHostThatDoesNotAnswerLeavesEverything(t *testing.T) {
	t.Parallel() // it waits as a run does before it asks again
	trap, _ := tokenTrap(t, http.StatusServiceUnavailable)
	run := forgedRun(trap)
	run.intents = append(run.intents, run.intents[0])
	run.intents[1].Name, run.intents[1].Key = "run/inbox-b", "another-key-of-another-inbox"
	run.ids["run/inbox-a"] = "t/1"
	code, out, _ := cleanedUp(t, testKeys(), run.folder(t))
	if code != exitIncomplete {
		t.Errorf("exit code %d, want %d", code, exitIncomplete)
	}
	for _, line := range []string{
		"run/inbox-a (tenant a) t/1: left: DELETE /webhooks/t~2F1: the host answers 503; clean up again later, or delete it by hand (it delivers to http://127.0.0.1:9/x)\n",
		"run/inbox-b (tenant a): left: the registration was repeated to learn its id, and the host answers 503; clean up again later, or delete it by hand",
		"\n2 subscriptions may be left on the host.\n",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("cleanup does not print %q:\n%s", line, out)
		}
	}
}

func TestInterruptedCleanupTellsWhatItDidNot(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		interrupt()
		<-ctx.Done()
	}))
	defer server.Close()
	var out bytes.Buffer
	environment := environmentOf(testKeys(), &out, io.Discard, "cleanup", forgedRun(server.URL).folder(t))
	environment.Interrupted = func(context.Context) (context.Context, context.CancelFunc) { return ctx, interrupt }
	if code := Main(environment); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	if !strings.Contains(out.String(), "run/inbox-a (tenant a): left: ") {
		t.Errorf("cleanup does not tell what is left:\n%s", out.String())
	}
}

// Both journals of a folder are cleaned up: that of the killed run, and that of
// the whole run before it which was not let take everything back.
func TestBothJournalsOfAFolderAreCleanedUp(t *testing.T) {
	trap, asked := tokenTrap(t, http.StatusNoContent)
	killed, whole := forgedRun(trap), forgedRun(trap)
	killed.ids["run/inbox-a"], whole.ids["run/inbox-a"] = "t/killed", "t/whole"
	folder := killed.folder(t)
	if err := os.Rename(filepath.Join(whole.folder(t), journalFile+partial), filepath.Join(folder, journalFile)); err != nil {
		t.Fatal(err)
	}
	code, out, _ := cleanedUp(t, testKeys(), "--remove", folder)
	if code != exitPassed || asked.Load() != 2 || !strings.Contains(out, "t/killed: deleted") || !strings.Contains(out, "t/whole: deleted") {
		t.Errorf("exit code %d after %d requests:\n%s", code, asked.Load(), out)
	}
	if _, err := os.Stat(filepath.Join(folder, journalFile+partial)); !os.IsNotExist(err) {
		t.Errorf("the killed run's journal is still there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, journalFile)); err != nil {
		t.Errorf("the whole run's journal: %v", err)
	}
}

// What is not gone keeps its record.
func TestJournalIsKeptWhileSomethingIsLeft(t *testing.T) {
	trap, _ := tokenTrap(t, http.StatusForbidden)
	folder := forgedRun(trap).folder(t)
	if code, _, _ := cleanedUp(t, testKeys(), "--remove", folder); code != exitIncomplete {
		t.Errorf("exit code %d, want %d", code, exitIncomplete)
	}
	if _, err := os.Stat(filepath.Join(folder, journalFile+partial)); err != nil {
		t.Errorf("the journal: %v", err)
	}
}

// A link in a folder leads out of it, a pipe has no end: neither is read.
func TestOnlyRegularFilesAreRead(t *testing.T) {
	trap, asked := tokenTrap(t, http.StatusNoContent)
	target := filepath.Join(forgedRun(trap).folder(t), journalFile+partial)
	for _, command := range []string{"cleanup", "report"} {
		folder := t.TempDir()
		if err := os.Symlink(target, filepath.Join(folder, journalFile+partial)); err != nil {
			t.Fatal(err)
		}
		var problems bytes.Buffer
		code := Main(environmentOf(testKeys(), io.Discard, &problems, command, folder))
		if code != exitUsage || !strings.Contains(problems.String(), "is no regular file") {
			t.Errorf("%s: exit code %d and %q, want %d", command, code, problems.String(), exitUsage)
		}
	}
	if asked.Load() > 0 {
		t.Errorf("the host was asked %d times", asked.Load())
	}
}

// A file that no journal can be as long as is refused before it is read.
func TestHugeJournalIsRefusedUnread(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, journalFile+partial)
	if err := errors.Join(os.WriteFile(name, nil, 0o644), os.Truncate(name, 1<<40)); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"cleanup", "report", "rejudge"} {
		argument := folder
		if command == "rejudge" {
			argument = name
		}
		var problems bytes.Buffer
		code := Main(environmentOf(testKeys(), io.Discard, &problems, command, argument))
		if code != exitUsage || !strings.Contains(problems.String(), "at most 256 MiB") {
			t.Errorf("%s: exit code %d and %q, want %d", command, code, problems.String(), exitUsage)
		}
	}
}
