package operator

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Placeholder stands in a word of a command for the id of the event that the
// command is about.
const Placeholder = "{eventId}"

// EventVariable is the environment variable that has the id of the event, for
// every command that is about one.
const EventVariable = "HOSTWITNESS_EVENT_ID"

// Command is something that an operator has given to be run: words, which no
// shell reads, or a text for the shell.
type Command struct {
	Name    string        // what it does, for messages: "restart"
	Words   []string      // the program and its arguments; none where Shell is given
	Shell   string        // a text for the system's shell
	Timeout time.Duration // after which it is killed, with everything it started
}

// DefaultTimeout is how long a command may take that was given no time.
const DefaultTimeout = time.Minute

// IsZero says that there is no command.
func (c Command) IsZero() bool { return len(c.Words) == 0 && c.Shell == "" }

// String is the command as a person reads it, each word quoted where it would
// not stand for itself in a shell.
func (c Command) String() string {
	if c.Shell != "" {
		return "sh -c " + quoted(c.Shell)
	}
	words := make([]string, len(c.Words))
	for k, word := range c.Words {
		words[k] = quoted(word)
	}
	return strings.Join(words, " ")
}

func quoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+={},"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// called is how messages name the command. A text for the shell is not shown:
// it may set what is nobody's business.
func (c Command) called() string {
	if c.Shell != "" {
		return "the " + c.Name + " command (a text for the shell)"
	}
	return fmt.Sprintf("the %s command %.80q", c.Name, c.Words[0])
}

// errOption is told of an event id that a command would take for an option.
var errOption = errors.New("the id of the event begins with a hyphen, and as a word of its own it would be an option; write --id=" + Placeholder + " or what else the program takes")

// about gives the words for one event. The id is the host's word: it is put
// into words only, never into a text that a shell reads.
func (c Command) about(eventID string) ([]string, error) {
	words := make([]string, len(c.Words))
	for k, word := range c.Words {
		if k > 0 && strings.HasPrefix(word, Placeholder) && strings.HasPrefix(eventID, "-") {
			return nil, errOption
		}
		words[k] = strings.ReplaceAll(word, Placeholder, eventID)
	}
	return words, nil
}
