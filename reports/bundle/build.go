package bundle

import (
	"fmt"
	"regexp"

	"hostwitness/reports"
)

// The kinds of name that a host's build has.
const (
	BuildImage    = "image-digest"    // of a container image, with or without the image's name before it
	BuildCommit   = "commit"          // of the source, abbreviated or not
	BuildArtifact = "artifact-sha256" // of the file that runs
)

// sha1Digits is the length of a commit's name that is not abbreviated.
const sha1Digits = 40

var (
	imagePattern    = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._:/-]{0,255}@)?sha256:[0-9a-f]{64}$`)
	commitPattern   = regexp.MustCompile(`^[0-9a-f]{7,64}$`)
	artifactPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// NewBuild checks the operator's name for the host's build. Neither kind nor id
// gives no build. The error says what to write instead.
func NewBuild(kind, id string) (*reports.Build, error) {
	forms := map[string]struct {
		pattern *regexp.Regexp
		form    string
	}{
		BuildImage:    {imagePattern, "sha256: and 64 lower-case hexadecimal digits, with or without name@ before it"},
		BuildCommit:   {commitPattern, "7 to 64 lower-case hexadecimal digits"},
		BuildArtifact: {artifactPattern, "64 lower-case hexadecimal digits"},
	}
	if kind == "" && id == "" {
		return nil, nil
	}
	if kind == "" || id == "" {
		return nil, fmt.Errorf("a build has a kind and an id: give both")
	}
	wanted, known := forms[kind]
	if !known {
		return nil, fmt.Errorf("%q is no kind of build; write %s, %s or %s", kind, BuildImage, BuildCommit, BuildArtifact)
	}
	if !wanted.pattern.MatchString(id) {
		return nil, fmt.Errorf("%q is no id of kind %s; write %s", id, kind, wanted.form)
	}
	return &reports.Build{Kind: kind, ID: id}, nil
}
