package app

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hostwitness/fixtures/host"
	"hostwitness/judges"
	"hostwitness/reports"
)

// background is a command that runs until it is stopped.
type background struct {
	lines *bufio.Reader
	stop  func() int // stops it and gives its exit code
}

// inBackground runs the real command with its own environment; it is stopped
// as an operator stops it.
func inBackground(t *testing.T, variables map[string]string, arguments ...string) background {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan int, 1)
	environment := environmentOf(variables, in, io.Discard, arguments...)
	environment.Interrupted = func(context.Context) (context.Context, context.CancelFunc) { return ctx, cancel }
	go func() {
		ended <- Main(environment)
		_ = in.Close()
	}()
	stopped := false
	stop := func() int {
		stopped = true
		cancel()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		return <-ended
	}
	t.Cleanup(func() {
		if !stopped {
			stop()
		}
	})
	return background{lines: bufio.NewReader(out), stop: stop}
}

func environmentOf(variables map[string]string, out, err io.Writer, arguments ...string) Environment {
	return Environment{
		Arguments: arguments,
		Lookup:    func(name string) (string, bool) { value, set := variables[name]; return value, set },
		Out:       out,
		Err:       err,
		Now:       time.Now,
		Program:   program,
		Interrupted: func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithCancel(ctx)
		},
	}
}

// serve runs `hostwitness host` and gives the URL of its first line.
func serve(t *testing.T, arguments ...string) (background, string) {
	t.Helper()
	serving := inBackground(t, nil, append([]string{"host"}, arguments...)...)
	line, err := serving.lines.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var first struct {
		URL string `json:"url"`
	}
	if err := json.Unmarshal(line, &first); err != nil || !strings.HasPrefix(first.URL, "http://127.0.0.1:") {
		t.Fatalf("first line is %q, want {\"url\":\"http://127.0.0.1:…\"}", line)
	}
	return serving, first.URL
}

func testKeys() map[string]string {
	return map[string]string{variableFirst: host.TestKeyA, variableSecond: host.TestKeyB, "CI": "true"}
}

func TestSabotagedHostIsConvictedByARunAgainstIt(t *testing.T) {
	serving, url := serve(t, "--sabotage", "resume-inclusive")
	folder := filepath.Join(t.TempDir(), "evidence")
	var out, errors bytes.Buffer
	code := Main(environmentOf(testKeys(), &out, &errors, "run", "--host", url, "--out", folder, "--only", "0250.*"))
	if code != exitFailed {
		t.Errorf("exit code %d, want %d; %s", code, exitFailed, errors.String())
	}
	content, err := os.Open(filepath.Join(folder, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	report, err := reports.ReadJSON(content)
	if err != nil {
		t.Fatal(err)
	}
	for _, leg := range report.Legs {
		if (leg.Result == judges.Fail) != (leg.ID == "0250.resume-backlog") {
			t.Errorf("%s is %s", leg.ID, leg.Result)
		}
	}
	for _, part := range []string{"0250.resume-backlog", "cursor-excluded", "--only 0250.resume-backlog"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the console does not tell %q", part)
		}
	}
	if code := serving.stop(); code != exitPassed {
		t.Errorf("the host ended with exit code %d", code)
	}
}

func TestHostKeepsItsLogInAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "events.db")
	serving, url := serve(t, "--store", "bbolt:"+file)
	var out bytes.Buffer
	code := Main(environmentOf(testKeys(), &out, io.Discard, "run", "--host", url, "--out", t.TempDir(), "--quiet"))
	if code != exitPassed {
		t.Errorf("exit code %d, want 0: %s", code, out.String())
	}
	serving.stop()
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		t.Errorf("the log's file is not there: %v", err)
	}
}

func TestTailFollowsAHost(t *testing.T) {
	_, url := serve(t)
	following := inBackground(t, testKeys(), "tail", "--host", url)
	lines := make(chan string)
	go func() {
		defer close(lines)
		for {
			line, err := following.lines.ReadString('\n')
			if err != nil {
				return
			}
			lines <- line
		}
	}()
	deadline := time.NewTimer(10 * time.Second)
	defer deadline.Stop()
	for {
		id := causeDurable(t, url) // again and again: a consumer subscribes when it does
		next := time.NewTimer(200 * time.Millisecond)
		select {
		case line := <-lines:
			if !strings.Contains(line, `"event":"host-test.durable-triggered"`) || !strings.Contains(line, `"id":"evt_`) {
				t.Errorf("tail printed %q", line)
			}
			go func() {
				for range lines {
				}
			}()
			if code := following.stop(); code != exitPassed {
				t.Errorf("tail ended with exit code %d, want 0", code)
			}
			return
		case <-next.C:
		case <-deadline.C:
			t.Fatalf("no event was seen within 10 s of following; last caused %s", id)
		}
	}
}

func TestTailStopsAtARefusal(t *testing.T) {
	_, url := serve(t)
	var errors bytes.Buffer
	code := Main(environmentOf(testKeys(), io.Discard, &errors, "tail", "--host", url, "--strict", "--after", "evt_00000000000000000000"))
	if code != exitIncomplete || !strings.Contains(errors.String(), "409") {
		t.Errorf("exit code %d and %q, want %d and the refusal told", code, errors.String(), exitIncomplete)
	}
}

func causeDurable(t *testing.T, url string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/host/events/test", strings.NewReader(`{"delivery":"durable"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+host.TestKeyA)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var body struct {
		EventID string `json:"eventId"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&body); err != nil || answer.StatusCode != http.StatusAccepted {
		t.Fatalf("the trigger answered %s (%v)", answer.Status, err)
	}
	return body.EventID
}
