package app

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
)

// damagedReport are changes of the report, signed by the right key: it does not
// make a verdict follow from the journal. The gravest are tried under the old
// statement as well.
func damagedReport() []damage {
	grave := slices.Concat(reportVerdicts(), reportSums())
	var all []damage
	for _, edit := range slices.Concat(grave, reportFacts(), reportTexts()) {
		all = append(all, signedSo(edit))
	}
	for _, edit := range grave {
		all = append(all, listedAnew(edit))
	}
	return all
}

func signedSo(edit damage) damage {
	change := edit.do
	edit.name, edit.yes = edit.name+", signed so", []string{"signature", "integrity"}
	if slices.Contains(edit.want, refusal.OptionsDiffer) {
		edit.yes = []string{"signature"}
	}
	edit.do = func(f *forgery) {
		change(f)
		f.list()
		if json.Valid(f.files[bundle.ReportFile]) {
			f.sign(f.right)
		} else {
			f.resign() // there is nothing that a statement could say of it
		}
	}
	return edit
}

func listedAnew(edit damage) damage {
	change := edit.do
	edit.name, edit.yes = edit.name+", listed anew", []string{"signature"}
	edit.do = func(f *forgery) { change(f); f.list() }
	edit.want = append([]refusal.Name{refusal.ManifestDigest}, edit.want...)
	// What the statement certifies is about another manifest now.
	edit.want = slices.DeleteFunc(edit.want, func(name refusal.Name) bool { return name == refusal.CertificateFalse })
	return edit
}

// edits lists changes of a report of one kind of evidence.
func edits(of string, changes map[string]func(*reports.Report), want ...refusal.Name) []damage {
	var all []damage
	for name, change := range changes {
		all = append(all, damage{name: name, of: of, want: want, do: func(f *forgery) { f.edit(change) }})
	}
	return all
}

// convicted is the one leg that fails in the evidence of a failing host.
const convicted = "0250.resume-backlog"

func legOf(r *reports.Report, id string) *reports.Leg {
	for k := range r.Legs {
		if r.Legs[k].ID == id {
			return &r.Legs[k]
		}
	}
	return &reports.Leg{}
}

// count makes the totals those of the legs.
func recount(r *reports.Report) {
	r.Totals = reports.Totals{}
	for _, leg := range r.Legs {
		r.Totals.Add(leg.Result)
	}
}

// acquitted makes a leg pass as well as a report can.
func acquitted(r *reports.Report) {
	leg := legOf(r, convicted)
	leg.Result, leg.Reason = judges.Pass, ""
	for k := range leg.Findings {
		if leg.Findings[k].Outcome == judges.Violated {
			leg.Findings[k].Outcome = judges.Holds
		}
	}
	r.ExitCode = 0
	recount(r)
}

func reportVerdicts() []damage {
	differs, other := refusal.VerdictDiffers, refusal.ReportDiffers
	return slices.Concat(
		edits("failing", map[string]func(*reports.Report){
			"a failure made to pass": acquitted,
			"a failure made blocked": func(r *reports.Report) {
				leg := legOf(r, convicted)
				leg.Result, leg.Reason, r.ExitCode = judges.Blocked, "the network was down", 3
				for k := range leg.Findings {
					if leg.Findings[k].Outcome == judges.Violated {
						leg.Findings[k].Outcome = judges.Unproven
						leg.Assertions--
					}
				}
				recount(r)
			},
			"a failure made inapplicable": func(r *reports.Report) {
				leg := legOf(r, convicted)
				leg.Result, leg.Reason, leg.Findings, leg.Assertions, r.ExitCode = judges.Inapplicable, "the host does not offer it", []judges.Finding{}, 0, 0
				recount(r)
			},
		}, differs, other),
		edits("failing", map[string]func(*reports.Report){
			"a rule acquitted beside another": func(r *reports.Report) {
				leg := legOf(r, convicted)
				leg.Findings = append(leg.Findings, judges.Finding{Rule: "cursor-excluded", Outcome: judges.Holds, Message: "it holds"})
				leg.Assertions++
			},
			"a reason in other words":           func(r *reports.Report) { legOf(r, convicted).Reason = "cursor-excluded: a trifle" },
			"a finding in other words":          func(r *reports.Report) { legOf(r, convicted).Findings[0].Message = "a trifle" },
			"a finding that expects other":      func(r *reports.Report) { legOf(r, convicted).Findings[0].Expected = "anything" },
			"a finding that saw other":          func(r *reports.Report) { legOf(r, convicted).Findings[0].Observed = "nothing" },
			"a finding that other records show": func(r *reports.Report) { legOf(r, convicted).Findings[0].Records = []int64{1} },
		}, differs),
		edits("whole", map[string]func(*reports.Report){"a pass made to fail": func(r *reports.Report) {
			leg := legOf(r, convicted)
			leg.Result, leg.Reason, leg.Findings[0].Outcome, r.ExitCode = judges.Fail, "x", judges.Violated, 1
			recount(r)
		}}, differs, other, refusal.CertificateFalse),
	)
}

