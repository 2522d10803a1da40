package judges

import (
	"cmp"
	"fmt"
	"strings"

	"hostwitness/schemas"
	"hostwitness/witness/journal"
)

// kinship is what the run shows about the two credentials.
type kinship int

const (
	kinshipUnknown kinship = iota // nothing says whose they are
	twoTenants                    // their subscription ids name different tenants, or the operator does
	oneTenant                     // their subscription ids name the same tenant
)

// kinship reads the tenants out of the ids of the two inboxes' subscriptions,
// which read "<tenant>/<opaque>". Where these name none, the operator's word is
// taken.
func (f facts) kinship() kinship {
	a, aNamed := tenantOf(f.webhookID(journal.InboxA))
	b, bNamed := tenantOf(f.webhookID(journal.InboxB))
	switch {
	case !aNamed || !bNamed:
		return f.toldKinship()
	case a == b:
		return oneTenant
	}
	return twoTenants
}

// toldKinship is what the operator says of the two credentials.
func (f facts) toldKinship() kinship {
	a, b := f.Run.Options.Facts.Tenants[journal.TenantA], f.Run.Options.Facts.Tenants[journal.TenantB]
	if a == "" || b == "" || a == b {
		return kinshipUnknown
	}
	return twoTenants
}

func tenantOf(webhookID string) (string, bool) {
	tenant, opaque, bound := strings.Cut(webhookID, "/")
	return tenant, bound && opaque != "" && schemas.Tenant(tenant)
}

// secondCredential says why the second credential cannot witness isolation,
// "" when it can.
func (f facts) secondCredential() (string, []int64) {
	state, source := journal.CredentialMissing, variableSecond
	for _, credential := range f.Run.Credentials {
		if credential.Tenant == journal.TenantB {
			state, source = credential.State, cmp.Or(credential.Source, source)
		}
	}
	switch state {
	case journal.CredentialMissing:
		return fmt.Sprintf("no second credential was given; set %s to a key of a second tenant", source), nil
	case journal.CredentialEmpty:
		return fmt.Sprintf("the second credential (%s) is empty; set it to a key of a second tenant", source), nil
	case journal.CredentialSame:
		return fmt.Sprintf("the second credential (%s) equals the first; give one of another tenant", source), nil
	}
	for _, stream := range f.controls(journal.TenantB) {
		if got := streamReply(stream); got.denied() {
			return fmt.Sprintf("the second credential (%s) was refused: %s was %s; %s", source, stream.Intent.Name, got, remedy(got)), []int64{stream.Seq}
		}
	}
	if f.kinship() == oneTenant {
		tenant, _ := tenantOf(f.webhookID(journal.InboxA))
		return fmt.Sprintf("the second credential (%s) is bound to the first tenant: both webhook ids begin with %s/", source, tenant),
			[]int64{f.lastReply(journal.InboxA).at.seq, f.lastReply(journal.InboxB).at.seq}
	}
	if f.indistinct() {
		return "everything of either credential is visible to the other and nothing says whose they are: " +
			"either both belong to one tenant, or the host does not keep tenants apart; say tenants.a and tenants.b in the configuration", nil
	}
	reason, records := f.unopened(journal.TenantB)
	return f.follows(reason), records
}

// remedy says what to do about a second credential that was refused.
func remedy(got reply) string {
	if got.status == 403 {
		return "it lacks a scope; give a key of a second tenant with the scopes " + neededScopes
	}
	return "set it to a valid key of a second tenant"
}

// indistinct says that nothing tells two tenants apart: neither subscription ids
// nor the operator name them, and each credential sees all that the other
// caused. A credential that could cause nothing hides nothing.
func (f facts) indistinct() bool {
	if f.kinship() != kinshipUnknown {
		return false
	}
	ab, abAll := f.crossing(journal.TenantA)
	ba, baAll := f.crossing(journal.TenantB)
	return ab+ba > 0 && abAll && baAll
}

// crossing counts the tenant's events that were seen on the other's control
// stream, and says whether that was all that could have been.
func (f facts) crossing(tenant journal.Tenant) (seen int, all bool) {
	all = true
	for _, e := range f.of(tenant, "") {
		if _, own := f.shown(e); !own || f.shared(e) {
			continue
		}
		for _, stream := range f.controls(other(tenant)) {
			if _, leaked := f.seen(stream.Intent.Name, e); leaked {
				seen++
			} else if f.absentFrom(stream, e).proven {
				all = false
			}
		}
	}
	return seen, all
}

// shared says that both tenants were given the event's id, so that it tells
// nothing about whose event it is.
func (f facts) shared(e event) bool {
	for _, twin := range f.byID[e.id] {
		if twin.tenant != e.tenant {
			return true
		}
	}
	return false
}
