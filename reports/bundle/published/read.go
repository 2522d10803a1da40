package published

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hostwitness/reports/bundle/refusal"
	"hostwitness/schemas"
)

// Version is the bundleVersion that is read.
const Version = "3"

// Bundle is a document that has the shape of a published bundle. Nothing in it
// is checked yet; only Check says whether it may be believed.
type Bundle struct {
	Claims Claims
	Rows   []Row // one for each of results.requirements, in the document's order

	root object
}

// Read reads a published bundle, of any suite. Where the refusals are not
// empty, the document is none and the bundle is empty. They are:
//
//   - too-large: more than MaxSize bytes, or more members than any bundle has
//   - format-newer: a later bundleVersion than Version
//   - bundle-invalid: no strict JSON, another bundleVersion, a member missing,
//     mistyped or, at the root, unknown
//
// A missing build, a missing signature and a count of no assertions have names
// of their own, which Check gives beside everything else that is wrong.
// The document is not changed and may be anything.
func Read(document []byte) (Bundle, []refusal.Refusal) {
	root, refused := parse(document)
	if refused == nil {
		refused = checkVersion(root)
	}
	if refused == nil {
		refused = checkCrowd(root)
	}
	if refused != nil {
		return Bundle{}, []refusal.Refusal{*refused}
	}
	if refusals := checkShape(root); len(refusals) > 0 {
		return Bundle{}, refusals
	}
	return decode(root)
}

// checkVersion comes before the shape, which is that of one version only.
func checkVersion(root object) *refusal.Refusal {
	const read = `this build reads bundleVersion "` + Version + `"`
	switch version := root["bundleVersion"].(type) {
	case nil:
		return refuse(refusal.BundleInvalid, "/bundleVersion", "no certification bundle: it names no bundleVersion")
	case string:
		if version == Version {
			return nil
		}
		if number, err := strconv.Atoi(version); err == nil && number > 3 {
			return refuse(refusal.FormatNewer, "/bundleVersion", "is %s; %s", quoted(version), read)
		}
		return refuse(refusal.BundleInvalid, "/bundleVersion", "is %s; %s", quoted(version), read)
	case json.Number:
		return refuse(refusal.BundleInvalid, "/bundleVersion", "is the number %s; %s", plain(string(version), 40), read)
	default:
		return refuse(refusal.BundleInvalid, "/bundleVersion", "is no text; %s", read)
	}
}

// checkShape holds the document to its schema and to the one list that a schema
// has no good words for.
func checkShape(root object) []refusal.Refusal {
	var found findings
	for _, problem := range schemas.ValidateValue(schemas.Bundle, map[string]any(root)) {
		if !checkedLater(problem, root) {
			found.refuse(refusal.BundleInvalid, label(problem.Path), "%s", problem.Message)
		}
	}
	over := root.object("signature").list("over")
	if len(over) > 0 && !slices.Equal(over, covered()) {
		found.refuse(refusal.BundleInvalid, "/signature/over", "does not name the four members that a signature covers, in their order")
	}
	return found.refusals()
}

// covered is what a signature covers.
func covered() []any {
	return []any{"witnessSha256", "host.build", "suite.version", "discovery.sha256"}
}

var lacksBuild = regexp.MustCompile(`^/host/build(/kind|/id)?$`)

// checkedLater tells the problems that Check has names of their own for.
func checkedLater(problem schemas.Problem, root object) bool {
	missing := problem.Keyword == "required"
	switch {
	case lacksBuild.MatchString(problem.Path):
		build, there := root.object("host")["build"]
		return missing || there && build == nil || strings.HasSuffix(problem.Path, "/id") && problem.Keyword == "pattern"
	case problem.Path == "/signature":
		return missing
	case problem.Path == "/assertionCount":
		count, whole := root.count("assertionCount")
		return problem.Keyword == "minimum" && whole && count == 0
	default:
		return false
	}
}