func reportSums() []damage {
	return slices.Concat(
		edits("failing", map[string]func(*reports.Report){
			"totals that are better": func(r *reports.Report) { r.Totals.ExecutedPass++; r.Totals.ExecutedFail-- },
			"totals of more":         func(r *reports.Report) { r.Totals.ExecutedPass += 10 },
			"no totals":              func(r *reports.Report) { r.Totals = reports.Totals{} },
			"totals below zero":      func(r *reports.Report) { r.Totals.Skipped = -1 },
			"totals beyond all":      func(r *reports.Report) { r.Totals.Skipped = 1<<62 + 1 },
		}, refusal.TotalsMismatch),
		edits("failing", map[string]func(*reports.Report){
			"more assertions":  func(r *reports.Report) { legOf(r, convicted).Assertions += 5 },
			"fewer assertions": func(r *reports.Report) { legOf(r, convicted).Assertions-- },
		}, refusal.AssertionCount, refusal.VerdictDiffers),
		edits("failing", map[string]func(*reports.Report){
			"a leg twice": func(r *reports.Report) { r.Legs = append(r.Legs, r.Legs[0]); recount(r) },
		}, refusal.DuplicateRequirement, refusal.ReportDiffers),
		edits("failing", map[string]func(*reports.Report){
			"a leg twice under another id": func(r *reports.Report) {
				leg := r.Legs[0]
				leg.ID = "0236.other"
				r.Legs = append(r.Legs, leg)
				recount(r)
			},
		}, refusal.DuplicateRequirement, refusal.ReportDiffers),
		edits("failing", map[string]func(*reports.Report){
			"no reason for a failure": func(r *reports.Report) { legOf(r, convicted).Reason = "" },
		}, refusal.ReasonMissing, refusal.VerdictDiffers),
		edits("whole", map[string]func(*reports.Report){
			"a pass of nothing": func(r *reports.Report) {
				leg := legOf(r, convicted)
				leg.Findings, leg.Assertions = []judges.Finding{}, 0
			},
		}, refusal.VacuousPass, refusal.VerdictDiffers),
	)
}

