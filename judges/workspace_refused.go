package judges

import (
	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// workspaceRefused judges 0241.trigger.workspace-refused (RFC 0241 §B.4).
func workspaceRefused() Judge {
	return Judge{
		Leg:   "0241.trigger.workspace-refused",
		Needs: []operation{causesEvents},
		Gate:  gated(discovered, claimsHostEvents, servesTrigger),
		Judge: judgeWorkspaceRefused,
	}
}

const codeNotFound = "not_found"

func judgeWorkspaceRefused(evidence journal.Evidence) []Finding {
	f := gather(evidence)
	unknown := workspaceRefusal{
		refused: rules("unknown-refused", "no 2xx"),
		status:  rules("unknown-status", "404"),
		code:    rules("unknown-code", codeNotFound),
	}
	for _, name := range f.forEachClass(journal.CallTriggerUnknownWorkspace) {
		unknown.weigh(f, name)
	}
	return f.unsettled(gathered(unknown.all()...), f.drifted(triggerClaim()))
}

// workspaceRefusal holds the rules of a call that names a workspace in which the
// caller cannot cause anything.
type workspaceRefusal struct {
	refused, status, code *ruling
}

func (w workspaceRefusal) all() []*ruling { return []*ruling{w.refused, w.status, w.code} }

func (w workspaceRefusal) weigh(f facts, name string) {
	call := f.refusedCall(name)
	record := call.at.seq
	if f.accepts(call, namesWorkspace) {
		w.refused.breaks(name, call.String(), record)
		return
	}
	if reason := f.unproven(call, namesWorkspace); reason != "" {
		lackAll(w.all(), name+": "+reason, record)
		return
	}
	w.status.weigh(call.status == 404, "", name, call.String(), record)
	if !call.refused() {
		lackAll([]*ruling{w.refused, w.code}, name+" was "+call.String(), record)
		return
	}
	w.refused.keep(record)
	refusal := readError(call.body)
	if _, ok := refusal.code(); !ok {
		w.code.weigh(false, refusal.unsure, name, "no error code that can be read", record)
		return
	}
	refusal.weighCode(w.code, codeNotFound, name, record)
}

// namesWorkspace says that a body is a lawful one for a workspace.
func namesWorkspace(sent document) bool {
	return sent.has("workspaceId") && len(schemas.ValidateValue(schemas.TriggerRequest, sent.object)) == 0
}
