package app

import (
	"html"
	"slices"
	"strings"
	"testing"

	"hostwitness/judges"
	"hostwitness/reports"
	"hostwitness/reports/bundle"
	"hostwitness/reports/bundle/refusal"
	"hostwitness/reports/waiver"
	"hostwitness/witness/journal"
)

// damagedLawfully are evidence of the signer's own making in which journal,
// report, manifest and statement all agree, and which no run can have left.
func damagedLawfully() []damage {
	var all []damage
	unlawful := func(name, of string, make func(*forgery), want ...refusal.Name) {
		yes := []string{"signature", "verdicts"}
		if slices.Contains(want, refusal.ReportDiffers) {
			yes = []string{"signature", "integrity"}
		}
		all = append(all, damage{name: name + ", all made anew and signed", of: of, want: want, yes: yes, do: make})
	}
	unlawful("the leg that fails left out by no filter", "failing", func(f *forgery) {
		f.header(func(r *journal.Run) { unfiltered(r); r.Legs = withoutLeg(r.Legs, convicted) })
		f.conclude()
		f.follow(true)
	}, refusal.OptionsDiffer)
	unlawful("a leg of another catalogue left out by no filter", "failing", func(f *forgery) {
		f.header(func(r *journal.Run) {
			unfiltered(r)
			r.Legs, r.Suite.Catalogue = withoutLeg(r.Legs, convicted), strings.Repeat("ab", 32)
		})
		f.conclude()
		f.follow(true)
	}, refusal.OptionsDiffer)
	unlawful("another host's name", "whole", func(f *forgery) {
		f.header(func(r *journal.Run) { r.Host = "https://host.example" })
		f.conclude()
		f.follow(true)
	}, refusal.OptionsDiffer)
	for name, excuse := range map[string]waiver.Waiver{
		"a waiver that expired before the run": {Leg: convicted, Reason: "mended soon", Expires: "1999-12-30"},
		"a waiver without a word of reason":    {Leg: convicted, Reason: "…", Expires: "2000-02-01"},
		"a waiver of no leg":                   {Leg: "0250.*", Reason: "mended soon", Expires: "2000-02-01"},
		"a waiver of no rule":                  {Leg: convicted, Rule: "weather", Reason: "mended soon", Expires: "2000-02-01"},
	} {
		unlawful(name, "failing", func(f *forgery) { f.conclude(excuse); f.follow(false, excuse) }, refusal.OptionsDiffer)
	}
	for _, name := range []string{"summary.md", "report.html", "junit.xml"} {
		unlawful("another run's "+name, "failing", func(f *forgery) {
			f.conclude()
			praised := f.report()
			acquitted(&praised)
			f.render(praised)
			praise := f.files[name]
			f.conclude()
			f.files[name] = praise
			f.follow(false)
		}, refusal.ReportDiffers)
	}
	for _, command := range []string{"curl https://host.example; hostwitness run", "hostwitness run; curl https://host.example", "hostwitness run \\&#39;$(id)", "hostwitness run &#39;&#39;$(id)"} {
		unlawful("a page with the command "+command, "failing", func(f *forgery) {
			f.replace("report.html", "<code>hostwitness run", "<code>"+command)
			f.replace("summary.md", "`hostwitness run", "`"+html.UnescapeString(command))
			f.follow(false)
		}, refusal.ReportDiffers)
	}
	unlawful("a file of no such evidence", "failing", func(f *forgery) {
		f.files["certificate.html"] = []byte("<h1>Certified</h1>\n")
		f.follow(false)
	}, refusal.MemberExtra)
	return all
}

// header changes the header of the journal, and makes the chain anew.
func (f *forgery) header(change func(*journal.Run)) {
	f.Helper()
	records := f.records()
	run := *records[0].Run
	change(&run)
	records[0].Run = &run
	f.chain(records)
}

// unfiltered makes a run one that had no filters.
func unfiltered(r *journal.Run) { r.Options.Only, r.Options.Require = nil, nil }

func withoutLeg(legs []string, unwanted string) []string {
	return slices.DeleteFunc(slices.Clone(legs), func(leg string) bool { return leg == unwanted })
}

