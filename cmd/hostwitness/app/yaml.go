package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// yamlDocument is one YAML document as plain JSON values, with the place in
// the file of every value in it.
type yamlDocument struct {
	name   string
	value  any // of map[string]any, []any, string, json.Number, bool and nil
	places map[string]place
}

// place is a line and a column, both from 1.
type place struct{ line, column int }

func (p place) String() string { return fmt.Sprintf("%d:%d", p.line, p.column) }

func comparePlaces(a, b place) int {
	return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
}

const (
	// yamlDepth is how deep values may lie in each other.
	yamlDepth = 32
	// yamlValues is how many values there may be, which bounds the work on those
	// that are wrong.
	yamlValues = 5000
)

// readYAMLFile reads a regular file up to a bound in bytes: a pipe that nobody
// writes to would hold a run up before it began. What names what the file is.
func readYAMLFile(name string, most int, what string) ([]byte, error) {
	in, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, fmt.Errorf("%s:%s: the file is longer than %d KiB, which no %s needs", name, placeIn(text, most), most>>10, what)
	}
	return text, nil
}

// parseYAML reads the plain part of YAML that JSON could say as well: UTF-8,
// one document, no alias, no merged key, no tag of its own, no key twice. A
// date that is not quoted is the text that was written. The error names file,
// line and column; it is errNothing where there is no document.
func parseYAML(name string, text []byte) (yamlDocument, error) {
	root, err := decodeYAML(name, text)
	if err != nil {
		return yamlDocument{name: name}, err
	}
	return readYAML(name, root)
}

// errNothing is what is said of a file without a document.
var errNothing = errors.New("the file is empty")

// decodeYAML gives the one document of a text, with its places.
func decodeYAML(name string, text []byte) (*yaml.Node, error) {
	if at := notPlain(text); at >= 0 {
		return nil, fmt.Errorf("%s:%s: here is a byte that no text in UTF-8 has; save the file as UTF-8, without control characters", name, placeIn(text, at))
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var root, next yaml.Node
	if err := decoder.Decode(&root); err != nil {
		return nil, brokenYAML(name, text, err)
	}
	switch err := decoder.Decode(&next); {
	case err == nil:
		return nil, fmt.Errorf("%s:%d:1: a second YAML document begins; write one", name, next.Line)
	case !errors.Is(err, io.EOF):
		return nil, brokenYAML(name, text, err)
	}
	return root.Content[0], nil
}

// readYAML gives the values of a document.
func readYAML(name string, root *yaml.Node) (yamlDocument, error) {
	document := yamlDocument{name: name, places: map[string]place{}}
	value, err := document.read(root, "", 0)
	document.value = value
	return document, err
}

// notPlain gives the offset of the first byte that is no UTF-8 or a control
// character that YAML has no place for, -1 where there is none.
func notPlain(text []byte) int {
	for at := 0; at < len(text); {
		char, size := utf8.DecodeRune(text[at:])
		if char == utf8.RuneError && size == 1 || char < ' ' && char != '\t' && char != '\n' && char != '\r' || char == 0x7f {
			return at
		}
		at += size
	}
	return -1
}

// placeIn is the place of an offset in a text.
func placeIn(text []byte, offset int) place {
	before := text[:offset]
	begun := bytes.LastIndexByte(before, '\n') + 1
	return place{bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[begun:]) + 1}
}

// brokenYAML says what the library says of text that is no YAML. It names no
// anchor, which is a word of the file.
func brokenYAML(name string, text []byte, err error) error {
	if errors.Is(err, io.EOF) {
		return errNothing
	}
	said := strings.TrimPrefix(err.Error(), "yaml: ")
	if anchor, found := between(said, "unknown anchor '", "' referenced"); found {
		at := max(bytes.Index(text, []byte("*"+anchor)), 0)
		return fmt.Errorf("%s:%s: an alias (*) stands here for an anchor that is nowhere; write every value where it is meant", name, placeIn(text, at))
	}
	line := 1
	if number, rest, found := strings.Cut(strings.TrimPrefix(said, "line "), ": "); found {
		if read, err := strconv.Atoi(number); err == nil {
			line, said = read, rest
		}
	}
	return fmt.Errorf("%s:%d:1: this is no YAML: %s", name, line, said)
}

