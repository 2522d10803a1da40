package app

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// room is what the packages below one folder may not do. The deepest room that
// holds a package is the one that binds it.
type room struct {
	folder   string   // of the module, with everything below it
	ours     []string // the only packages of this module it may import, also below them
	foreign  []string // packages of others that it must never import
	timeless bool     // reads no clock and starts no goroutine
	pure     bool     // timeless, and keeps no state
}

// rooms is the import table of docs/architecture.md. It is about direct
// imports of what is built; tests may join what the product keeps apart.
func rooms() []room {
	return []room{
		{folder: "cmd/hostwitness", ours: []string{"cmd/hostwitness/app"}},
		{folder: "cmd/hostwitness/app", ours: []string{"scenarios", "witness", "judges", "schemas", "fixtures", "reports"}},
		{folder: "cmd/hostwitness/app/operator", foreign: []string{"net", "net/http"}},
		{folder: "scenarios", ours: []string{"witness"}},
		{folder: "witness", ours: []string{"witness"}},
		{folder: "witness/sse", foreign: []string{"net", "net/http", "time"}},
		{folder: "witness/journal", foreign: []string{"net", "net/http", "os"}, timeless: true},
		{folder: "judges", ours: []string{"witness/journal", "schemas"}, foreign: []string{"net", "net/http", "os", "context", "math/rand", "math/rand/v2", "sync"}, timeless: true, pure: true},
		{folder: "schemas", foreign: []string{"net", "net/http", "os"}},
		{folder: "fixtures", ours: []string{"fixtures"}},
		{folder: "reports", ours: []string{"judges", "schemas", "witness/journal", "reports"}, foreign: []string{"net", "net/http"}},
		{folder: "reports/bundle", ours: []string{"judges", "schemas", "witness/journal", "reports"}, foreign: []string{"net", "net/http", "net/url"}, timeless: true},
	}
}

// source is one built file of the module.
type source struct {
	name    string // relative to the module
	folder  string
	syntax  *ast.File
	fileSet *token.FileSet
}

// TestImportTableHolds is one of the four tests that hold the design together.
func TestImportTableHolds(t *testing.T) {
	sources := moduleSources(t)
	if len(sources) < 100 {
		t.Fatalf("only %d files were read; the module is not whole", len(sources))
	}
	for _, problem := range checkDesign(rooms(), sources) {
		t.Error(problem)
	}
}

// checkDesign lists every break of the design.
func checkDesign(rooms []room, sources []source) []string {
	var problems []string
	for _, source := range sources {
		bound, found := roomOf(rooms, source.folder)
		if !found {
			problems = append(problems, fmt.Sprintf("%s: the package %s has no rule in the import table", source.name, source.folder))
			continue
		}
		problems = append(problems, checkImports(bound, source)...)
		problems = append(problems, checkBody(bound, source)...)
	}
	return problems
}

func roomOf(rooms []room, folder string) (room, bool) {
	var best room
	for _, candidate := range rooms {
		if within(candidate.folder, folder) && len(candidate.folder) > len(best.folder) {
			best = candidate
		}
	}
	return best, best.folder != ""
}

func within(folder, inner string) bool {
	return inner == folder || strings.HasPrefix(inner, folder+"/")
}

func checkImports(bound room, source source) []string {
	var problems []string
	for _, spec := range source.syntax.Imports {
		imported := strings.Trim(spec.Path.Value, `"`)
		inner, ours := strings.CutPrefix(imported, "hostwitness/")
		allowed := slices.ContainsFunc(bound.ours, func(folder string) bool { return within(folder, inner) })
		switch {
		case ours && !allowed && !within(bound.folder, inner):
			problems = append(problems, fmt.Sprintf("%s: %s must not import %s", source.name, bound.folder, imported))
		case !ours && slices.Contains(bound.foreign, imported):
			problems = append(problems, fmt.Sprintf("%s: %s must not import %s", source.name, bound.folder, imported))
		}
	}
	return problems
}

// checkBody finds what no package may hold, and what a pure one may not.
func checkBody(bound room, source source) []string {
	var problems []string
	report := func(node ast.Node, what string) {
		problems = append(problems, fmt.Sprintf("%s: %s", source.fileSet.Position(node.Pos()), what))
	}
	ast.Inspect(source.syntax, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Name.Name == "init" && node.Recv == nil {
				report(node, "nobody writes func init")
			}
		case *ast.GoStmt:
			if bound.timeless {
				report(node, bound.folder+" starts no goroutine")
			}
		case *ast.SelectorExpr:
			if bound.timeless && readsClock(node) {
				report(node, bound.folder+" reads no clock")
			}
		}
		return true
	})
	if bound.pure {
		for _, state := range packageState(source.syntax) {
			report(state, bound.folder+" keeps no state")
		}
	}
	return problems
}

