package app

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"hostwitness/reports"
	"hostwitness/reports/bundle"
)

// embeddedHost is what --host says for the reference host in process.
const embeddedHost = "embedded"

// ownBuild names the build of the embedded host: it is this very program.
func ownBuild(environment Environment) (*reports.Build, error) {
	program, err := environment.Program()
	if err != nil {
		return nil, suiteFault(fmt.Errorf("read this program, the build of the embedded host: %w", err))
	}
	defer program.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, program); err != nil {
		return nil, suiteFault(fmt.Errorf("read this program, the build of the embedded host: %w", err))
	}
	return bundle.NewBuild(bundle.BuildArtifact, hex.EncodeToString(digest.Sum(nil)))
}
