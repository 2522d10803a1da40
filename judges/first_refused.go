package judges

import (
	"fmt"

	"hostwitness/witness/journal"
)

// firstRefused says that the host refused the first credential for one of the
// operations from the start and to the end, "" when it did not.
func (f facts) firstRefused(needs []operation) string {
	uses := f.uses(journal.TenantA)
	known, served, denied := false, map[operation]bool{}, map[operation]reply{}
	for _, use := range uses {
		switch first, again := denied[use.kind]; {
		case use.denied() && (!again || use.sent.before(first.sent)):
			denied[use.kind] = use
		case use.denied():
		case f.taken(use):
			known, served[use.kind] = true, true
		case use.success():
			served[use.kind] = true
		}
	}
	for _, need := range needs {
		got, was := denied[need]
		switch {
		case !was || served[need]:
		case got.status == 403:
			return fmt.Sprintf("the host refused the first credential (%s) with 403: it lacks a scope; give a token with the scopes %s", f.source(journal.TenantA), neededScopes)
		case !known:
			return fmt.Sprintf("the host refused the first credential (%s) with 401; give a valid bearer token with the scopes %s", f.source(journal.TenantA), neededScopes)
		}
	}
	return ""
}

// firstTaken is met unless the host refused the first credential from the
// start for one of the operations.
func firstTaken(needs ...operation) check {
	return func(f facts) *Gate {
		if reason := f.firstRefused(needs); reason != "" {
			return blocked("%s", reason)
		}
		return nil
	}
}
