package published

import (
	"hostwitness/reports/bundle/refusal"
)

// outcome is what both a row and an entry of detail.nonPass say.
type outcome struct{ id, result string }

// checkDetail holds detail.nonPass to the rows: it lists each that did not pass
// once, with its result and a reason, and nothing else.
func checkDetail(found *findings, bundle Bundle) {
	left, results := nonPass(bundle.Rows)
	if !bundle.root.has("detail") {
		if len(left) > 0 {
			found.refuse(refusal.DetailMissing, "/detail", "is missing, but not every row passed")
		}
		return
	}
	for _, entry := range bundle.root.object("detail").objects("nonPass") {
		said := outcome{entry.text("id"), entry.text("result")}
		if reasonOf(entry["reason"]) == "" {
			found.refuse(refusal.ReasonMissing, label(said.id), "is listed in detail.nonPass without a reason")
		}
		result, there := results[said.id]
		switch {
		case left[said] > 0:
			left[said]--
		case !there:
			found.refuse(refusal.DetailMissing, label(said.id), "is listed in detail.nonPass, but no such row did not pass")
		case result != said.result:
			found.refuse(refusal.DetailMissing, label(said.id), "is %s in detail.nonPass, but %s in its row", said.result, result)
			left[outcome{said.id, result}]--
		default:
			found.refuse(refusal.DetailMissing, label(said.id), "is listed twice in detail.nonPass")
		}
	}
	for _, row := range bundle.Rows {
		if key := (outcome{row.ID, row.Result}); left[key] > 0 {
			left[key]--
			found.refuse(refusal.DetailMissing, label(row.ID), "is %s, but not listed in detail.nonPass", row.Result)
		}
	}
}

// nonPass counts the rows that did not pass, and gives the result of each.
func nonPass(rows []Row) (map[outcome]int, map[string]string) {
	left, results := map[outcome]int{}, map[string]string{}
	for _, row := range rows {
		if row.Result != executedPass {
			left[outcome{row.ID, row.Result}]++
			results[row.ID] = row.Result
		}
	}
	return left, results
}
