package judges

import (
	"cmp"
	"fmt"
)

// weighOpened is weighUniform for a cursor that must never open a stream,
// whatever the reference got.
func (f facts) weighOpened(r *ruling, reference, asked ask) {
	if asked.accepted() && asked.stream.Intent.Replay {
		r.breaks(asked.name, asked.String(), asked.at.seq)
		return
	}
	f.weighUniform(r, reference, asked)
}

// weighUniform holds an answer to the reference's status and body. Bodies are
// compared by keyed digest and length of what was received.
func (f facts) weighUniform(r *ruling, reference, asked ask) {
	records := []int64{reference.at.seq, asked.at.seq}
	excuse := f.excuse(asked.reply)
	switch {
	case !reference.asked:
		r.lacks(reference.unasked)
	case f.deniedFor(reference.reply) != "":
		r.lacks(reference.name+": "+f.deniedFor(reference.reply), records...)
	case !reference.refused():
		r.lacks(fmt.Sprintf("there is no refusal to compare with: %s was %s", reference.name, reference.reply), records...)
	case !asked.asked:
		r.lacks(asked.unasked)
	case excuse != "":
		r.lacks(asked.name+": "+excuse, records...)
	case reference.twin != "" || asked.twin != "":
		r.lacks(cmp.Or(reference.twin, asked.twin), records...)
	case asked.status != reference.status || !asked.answered:
		r.breaks(asked.name, fmt.Sprintf("%s, where %s was %s", asked, reference.name, reference.reply), records...)
	case asked.fault != nil:
		r.lacks(asked.name+": its answer broke off", records...)
	case asked.body == nil || reference.body == nil || asked.body.Cut || reference.body.Cut:
		r.lacks(asked.name+": a body was not kept in full", records...)
	default:
		same := asked.body.Digest == reference.body.Digest && asked.body.Length == reference.body.Length
		observed := "another body: " + difference(reference.body, asked.body)
		r.weigh(same, "", asked.name, observed, records...)
	}
}
