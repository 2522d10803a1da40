package bundle

import (
	"fmt"
	"strings"
	"time"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/witness/journal"
)

// LeastSettle is the shortest absence window that a certifying run may watch:
// the one a run watches that was not told otherwise.
const LeastSettle = time.Second

// Shortfalls says what keeps a run from certifying its host, in sentences for
// people; nothing where it certifies. That somebody signs is not part of it.
//
// It is strict on purpose: whatever made the run see or say less than it could
// counts, also where every leg that is left passed.
func Shortfalls(manifest Manifest, report reports.Report) []string {
	var found []string
	missing := func(holds bool, format string, arguments ...any) {
		if !holds {
			found = append(found, fmt.Sprintf(format, arguments...))
		}
	}
	narrowed := manifest.Narrowed
	missing(manifest.Certify, "nobody asked for a certifying run (--certify)")
	missing(manifest.Host.Build != nil, "the host's build is not named (--build-kind, --build-id)")
	missing(manifest.Run.Ended == journal.EndComplete, "the run did not come to its end: %s", words(manifest.Run.Ended))
	missing(len(narrowed.Only)+len(narrowed.Skip) == 0, "legs were left out by --only or --skip")
	missing(len(narrowed.Waivers) == 0, "the run had waivers")
	missing(narrowed.Settle >= LeastSettle, "absence was watched for %s only, want %s", narrowed.Settle, LeastSettle)
	found = append(found, unpassed(report)...)
	missing(report.ExitCode == 0, "the run exits with %d", report.ExitCode)
	missing(reports.JudgesHost(report), "no leg judged the host")
	return found
}

// unpassed names the legs that failed or were blocked.
func unpassed(report reports.Report) []string {
	byResult := map[judges.Result][]string{}
	for _, leg := range report.Legs {
		byResult[leg.Result] = append(byResult[leg.Result], leg.ID)
	}
	var found []string
	for _, result := range []judges.Result{judges.Fail, judges.Blocked} {
		if legs := byResult[result]; len(legs) > 0 {
			found = append(found, fmt.Sprintf("%s: %s", result, strings.Join(legs, ", ")))
		}
	}
	return found
}

func words(reason journal.EndReason) string {
	if reason == "" {
		return "its journal has no end"
	}
	return string(reason)
}
