package operator

import (
	"errors"
	"fmt"
	"strings"
)

// Split splits a line into words as a shell does: at blanks, with quotes and
// backslashes. What a shell would act on beyond that is refused, since no shell
// reads the words.
func Split(line string) ([]string, error) {
	if strings.ContainsRune(line, 0) {
		return nil, errors.New("a NUL stands in it, which no word can hold")
	}
	s := splitter{left: []rune(line)}
	for len(s.left) > 0 {
		if err := s.take(); err != nil {
			return nil, err
		}
	}
	s.end()
	if len(s.words) == 0 {
		return nil, errors.New("there is no word in it")
	}
	return s.words, nil
}

type splitter struct {
	left  []rune
	words []string
	word  strings.Builder
	begun bool // a word, which may be an empty one in quotes
}

func (s *splitter) end() {
	if s.begun {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.begun = false
}

func (s *splitter) next() (rune, bool) {
	if len(s.left) == 0 {
		return 0, false
	}
	char := s.left[0]
	s.left = s.left[1:]
	return char, true
}

func (s *splitter) put(char rune) {
	s.begun = true
	s.word.WriteRune(char)
}

func (s *splitter) take() error {
	char, _ := s.next()
	switch {
	case strings.ContainsRune(" \t\r\n", char):
		s.end()
	case char == '\'' || char == '"':
		return s.quoted(char)
	case char == '\\':
		return s.escaped()
	case strings.ContainsRune("|&;<>()$`*?[", char) || (!s.begun && (char == '~' || char == '#')):
		return acted(char)
	default:
		s.put(char)
	}
	return nil
}

// acted says that a shell would do something with a character.
func acted(char rune) error {
	return fmt.Errorf("no shell reads it, and %q means something to a shell only; quote it where it is meant as it stands", char)
}

var errOpenQuote = errors.New("a quote is not closed")

// quoted takes what stands in quotes.
func (s *splitter) quoted(quote rune) error {
	s.begun = true
	for {
		char, there := s.next()
		switch {
		case !there:
			return errOpenQuote
		case char == quote:
			return nil
		case quote == '\'':
			s.put(char)
		case char == '$' || char == '`':
			return acted(char)
		case char == '\\':
			if err := s.escapedInQuotes(); err != nil {
				return err
			}
		default:
			s.put(char)
		}
	}
}

func (s *splitter) escaped() error {
	char, there := s.next()
	if !there {
		return errors.New("nothing stands behind the last backslash")
	}
	s.put(char)
	return nil
}

// escapedInQuotes takes a backslash in double quotes, where it means itself
// except before a few characters.
func (s *splitter) escapedInQuotes() error {
	char, there := s.next()
	if !there {
		return errOpenQuote
	}
	if !strings.ContainsRune("\"\\$`", char) {
		s.put('\\')
	}
	s.put(char)
	return nil
}