func readsClock(selector *ast.SelectorExpr) bool {
	from, isName := selector.X.(*ast.Ident)
	clock := []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"}
	return isName && from.Name == "time" && slices.Contains(clock, selector.Sel.Name)
}

// packageState finds package variables that could hold state. Errors, compiled
// patterns, reflected types and interface checks cannot.
func packageState(file *ast.File) []ast.Node {
	var found []ast.Node
	for _, declaration := range file.Decls {
		general, isGeneral := declaration.(*ast.GenDecl)
		if !isGeneral || general.Tok != token.VAR {
			continue
		}
		for _, spec := range general.Specs {
			if value := spec.(*ast.ValueSpec); !isConstantLike(value) {
				found = append(found, value)
			}
		}
	}
	return found
}

func isConstantLike(value *ast.ValueSpec) bool {
	if len(value.Names) == 1 && value.Names[0].Name == "_" {
		return true
	}
	if len(value.Values) == 0 {
		return false
	}
	for _, expression := range value.Values {
		call, isCall := expression.(*ast.CallExpr)
		if !isCall {
			return false
		}
		callee := call.Fun
		if generic, isGeneric := callee.(*ast.IndexExpr); isGeneric {
			callee = generic.X
		}
		function, isSelector := callee.(*ast.SelectorExpr)
		if !isSelector || !slices.Contains([]string{"New", "MustCompile", "TypeFor"}, function.Sel.Name) {
			return false
		}
	}
	return true
}

// moduleSources reads every built file of the module.
func moduleSources(t *testing.T) []source {
	t.Helper()
	const root = "../../.."
	var sources []source
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" || entry.Name() == "evidence") {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		parsed, err := parseSource(filepath.ToSlash(relative), name, nil)
		sources = append(sources, parsed)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

func parseSource(relative, name string, content any) (source, error) {
	fileSet := token.NewFileSet()
	syntax, err := parser.ParseFile(fileSet, name, content, parser.SkipObjectResolution)
	return source{name: relative, folder: path.Dir(relative), syntax: syntax, fileSet: fileSet}, err
}

// TestImportTableIsSeenToFail shows that each break of the design is found.
func TestImportTableIsSeenToFail(t *testing.T) {
	for _, broken := range []struct{ name, file, content, want string }{
		{"a package without a rule", "elsewhere/x.go", "package elsewhere", "has no rule"},
		{"a judge that dials", "judges/x.go", "package judges\nimport _ \"net\"", "must not import net"},
		{"a judge that drives", "judges/x.go", "package judges\nimport _ \"hostwitness/scenarios\"", "must not import hostwitness/scenarios"},
		{"a scenario that judges", "scenarios/x.go", "package scenarios\nimport _ \"hostwitness/judges\"", "must not import hostwitness/judges"},
		{"a fixture that knows the schemas", "fixtures/host/x.go", "package host\nimport _ \"hostwitness/schemas\"", "must not import hostwitness/schemas"},
		{"a parser that knows us", "witness/sse/x.go", "package sse\nimport _ \"hostwitness/witness/journal\"", "must not import hostwitness/witness/journal"},
		{"a judge that reads a clock", "judges/x.go", "package judges\nimport \"time\"\nfunc f() { _ = time.Now() }", "reads no clock"},
		{"a judge that keeps state", "judges/x.go", "package judges\nvar seen = map[string]bool{}", "keeps no state"},
		{"a judge that starts something", "judges/x.go", "package judges\nfunc f() { go f() }", "starts no goroutine"},
		{"an init", "reports/x.go", "package reports\nfunc init() {}", "nobody writes func init"},
	} {
		t.Run(broken.name, func(t *testing.T) {
			parsed, err := parseSource(broken.file, broken.file, broken.content)
			if err != nil {
				t.Fatal(err)
			}
			problems := checkDesign(rooms(), []source{parsed})
			if len(problems) != 1 || !strings.Contains(problems[0], broken.want) {
				t.Errorf("problems = %q, want one that says %q", problems, broken.want)
			}
		})
	}
}
