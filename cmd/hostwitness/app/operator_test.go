package app

import (
	"os"
	"strings"
	"testing"
)

// The scenarios get the commands of the configuration, and nothing for what was
// not given.
func TestOperatorRunsTheConfiguredCommands(t *testing.T) {
	o, err := filledOptions(t, nil, `
commands:
  restart: {run: [sh, -c, 'echo "restart by $MINE ${OPENWOP_API_KEY-nobody} ${HOSTWITNESS_EVENT_ID-nothing}"']}
  remove: {run: [sh, -c, 'echo "remove $0 $HOSTWITNESS_EVENT_ID"; exit 7', 'x{eventId}']}
`, "--host", "https://h.example")
	if err != nil {
		t.Fatal(err)
	}
	environment := Environment{Variables: func() []string {
		return []string{"PATH=" + os.Getenv("PATH"), "MINE=me", "OPENWOP_API_KEY=secret"}
	}}
	operator, end := o.operator(environment)
	defer end()
	if said, err := operator.Restart(t.Context()); err != nil || said != "restart by me nobody nothing\n" {
		t.Errorf("restart: %q, %v", said, err)
	}
	const event = "evt_0123456789abcdef"
	said, err := operator.Remove(t.Context(), event)
	if err == nil || !strings.Contains(err.Error(), `the remove command "sh" ended with exit status 7; its last line: remove x`+event+" "+event) || said != "remove x"+event+" "+event+"\n" {
		t.Errorf("remove: %q, %v", said, err)
	}
	if operator.Expire != nil {
		t.Error("there is an expire command that nobody gave")
	}
	facts := subject{facts: o.facts, operator: operator}.allFacts()
	if !facts.Restart || facts.Expire || !facts.Remove {
		t.Errorf("facts %+v", facts)
	}
}

func TestNoCommandsAreNoOperator(t *testing.T) {
	operator, end := runOptions{}.operator(Environment{})
	end()
	if operator.Restart != nil || operator.Expire != nil || operator.Remove != nil {
		t.Error("there is an operator that nobody gave")
	}
}