func between(text, before, after string) (string, bool) {
	rest, begins := strings.CutPrefix(text, before)
	inner, ends := strings.CutSuffix(rest, after)
	return inner, begins && ends
}

// read gives the value of a node and notes its place.
func (d *yamlDocument) read(node *yaml.Node, path string, depth int) (any, error) {
	d.places[path] = place{node.Line, node.Column}
	switch {
	case len(d.places) > yamlValues:
		return nil, d.refuse(node, "here are more than %d values; nothing here needs so many", yamlValues)
	case depth > yamlDepth:
		return nil, d.refuse(node, "values lie deeper in each other than %d; nothing here is so deep", yamlDepth)
	case node.Anchor != "" || node.Kind == yaml.AliasNode:
		return nil, d.refuse(node, "an anchor (&) or alias (*) stands here; write every value where it is meant")
	}
	switch node.ShortTag() {
	case "!!map":
		return d.readMapping(node, path, depth)
	case "!!seq":
		return d.readSequence(node, path, depth)
	default:
		return d.readScalar(node)
	}
}

func (d *yamlDocument) readMapping(node *yaml.Node, path string, depth int) (any, error) {
	object := make(map[string]any, len(node.Content)/2)
	for at := 0; at+1 < len(node.Content); at += 2 {
		key := node.Content[at]
		if key.Kind != yaml.ScalarNode || key.ShortTag() != "!!str" || key.Anchor != "" {
			return nil, d.refuse(key, "a key must be a plain word")
		}
		if _, twice := object[key.Value]; twice {
			return nil, d.refuse(key, "the key %.60q stands here a second time; write it once", key.Value)
		}
		below := path + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key.Value)
		value, err := d.read(node.Content[at+1], below, depth+1)
		if err != nil {
			return nil, err
		}
		d.places[below] = place{key.Line, key.Column}
		object[key.Value] = value
	}
	return object, nil
}

func (d *yamlDocument) readSequence(node *yaml.Node, path string, depth int) (any, error) {
	array := make([]any, 0, len(node.Content))
	for at, entry := range node.Content {
		value, err := d.read(entry, path+"/"+strconv.Itoa(at), depth+1)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	return array, nil
}

func (d *yamlDocument) readScalar(node *yaml.Node) (any, error) {
	if node.Kind != yaml.ScalarNode {
		return nil, d.refuse(node, "the tag %.60q is not known here; leave it out", node.Tag)
	}
	switch node.ShortTag() {
	case "!!str", "!!timestamp":
		return node.Value, nil
	case "!!null":
		return nil, nil
	case "!!bool", "!!int", "!!float":
		return d.readPlain(node)
	default:
		return nil, d.refuse(node, "the tag %.60q is not known here; leave it out", node.Tag)
	}
}

// readPlain reads what is not text. JSON has no number for some that YAML has.
func (d *yamlDocument) readPlain(node *yaml.Node) (any, error) {
	var value any
	if err := node.Decode(&value); err != nil {
		return nil, d.refuse(node, "%.60q cannot be read; write it in quotes where it is a text", node.Value)
	}
	if truth, ok := value.(bool); ok {
		return truth, nil
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return nil, d.refuse(node, "%.60q is no number; write it in quotes where it is a text", node.Value)
	}
	return json.Number(encoded), nil
}

func (d *yamlDocument) refuse(node *yaml.Node, format string, arguments ...any) error {
	return fmt.Errorf("%s:%s: %s", d.name, place{node.Line, node.Column}, fmt.Sprintf(format, arguments...))
}

// placeOf gives the place of a value, or of what it is missing from.
func (d yamlDocument) placeOf(path string) place {
	for {
		if at, known := d.places[path]; known {
			return at
		}
		cut := strings.LastIndex(path, "/")
		if cut < 0 {
			return place{1, 1}
		}
		path = path[:cut]
	}
}
