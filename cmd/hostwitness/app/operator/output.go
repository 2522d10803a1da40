package operator

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"
)

// mostOutput is how much of what a command prints is kept, in bytes.
const mostOutput = 64 << 10

// roomForCut is what the line takes that says how much is left out, at most.
const roomForCut = 64

// mostLine is how much of a line an error shows, in characters.
const mostLine = 200

// output keeps the end of what was printed.
type output struct {
	ended chan struct{} // closed when nobody can write any more

	mu   sync.Mutex
	kept []byte
	cut  int64 // bytes that were printed before what is kept
}

func newOutput() *output { return &output{ended: make(chan struct{})} }

// readAll takes everything there is to read, so that nobody who writes is held
// up, and keeps the end of it.
func (o *output) readAll(from io.Reader) {
	defer close(o.ended)
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		o.keep(piece[:n])
		if err != nil {
			return
		}
	}
}

func (o *output) keep(piece []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kept = append(o.kept, piece...)
	if over := len(o.kept) - mostOutput; over > 0 {
		o.cut += int64(over)
		o.kept = append(o.kept[:0], o.kept[over:]...)
	}
}

// wait returns once nobody can write any more, or after a while where a process
// that was left behind still can.
func (o *output) wait(atMost time.Duration) {
	timer := time.NewTimer(atMost)
	defer timer.Stop()
	select {
	case <-o.ended:
	case <-timer.C:
	}
}

// text is what was printed, as UTF-8 and at most mostOutput bytes.
func (o *output) text() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cut == 0 {
		return strings.ToValidUTF8(string(o.kept), "?")
	}
	kept := o.kept[roomForCut:]
	return fmt.Sprintf("[%d bytes before are left out]\n", o.cut+roomForCut) + strings.ToValidUTF8(string(kept), "?")
}

// lastLine is the last line that says something, for the end of an error.
func lastLine(said string) string {
	lines := bytes.Split(bytes.TrimSpace([]byte(said)), []byte("\n"))
	last := strings.TrimSpace(string(lines[len(lines)-1]))
	if last == "" {
		return "; it printed nothing"
	}
	return "; its last line: " + printable(last)
}

// printable leaves out what a terminal would act on, and cuts a long line.
func printable(line string) string {
	kept := []rune(strings.Map(func(char rune) rune {
		if unicode.IsPrint(char) {
			return char
		}
		return ' '
	}, line))
	if len(kept) > mostLine {
		return string(kept[:mostLine]) + "…"
	}
	return string(kept)
}