func reportFacts() []damage {
	differs := refusal.ReportDiffers
	return slices.Concat(
		edits("failing", map[string]func(*reports.Report){
			"the leg that fails removed": func(r *reports.Report) {
				r.Legs = slices.DeleteFunc(r.Legs, func(leg reports.Leg) bool { return leg.ID == convicted })
				r.ExitCode = 0
				recount(r)
			},
			"every leg removed":     func(r *reports.Report) { r.Legs = []reports.Leg{}; recount(r) },
			"legs in another order": func(r *reports.Report) { slices.Reverse(r.Legs) },
			"a leg that nobody has": func(r *reports.Report) {
				leg := r.Legs[0]
				leg.ID, leg.Requirement = "0236.other", "openwop.requirement.0236.other"
				r.Legs = append(r.Legs, leg)
				recount(r)
			},
			"a leg of another scenario": func(r *reports.Report) { r.Legs[0].Scenario = r.Legs[len(r.Legs)-1].Scenario },
			"a leg of another revision": func(r *reports.Report) { r.Legs[0].Revision++ },
			"a leg that took longer":    func(r *reports.Report) { r.Legs[0].DurationMs++ },
			"another exit code":         func(r *reports.Report) { r.ExitCode = 0 },
			"another time":              func(r *reports.Report) { r.StartedAt = "2031-01-01T00:00:00Z" },
			"another duration":          func(r *reports.Report) { r.DurationMs++ },
			"another host":              func(r *reports.Report) { r.Host.URL = "https://host.example" },
			"another name of the host":  func(r *reports.Report) { r.Host.Name = "another" },
			"another build":             func(r *reports.Report) { r.Host.Build.ID = bundle.Digest(nil) },
			"no build":                  func(r *reports.Report) { r.Host.Build = nil },
			"another trigger":           func(r *reports.Report) { r.Trigger = nil },
			"another version":           func(r *reports.Report) { r.Suite.Version = "9.9.9" },
			"another catalogue":         func(r *reports.Report) { r.Suite.Catalogue = strings.Repeat("0", 64) },
			"other protocol versions":   func(r *reports.Report) { r.Discovery.ProtocolVersions = []string{"7.0"} },
			"a waiver that was not given": func(r *reports.Report) {
				legOf(r, convicted).Waived = []reports.Waiver{{Reason: "we like it so", Expires: "2000-02-01"}}
			},
		}, differs),
		edits("failing", map[string]func(*reports.Report){
			"another discovery document":          func(r *reports.Report) { r.Discovery.SHA256 = bundle.Digest(nil) },
			"a discovery document from elsewhere": func(r *reports.Report) { r.Discovery.URL = "https://host.example/.well-known/openwop" },
		}, differs, refusal.OptionsDiffer),
		edits("waived", map[string]func(*reports.Report){
			"a failure no longer waived":   func(r *reports.Report) { legOf(r, convicted).Waived = nil },
			"another reason of the waiver": func(r *reports.Report) { legOf(r, convicted).Waived[0].Reason = "a trifle" },
			"a waiver hidden":              func(r *reports.Report) { r.Waivers = r.Waivers[:1] },
			"all waivers hidden":           func(r *reports.Report) { r.Waivers = nil },
			"a waiver of another standing": func(r *reports.Report) { r.Waivers[1].Standing = "excuses" },
		}, differs),
	)
}

// reportTexts write the report in other bytes.
func reportTexts() []damage {
	var all []damage
	for name, change := range map[string]func(text string) string{
		"a name twice in it":            func(t string) string { return strings.Replace(t, `"exitCode"`, `"exitCode": 0, "exitCode"`, 1) },
		"a name in other case in it":    func(t string) string { return strings.Replace(t, `"exitCode"`, `"ExitCode": 0, "exitCode"`, 1) },
		"a member that is not known":    func(t string) string { return strings.Replace(t, `"exitCode"`, `"certified": true, "exitCode"`, 1) },
		"a byte order mark before it":   func(t string) string { return "\ufeff" + t },
		"UTF-16":                        inUTF16,
		"another result than there are": func(t string) string { return strings.Replace(t, `"executed-pass"`, `"excellent"`, 1) },
		"half a surrogate":              func(t string) string { return strings.Replace(t, `"reason": "`, `"reason": "\ud800`, 1) },
		"a byte that is no UTF-8":       func(t string) string { return strings.Replace(t, `"reason": "`, "\"reason\": \"\xff", 1) },
		"very deep nesting in it": func(t string) string {
			return strings.Replace(t, `"exitCode": `, `"x": `+strings.Repeat("[", 100000)+strings.Repeat("]", 100000)+`, "exitCode": `, 1)
		},
		"more behind it":                  func(t string) string { return t + "{}" },
		"a control character in a reason": func(t string) string { return strings.Replace(t, `"reason": "`, "\"reason\": \"\x1b[2J", 1) },
	} {
		want := []refusal.Name{refusal.ReportInvalid}
		if name == "another result than there are" {
			want = []refusal.Name{refusal.TotalsMismatch}
		}
		all = append(all, damage{name: name, of: "failing", want: want, more: true, do: func(f *forgery) {
			was := f.files[bundle.ReportFile]
			f.files[bundle.ReportFile] = []byte(change(string(was)))
			if bytes.Equal(was, f.files[bundle.ReportFile]) {
				f.Fatal("the report was not changed")
			}
		}})
	}
	return all
}
