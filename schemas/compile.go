package schemas

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

//go:embed definitions/*.schema.json
var definitions embed.FS

// compiled is what the embedded schemas become: the validators, and the schemas as plain data for the wording of problems.
type compiled struct {
	validators map[Name]*jsonschema.Schema
	sources    map[string]any
}

// load compiles the embedded schemas once. They never change, so neither does what it returns.
var load = sync.OnceValues(compile)

func compile() (*compiled, error) {
	compiler := jsonschema.NewCompiler()
	compiler.Draft = jsonschema.Draft2020
	compiler.AssertFormat = true
	compiler.Formats["date-time"] = dateTimeFormat
	compiler.LoadURL = refuseURL

	result := &compiled{validators: map[Name]*jsonschema.Schema{}, sources: map[string]any{}}
	for _, name := range append(Names(), grammar) {
		if err := addSource(compiler, result, name); err != nil {
			return nil, err
		}
	}
	for _, name := range Names() {
		schema, err := compiler.Compile(name.identifier())
		if err != nil {
			return nil, fmt.Errorf("compile schema %s: %w", name, err)
		}
		result.validators[name] = schema
	}
	return result, nil
}

func addSource(compiler *jsonschema.Compiler, result *compiled, name Name) error {
	text, err := Source(name)
	if err != nil {
		return err
	}
	source, err := ParseStrict(text)
	if err != nil {
		return fmt.Errorf("parse schema %s: %w", name, err)
	}
	if err := compiler.AddResource(name.identifier(), bytes.NewReader(text)); err != nil {
		return fmt.Errorf("add schema %s: %w", name, err)
	}
	result.sources[name.identifier()] = source
	return nil
}

// Source returns the text of a schema, for who wants to read it or to check with another validator.
// It errs only for a name that is not among Names.
func Source(name Name) ([]byte, error) {
	text, err := definitions.ReadFile("definitions/" + string(name) + ".schema.json")
	if err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	return text, nil
}

func dateTimeFormat(value any) bool {
	text, ok := value.(string)
	return !ok || DateTime(text)
}

// refuseURL keeps the library from looking for a schema in a file or on the network: all of ours are embedded.
func refuseURL(address string) (io.ReadCloser, error) {
	return nil, fmt.Errorf("schema %s is not embedded", address)
}
