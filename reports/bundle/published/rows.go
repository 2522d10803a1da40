package published

import (
	"hostwitness/reports/bundle/refusal"
)

// checkRows holds every row to what its own result demands.
func checkRows(found *findings, rows []Row) {
	seen := make(map[string]bool, len(rows))
	for _, row := range rows {
		if seen[row.ID] {
			found.refuse(refusal.DuplicateRequirement, label(row.ID), "has a second row; each requirement has one result")
		}
		seen[row.ID] = true
		switch {
		case row.Result == executedPass && row.Assertions == 0:
			found.refuse(refusal.VacuousPass, label(row.ID), "passes without an assertion")
		case row.Result != executedPass && row.Reason == "":
			found.refuse(refusal.ReasonMissing, label(row.ID), "is %s and does not say why (detail)", row.Result)
		}
	}
}

// checkTotals holds the counts to the rows.
func checkTotals(found *findings, bundle Bundle) {
	counted := count(bundle.Rows)
	said := bundle.Claims.Totals
	for _, total := range []struct {
		member      string
		said, found int64
	}{
		{"executedPass", said.ExecutedPass, counted.ExecutedPass},
		{"executedFail", said.ExecutedFail, counted.ExecutedFail},
		{"skipped", said.Skipped, counted.Skipped},
		{"inapplicable", said.Inapplicable, counted.Inapplicable},
		{"blocked", said.Blocked, counted.Blocked},
	} {
		if total.said != total.found {
			found.refuse(refusal.TotalsMismatch, "/results/totals/"+total.member, "is %d, but the rows count %d", total.said, total.found)
		}
	}
	var assertions int64
	for _, row := range bundle.Rows {
		assertions += row.Assertions
	}
	switch said := bundle.Claims.AssertionCount; {
	case said != assertions:
		found.refuse(refusal.AssertionCount, "/assertionCount", "is %d, but the assertions of the rows sum up to %d", said, assertions)
	case said == 0:
		found.refuse(refusal.AssertionCount, "/assertionCount", "is 0: nothing was asserted of the host")
	}
}

func count(rows []Row) Totals {
	by := map[string]int64{}
	for _, row := range rows {
		by[row.Result]++
	}
	return Totals{
		ExecutedPass: by[executedPass], ExecutedFail: by[executedFail],
		Skipped: by[skipped], Inapplicable: by[inapplicable], Blocked: by[blocked],
	}
}

// checkCertified refuses a certified profile beside rows that deny it.
func checkCertified(found *findings, bundle Bundle) {
	counted := count(bundle.Rows)
	for _, profile := range bundle.Claims.Profiles {
		switch {
		case !profile.Certified:
		case counted.ExecutedFail > 0 || counted.Blocked > 0:
			found.refuse(refusal.CertificateFalse, profile.ID, "is called certified beside %d rows that failed and %d that are blocked", counted.ExecutedFail, counted.Blocked)
		case counted.ExecutedPass == 0:
			found.refuse(refusal.CertificateFalse, profile.ID, "is called certified, but no row passed")
		}
	}
}
