package published

import (
	"fmt"

	"hostwitness/reports/bundle/refusal"
)

// decode takes the bundle out of a document that has the shape of one. It
// refuses counts that cannot be counted with.
func decode(root object) (Bundle, []refusal.Refusal) {
	bundle := Bundle{Claims: claimsOf(root), root: root}
	var d decoder
	bundle.Claims.AssertionCount = d.count(root, "", "assertionCount")
	bundle.Claims.Totals = d.totals(root.object("results").object("totals"))
	for i, profile := range root.objects("claimedProfiles") {
		bundle.Claims.Profiles = append(bundle.Claims.Profiles, d.profile(i, profile))
	}
	for i, row := range bundle.requirements() {
		bundle.Rows = append(bundle.Rows, d.row(i, row))
	}
	if refusals := d.found.refusals(); len(refusals) > 0 {
		return Bundle{}, refusals
	}
	return bundle, nil
}

// requirements are the rows as the document has them, in the order of Rows.
func (b Bundle) requirements() []object {
	return b.root.object("results").objects("requirements")
}

type decoder struct{ found findings }

func (d *decoder) count(o object, at, member string) int64 {
	count, ok := o.count(member)
	if !ok {
		d.found.refuse(refusal.BundleInvalid, at+"/"+member, "is no count from 0 to %d", int64(mostCounted))
	}
	return count
}

func (d *decoder) totals(totals object) Totals {
	const at = "/results/totals"
	return Totals{
		ExecutedPass: d.count(totals, at, "executedPass"),
		ExecutedFail: d.count(totals, at, "executedFail"),
		Skipped:      d.count(totals, at, "skipped"),
		Inapplicable: d.count(totals, at, "inapplicable"),
		Blocked:      d.count(totals, at, "blocked"),
	}
}

func (d *decoder) profile(i int, profile object) Profile {
	certified, _ := profile["certified"].(bool)
	return Profile{
		ID:           claim(profile, "id"),
		EvidenceTier: claim(profile, "evidenceTier"),
		WitnessCount: d.count(profile, fmt.Sprintf("/claimedProfiles/%d", i), "witnessCount"),
		Certified:    certified,
	}
}

func (d *decoder) row(i int, row object) Row {
	return Row{
		ID:         row.text("id"),
		Scenario:   row.text("scenario"),
		Result:     row.text("result"),
		Assertions: d.count(row, fmt.Sprintf("/results/requirements/%d", i), "assertions"),
		Reason:     reasonOf(row["detail"]),
	}
}
