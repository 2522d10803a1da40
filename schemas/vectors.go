package schemas

import (
	"bytes"
	"embed"
	"fmt"

	"gopkg.in/yaml.v3"
)

//go:embed vectors/*.yaml
var vectorFiles embed.FS

// Vector is one shape vector: a document and what its schema has to say of it.
type Vector struct {
	Name     string // unique within its leg
	Leg      string // 0250.shape or 0236.shape
	Schema   Name
	Valid    bool
	Document string // the raw JSON text, also where it is not JSON
	Why      string // why it is accepted or refused, in a few words
}

// Vectors returns the shape vectors, those of 0250.shape first, in the order of their files.
// It errs only when an embedded file is damaged: an unknown key, a name used twice in a leg, a schema that is not there.
func Vectors() ([]Vector, error) {
	var all []Vector
	for _, leg := range []string{"0250.shape", "0236.shape"} {
		vectors, err := readVectors(leg)
		if err != nil {
			return nil, fmt.Errorf("read the shape vectors of %s: %w", leg, err)
		}
		all = append(all, vectors...)
	}
	return all, nil
}

// vectorFile is how a file of vectors is written. Pointers tell what was left out from what is empty or false.
type vectorFile struct {
	Leg     string
	Vectors []struct {
		Name     string
		Schema   Name
		Valid    *bool
		Why      string
		Document *string
	}
}

func readVectors(leg string) ([]Vector, error) {
	text, err := vectorFiles.ReadFile("vectors/" + leg + ".yaml")
	if err != nil {
		return nil, err
	}
	return parseVectors(leg, text)
}

func parseVectors(leg string, text []byte) ([]Vector, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var file vectorFile
	if err := decoder.Decode(&file); err != nil {
		return nil, err
	}
	if file.Leg != leg {
		return nil, fmt.Errorf("the file is of leg %q", file.Leg)
	}
	seen := map[string]bool{}
	vectors := make([]Vector, 0, len(file.Vectors))
	for i, entry := range file.Vectors {
		switch {
		case entry.Name == "" || entry.Why == "" || entry.Valid == nil || entry.Document == nil:
			return nil, fmt.Errorf("vector %d (%q) lacks a name, valid, why or document", i, entry.Name)
		case seen[entry.Name]:
			return nil, fmt.Errorf("vector %q is there twice", entry.Name)
		case !entry.Schema.known():
			return nil, fmt.Errorf("vector %q: there is no schema %q", entry.Name, entry.Schema)
		}
		seen[entry.Name] = true
		vectors = append(vectors, Vector{
			Name: entry.Name, Leg: leg, Schema: entry.Schema, Valid: *entry.Valid, Document: *entry.Document, Why: entry.Why,
		})
	}
	return vectors, nil
}
