package app

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"hostwitness/judges"
	"hostwitness/schemas"
)

// matrix is what selftest prints: a row for each double, a column for each leg.
type matrix struct {
	legs   []schemas.Leg
	trials []trial
	missed int
}

func newMatrix(legs []schemas.Leg, trials []trial) matrix {
	m := matrix{legs: legs, trials: trials}
	for _, trial := range trials {
		if len(trial.misses) > 0 {
			m.missed++
		}
	}
	return m
}

func (m matrix) print(out io.Writer) error {
	for k, leg := range m.legs {
		fmt.Fprintf(out, "%2d  %s\n", k+1, leg.ID)
	}
	fmt.Fprint(out, "\n.  passes   X  convicts   -  does not bind   ?  cannot be measured   s  left out\n\n")
	table := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(table, "kind\tid\tseconds\t%s\tconvicted for\n", m.numbers())
	for _, trial := range m.trials {
		fmt.Fprintf(table, "%s\t%s\t%.1f\t%s\t%s\n", trial.kind, trial.double.ID, trial.took.Seconds(), trial.cells(), trial.convictions())
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("print the matrix: %w", err)
	}
	for _, trial := range m.trials {
		for _, miss := range trial.misses {
			fmt.Fprintf(out, "MISS  %s %s  %s\n", trial.kind, trial.double.ID, miss)
		}
	}
	_, err := fmt.Fprintln(out, "\n"+m.summary())
	return err
}

func (m matrix) numbers() string {
	numbers := make([]string, len(m.legs))
	for k := range m.legs {
		numbers[k] = fmt.Sprintf("%2d", k+1)
	}
	return strings.Join(numbers, " ")
}

// cells shows the results of a trial, one cell a leg.
func (t trial) cells() string {
	signs := map[judges.Result]string{
		judges.Pass: " .", judges.Fail: " X", judges.Inapplicable: " -", judges.Blocked: " ?", judges.Skipped: " s",
	}
	cells := make([]string, len(t.outcomes))
	for k, seen := range t.outcomes {
		cells[k] = signs[seen.result]
	}
	return strings.Join(cells, " ")
}

func (t trial) convictions() string {
	var convictions []string
	for _, seen := range t.outcomes {
		if seen.result == judges.Fail {
			convictions = append(convictions, seen.leg+" "+strings.Join(seen.rules, ","))
		}
	}
	return strings.Join(convictions, "; ")
}

func (m matrix) summary() string {
	total := make(map[string]int)
	right := make(map[string]int)
	var slowest time.Duration
	for _, trial := range m.trials {
		total[trial.kind]++
		if len(trial.misses) == 0 {
			right[trial.kind]++
		}
		slowest = max(slowest, trial.took)
	}
	return fmt.Sprintf("reference %d of %d clean; sabotages %d of %d and mislabelled vectors %d of %d convicted for their own rules and by no other leg; variants %d of %d clean; slowest run %v",
		right["reference"], total["reference"], right["sabotage"], total["sabotage"], right["mislabel"], total["mislabel"],
		right["variant"], total["variant"], slowest.Round(time.Millisecond))
}
