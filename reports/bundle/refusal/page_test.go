package refusal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPageExplainsEveryName holds the tables of docs/evidence.md to the names
// of this package, both ways: each is explained once, and no other is.
func TestPageExplainsEveryName(t *testing.T) {
	names, explained := declaredNames(t), explainedNames(t)
	if len(names) < 30 {
		t.Fatalf("only %d names were found", len(names))
	}
	slices.Sort(names)
	slices.Sort(explained)
	if diff := cmp.Diff(names, explained); diff != "" {
		t.Errorf("names of the package and of the page (-package +page):\n%s", diff)
	}
}

// declaredNames reads the constants of type Name from the source, so that one
// that nobody listed anywhere is seen too.
func declaredNames(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "refusal.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(file, func(node ast.Node) bool {
		spec, isValue := node.(*ast.ValueSpec)
		if !isValue {
			return true
		}
		kind, isName := spec.Type.(*ast.Ident)
		if !isName || kind.Name != "Name" || len(spec.Values) != 1 {
			t.Fatalf("the constant %s is declared in a way that this test does not read", spec.Names[0].Name)
		}
		name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
		return true
	})
	return names
}

// explainedNames gives the names in the tables under "Every refusal". A row
// without a meaning or without advice explains nothing.
func explainedNames(t *testing.T) []string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/evidence.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, found := strings.Cut(string(page), "\n### Every refusal\n")
	if !found {
		t.Fatal("docs/evidence.md has no part \"Every refusal\"")
	}
	part, _, _ = strings.Cut(part, "\n## ")
	row := regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (.*?) \\| (.*?) \\|$")
	var names []string
	for _, cells := range row.FindAllStringSubmatch(part, -1) {
		if len(cells[2]) < 10 || len(cells[3]) < 5 {
			t.Errorf("the row of %s says too little", cells[1])
		}
		names = append(names, cells[1])
	}
	if rows := strings.Count(part, "\n| `"); rows != len(names) {
		t.Errorf("%d rows were read of %d", len(names), rows)
	}
	return names
}
