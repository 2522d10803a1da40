package app

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"hostwitness/reports"
	"hostwitness/scenarios"
	"hostwitness/witness/journal"
)

// screen is what the operator sees: progress while the run goes on, then the
// result in the format that was asked for.
type screen struct {
	environment Environment
	options     runOptions
	mutex       sync.Mutex
	live        *reports.Progress // nil: nobody watches
	last        journal.Offset    // of the last step told
}

func newScreen(environment Environment, options runOptions) *screen {
	s := &screen{environment: environment, options: options}
	if !options.quiet && options.format == "text" {
		s.live = reports.NewProgress(environment.Err, reports.ProgressOptions{
			Terminal: environment.colour(), Colour: environment.colour(), Width: environment.Width,
		})
	}
	return s
}

// progress is called by the scenarios, from several goroutines.
func (s *screen) progress(step scenarios.Progress) {
	if s.live == nil {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch step.Step {
	case scenarios.StepStarted:
		s.live.ScenarioStarted(step.Scenario, step.At)
	case scenarios.StepFinished:
		s.live.ScenarioFinished(step.Scenario, step.At)
	case scenarios.StepStopped:
		s.live.ScenarioStopped(step.Scenario, step.Detail, step.At)
	case scenarios.StepSeen:
		s.live.EventSeen(step.At)
	case scenarios.StepDiscovered:
		s.live.Say("discovered "+step.Detail, step.At)
	}
	s.live.Tick(step.At)
	s.last = step.At
}

// printer prints a report in one format.
type printer func(io.Writer, reports.View, reports.ConsoleOptions) error

// printers are the formats of --format.
func printers() map[string]printer {
	return map[string]printer{
		"text": reports.WriteConsole,
		"json": func(w io.Writer, view reports.View, _ reports.ConsoleOptions) error {
			return reports.WriteJSON(w, view.Report)
		},
		"junit": func(w io.Writer, view reports.View, _ reports.ConsoleOptions) error {
			return reports.WriteJUnit(w, view)
		},
		"markdown": func(w io.Writer, view reports.View, _ reports.ConsoleOptions) error {
			return reports.WriteMarkdown(w, view)
		},
	}
}

// show prints the result.
func (s *screen) show(view reports.View) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.live != nil {
		s.live.Close(s.last)
	}
	options := reports.ConsoleOptions{Colour: s.environment.colour(), Width: s.environment.Width, Quiet: s.options.quiet}
	if err := printers()[s.options.format](s.environment.Out, view, options); err != nil {
		return fmt.Errorf("print the report: %w", err)
	}
	return nil
}

// say prints a line for the operator beside the result, unless he wants less,
// and warnings always.
func (s *screen) say(line string, warnings []string) {
	if !s.options.quiet {
		fmt.Fprintln(s.environment.Err, line)
	}
	for _, warning := range warnings {
		fmt.Fprintln(s.environment.Err, warning)
	}
}

// viewOf joins a report with what makes its renderings tell more.
func viewOf(report reports.Report, records []journal.Record, run prepared) reports.View {
	return reports.View{
		Report: report, Records: records, Legs: run.catalogue.Legs(), Again: run.again(),
		Required: slices.Sorted(maps.Keys(run.required)),
	}
}
