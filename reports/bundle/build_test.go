package bundle_test

import (
	"strings"
	"testing"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
)

func TestBuilds(t *testing.T) {
	digest := strings.Repeat("0123456789abcdef", 4)
	for _, lawful := range []reports.Build{
		{Kind: bundle.BuildImage, ID: "sha256:" + digest},
		{Kind: bundle.BuildImage, ID: "registry.example:5000/team/host:1.4@sha256:" + digest},
		{Kind: bundle.BuildCommit, ID: "0123456"},
		{Kind: bundle.BuildCommit, ID: digest[:40]},
		{Kind: bundle.BuildCommit, ID: digest},
		{Kind: bundle.BuildArtifact, ID: digest},
	} {
		got, err := bundle.NewBuild(lawful.Kind, lawful.ID)
		if err != nil || *got != lawful {
			t.Errorf("NewBuild(%q, %q) = %v, %v", lawful.Kind, lawful.ID, got, err)
		}
	}
	if got, err := bundle.NewBuild("", ""); got != nil || err != nil {
		t.Errorf("no build gives %v, %v", got, err)
	}
	for _, wrong := range []struct{ kind, id, want string }{
		{bundle.BuildCommit, "", "give both"},
		{"", digest, "give both"},
		{"tag", "v1", `"tag" is no kind of build`},
		{bundle.BuildCommit, "012345", "7 to 64"},
		{bundle.BuildCommit, "HEAD123", "7 to 64"},
		{bundle.BuildCommit, digest[:40] + "\n", "7 to 64"},
		{bundle.BuildArtifact, digest[:63], "64 lower-case"},
		{bundle.BuildArtifact, strings.ToUpper(digest), "64 lower-case"},
		{bundle.BuildImage, digest, "sha256: and 64"},
		{bundle.BuildImage, "host:latest", "sha256: and 64"},
		{bundle.BuildImage, "a b@sha256:" + digest, "sha256: and 64"},
	} {
		if _, err := bundle.NewBuild(wrong.kind, wrong.id); err == nil || !strings.Contains(err.Error(), wrong.want) {
			t.Errorf("NewBuild(%q, %q) errs with %v, want %q", wrong.kind, wrong.id, err, wrong.want)
		}
	}
}
