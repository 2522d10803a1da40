package reports

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// ProgressOptions say what the caller found out about where progress goes, and how much there is to come.
type ProgressOptions struct {
	Terminal  bool // one line is written over and over; elsewhere plain lines
	Colour    bool // escapes for colours
	Width     int  // cells of the terminal's line; 0 means 80
	Scenarios int  // how many will be started; 0 means that is not known
}

// Progress tells of a run while it goes on. Its methods may be called from several goroutines at once; it starts none and reads
// no clock: offsets are from the start of the run. It is decoration: after a failed write it writes no more, and Err tells why.
type Progress struct {
	mu      sync.Mutex
	out     io.Writer
	options ProgressOptions
	palette palette
	running []running
	done    int
	seen    int
	painted time.Duration
	shown   bool // a line is on the terminal that the next text must wipe out
	closed  bool
	err     error
}

type running struct {
	scenario string
	since    time.Duration
}

// repaintEvery keeps a fast host from making a slow terminal the run's brake.
const repaintEvery = 100 * time.Millisecond

// NewProgress makes a Progress that writes to w. Close it when the run is over.
func NewProgress(w io.Writer, options ProgressOptions) *Progress {
	if options.Width <= 0 {
		options.Width = 80
	}
	return &Progress{out: w, options: options, palette: newPalette(options.Colour)}
}

// ScenarioStarted tells that a scenario begins at an offset.
func (p *Progress) ScenarioStarted(scenario string, at time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = append(p.running, running{scenario: scenario, since: at})
	if !p.options.Terminal {
		p.say(fmt.Sprintf("%9s  started   %s", seconds(at), clean(scenario, nameLimit)))
	}
	p.paint(at, true)
}

// ScenarioFinished tells that a scenario is over. What it came to is not known yet: nothing decides while traffic flows.
func (p *Progress) ScenarioFinished(scenario string, at time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	took := p.over(scenario, at)
	p.say(fmt.Sprintf("%9s  %s  %s in %s", seconds(at), p.palette.good.Sprint("finished"), clean(scenario, nameLimit), seconds(took)))
	p.paint(at, true)
}

// ScenarioStopped tells that a scenario is over because it could not go on, and why. ScenarioFinished is not called for it.
// The text is cleaned.
func (p *Progress) ScenarioStopped(scenario, why string, at time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	took := p.over(scenario, at)
	p.say(fmt.Sprintf("%9s  %s   %s after %s: it could not go on", seconds(at), p.palette.open.Sprint("stopped"), clean(scenario, nameLimit), seconds(took)))
	p.wrapped(strings.Repeat(" ", 21), clean(why, detailLimit))
	p.paint(at, true)
}

// over takes a scenario off those that run, and tells how long it did.
func (p *Progress) over(scenario string, at time.Duration) time.Duration {
	p.done++
	for i, one := range p.running {
		if one.scenario == scenario {
			p.running = slices.Delete(p.running, i, i+1)
			return at - one.since
		}
	}
	return 0
}

// EventSeen counts a sighting: an event of this run on one stream or in one inbox. One event that is on several streams is
// several sightings.
func (p *Progress) EventSeen(at time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen++
	p.paint(at, false)
}

// Tick repaints the terminal's line, so that the elapsed time goes on while nothing happens. Elsewhere it does nothing.
func (p *Progress) Tick(at time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paint(at, false)
}

// Say writes a text that stays, such as why the suite waits: cleaned, and on a terminal wrapped at its width.
func (p *Progress) Say(text string, at time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrapped(fmt.Sprintf("%9s  ", seconds(at)), clean(text, detailLimit))
	p.paint(at, true)
}

// Close wipes out the terminal's line and tells what was seen. Calls after it write nothing.
func (p *Progress) Close(at time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.say(fmt.Sprintf("%9s  %s, %s", seconds(at), plural(p.done, "scenario", "scenarios"), p.sightings()))
	p.closed = true
}

// Err is the write that failed, nil when none did.
func (p *Progress) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

func (p *Progress) sightings() string { return plural(p.seen, "sighting", "sightings") }

// wrapped writes a text behind a lead. Its later lines stand under the text.
func (p *Progress) wrapped(lead, text string) {
	width := 0
	if p.options.Terminal {
		width = max(minText, p.options.Width-cells(lead))
	}
	for _, line := range wrap(text, width) {
		p.say(lead + line)
		lead = strings.Repeat(" ", cells(lead))
	}
}

// say writes a line that stays. The terminal's line goes first and is painted again by the caller.
func (p *Progress) say(text string) {
	if p.shown {
		text = wipe + text
		p.shown = false
	}
	p.write(text + "\n")
}

// wipe goes to the beginning of the line and empties it.
const wipe = "\r\x1b[K"

func (p *Progress) paint(at time.Duration, now bool) {
	if !p.options.Terminal || !now && at-p.painted < repaintEvery {
		return
	}
	p.painted = at
	p.shown = true
	p.write(wipe + clean(p.status(at), p.options.Width-2))
}

func (p *Progress) status(at time.Duration) string {
	names := make([]string, 0, len(p.running))
	for _, one := range p.running {
		names = append(names, one.scenario)
	}
	done := fmt.Sprintf("%d of %d", p.done, p.options.Scenarios)
	if p.options.Scenarios == 0 {
		done = fmt.Sprintf("%d done", p.done)
	}
	return fmt.Sprintf("%9s  %s  %s  %s", seconds(at), done, p.sightings(), strings.Join(names, ", "))
}

func (p *Progress) write(text string) {
	if p.err != nil || p.closed {
		return
	}
	if _, err := io.WriteString(p.out, text); err != nil {
		p.err = fmt.Errorf("write progress: %w", err)
	}
}
