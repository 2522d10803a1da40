package judges

import (
	"slices"

	"hostwitness/witness/journal"
)

// weighTenants looks for the tenants' ids. An id may be a word that a host says
// to everybody, so one that is found counts only where a refusal that cannot be
// about that tenant does not have it: the refusal of an unknown cursor of the
// other one.
func (d *disclosure) weighTenants() {
	gap, records := d.secondCredential()
	for _, refusal := range d.refusals {
		if gap != "" && refusal.tenant != journal.TenantA {
			continue // nothing vouches for a second tenant
		}
		for _, tenant := range []journal.Tenant{refusal.tenant, other(refusal.tenant)} {
			for _, id := range d.tenantIDs(tenant) {
				if refusal.tells(id) {
					d.weighTenant(refusal, tenant, id, gap, records)
				}
			}
		}
		d.keepNameless(refusal, gap, records)
	}
}

func (d *disclosure) weighTenant(refusal said, tenant journal.Tenant, id, gap string, records []int64) {
	reference, vouched := d.refusal(unknownOf(other(tenant)))
	found := refusal.name + " has " + quoted(id) + ", the id of tenant " + string(tenant) + ", in its body"
	switch {
	case gap != "":
		d.tenant.lacks(found+", which may be a word of its text: "+gap, slices.Concat(records, []int64{refusal.at.seq})...)
	case !vouched:
		d.tenant.lacks(found+", and no refusal of the other tenant's unknown cursor was seen to compare with", refusal.at.seq)
	case !reference.tells(id):
		d.tenant.breaks(refusal.name, "the body has "+quoted(id)+" in it, the id of tenant "+string(tenant)+", which that of "+
			reference.name+" has not", refusal.at.seq, reference.at.seq)
	}
}

// keepNameless keeps the rule for a refusal: the id of the caller's tenant is
// known and was looked for or, where nothing tells it, the refusal is the same
// for both tenants.
func (d *disclosure) keepNameless(refusal said, gap string, records []int64) {
	if len(d.tenantIDs(refusal.tenant)) > 0 {
		d.keepWhole(d.tenant, refusal)
		return
	}
	reference, vouched := d.refusal(unknownOf(other(refusal.tenant)))
	const nameless = "nothing tells the id of tenant "
	switch {
	case gap != "":
		d.tenant.lacks(nameless+string(refusal.tenant)+", no webhook id and no configuration, so only another tenant's refusal would show it: "+gap, records...)
	case !vouched:
		d.tenant.lacks(nameless+string(refusal.tenant)+", and no refusal of an unknown cursor of the other tenant was seen to compare with", refusal.at.seq)
	case refusal.body.Digest == reference.body.Digest && refusal.body.Length == reference.body.Length:
		d.tenant.keep(refusal.at.seq, reference.at.seq)
	default:
		d.tenant.lacks(nameless+string(refusal.tenant)+", and its refusal "+refusal.name+" is another than "+reference.name+": "+
			difference(reference.body, refusal.body)+"; give the tenants of the credentials in the configuration", refusal.at.seq, reference.at.seq)
	}
}

// unknownOf names the refusal of a tenant's own unknown cursor.
func unknownOf(tenant journal.Tenant) string {
	if tenant == journal.TenantB {
		return journal.StreamUnknownB
	}
	return journal.StreamUnknown1
}

// tenantIDs gives the ids of the tenant that a credential is of, as its
// subscription id and the operator tell.
func (f facts) tenantIDs(tenant journal.Tenant) []string {
	inbox := journal.InboxA
	if tenant == journal.TenantB {
		inbox = journal.InboxB
	}
	var ids []string
	if id, named := tenantOf(f.webhookID(inbox)); named {
		ids = append(ids, id)
	}
	if id := f.Run.Options.Facts.Tenants[tenant]; id != "" && !slices.Contains(ids, id) {
		ids = append(ids, id)
	}
	return ids
}

// advisories tell of what no rule is about, and of what may not be the host's.
func (d *disclosure) advisories() []Finding {
	var findings []Finding
	for _, refusal := range d.refusals {
		for _, line := range refusal.header {
			read := readingsOf(line.Value)
			if read.echo(refusal.cursorSent()) {
				findings = append(findings, advisory(d.cursor.rule, refusal.name+": the header "+quoted(line.Name)+" has the cursor in it", refusal.at.seq))
			}
			for _, id := range d.tenantIDs(refusal.tenant) {
				if read.hasWord(id) {
					findings = append(findings, advisory(d.tenant.rule, refusal.name+": the header "+quoted(line.Name)+" has the id of the tenant in it", refusal.at.seq))
				}
			}
		}
	}
	first, unknownA := d.refusal(journal.StreamUnknown1)
	second, again := d.refusal(journal.StreamUnknown2)
	other, unknownB := d.refusal(journal.StreamUnknownB)
	if unknownA && again && unknownB && first.body.Digest == second.body.Digest && first.body.Digest != other.body.Digest {
		findings = append(findings, advisory(d.tenant.rule, "the refusal of each tenant has a body of its own: "+difference(first.body, other.body), first.at.seq, other.at.seq))
	}
	return findings[:min(len(findings), mostBreaches)]
}