// otherCatalogue makes evidence of a failing host one by a catalogue that nobody
// else has: with another revision of the leg that fails, or without it.
func otherCatalogue(f *forgery, without bool) {
	f.header(func(r *journal.Run) {
		unfiltered(r)
		r.Suite.Catalogue, r.Revisions = strings.Repeat("ab", 32), slices.DeleteFunc(slices.Clone(r.Revisions), func(l journal.LegRevision) bool {
			return !slices.Contains(r.Legs, l.Leg) // as if the catalogue had only those that were judged
		})
		for k := range r.Revisions {
			if r.Revisions[k].Leg == convicted {
				r.Revisions[k].Revision++
			}
		}
		if without {
			r.Legs = withoutLeg(r.Legs, convicted)
			r.Revisions = slices.DeleteFunc(r.Revisions, func(l journal.LegRevision) bool { return l.Leg == convicted })
		}
	})
	f.conclude()
	report := f.report()
	legOf(&report, convicted).Revision++
	acquitted(&report)
	report.Legs = slices.DeleteFunc(report.Legs, func(leg reports.Leg) bool { return leg.Result == judges.Skipped || without && leg.ID == convicted })
	recount(&report)
	f.render(report)
	f.follow(true)
}

// TestWhatIsNotConfirmedNeverCertifies takes a failing host's evidence whose
// signer says that his catalogue was another one. By design that is told and not
// refused; but nobody certifies or countersigns what he could not judge.
func TestWhatIsNotConfirmedNeverCertifies(t *testing.T) {
	rig := newDamageRig(t)
	for name, without := range map[string]bool{"another revision": false, "no such leg": true} {
		t.Run(name, func(t *testing.T) {
			f := rig.forgery(t, "failing", "")
			otherCatalogue(f, without)
			folder := f.files.write(t)
			seen := verifyEvidence(t, nil, folder, "--pin", rig.pin)
			if seen.code != exitPassed || seen.outcome.Run.Certified || !slices.Contains(seen.outcome.Run.Unconfirmed, convicted) {
				t.Errorf("exit code %d, certified %v, unconfirmed %v; %v", seen.code, seen.outcome.Run.Certified, seen.outcome.Run.Unconfirmed, seen.refusals())
			}
			if seen := verifyEvidence(t, nil, folder, "--pin", rig.pin, "--certified"); seen.code != exitFailed {
				t.Errorf("with --certified the exit code is %d", seen.code)
			}
			var errors strings.Builder
			environment := environmentOf(map[string]string{variableSigningKey: privateText(t, rig.second)}, &strings.Builder{}, &errors, "countersign", folder)
			if code := Main(environment); code != exitFailed || !strings.Contains(errors.String(), convicted) {
				t.Errorf("countersign exits with %d and says %s", code, errors.String())
			}
			if after := readFolder(t, folder); string(after[bundle.StatementFile]) != string(f.files[bundle.StatementFile]) {
				t.Error("the statement was signed")
			}
		})
	}
}

// TestRenderingsAreThoseOfTheReport verifies evidence whose pages show a command
// that has to be quoted in each of them: it is taken from the page.
func TestRenderingsAreThoseOfTheReport(t *testing.T) {
	key := newKey(t, "release-key")
	broken := newDamageRig(t).makings(t)["failing"]
	broken.key = &key
	for _, path := range []string{"ca file.pem", "it's --only <b>`$(x)`|&amp;", strings.Repeat("long ", 600), "\u202e\x1b[2J"} {
		broken.options = func(o *runOptions) { o.given = [][2]string{{"--ca", path}} }
		made, _ := broken.evidence(t)
		if report := (&forgery{TB: t, files: made}).report(); legOf(&report, convicted).Result != judges.Fail {
			t.Fatal("the host passed")
		}
		if seen := verifyEvidence(t, nil, made.write(t), "--pin", pinFile(t, key)); seen.code != exitPassed {
			t.Errorf("with --ca %.40q: exit code %d; %v", path, seen.code, seen.refusals())
		}
	}
}
