package judges

import (
	"fmt"
	"strings"

	"hostwitness/witness/journal"
)

// operation is what a credential is needed for.
type operation int

const (
	opensStream operation = iota
	causesEvents
	registersInboxes
)

// operationOf tells what an exchange asked the host for. A redirect on the way
// to a stream bears the stream's name.
func (f facts) operationOf(attempt journal.SeenExchange) operation {
	_, stream := f.Streams[attempt.Name]
	_, registration := f.Registrations[strings.TrimSuffix(attempt.Name, "-unregister")]
	switch {
	case stream:
		return opensStream
	case registration:
		return registersInboxes
	}
	return causesEvents
}

// uses gives every answer to a request that bore the tenant's credential.
func (f facts) uses(tenant journal.Tenant) []reply {
	var uses []reply
	for _, attempts := range f.Exchanges {
		for _, attempt := range attempts {
			if attempt.Tenant == tenant && attempt.Response != nil {
				uses = append(uses, f.exchangeReply(attempt))
			}
		}
	}
	for _, name := range f.Opened {
		if got := f.replyTo(name); got.tenant == tenant && got.answered {
			uses = append(uses, got)
		}
	}
	return uses
}

// taken says that the answer shows that the host accepted the credential: it
// was served, or declined for a reason that is not the credential's. A stream
// that is opened without any shows nothing, nor does an address that is not
// there.
func (f facts) taken(got reply) bool {
	switch {
	case got.kind == opensStream && f.replyTo(journal.StreamAnonymous).eventStream():
		return false
	case got.kind == opensStream && got.success():
		return got.eventStream()
	case got.success():
		return !f.everywhere(got)
	}
	return got.refused() && !got.denied() && got.status >= 400 && got.status != 404 && got.status != 405
}

// deniedFor says why a 401 or 403 is not the host's fault, "" when it may be
// one: the same credential was accepted by a request that was sent later and,
// for a missing scope, by one of the same kind at any time.
func (f facts) deniedFor(got reply) string {
	if !got.denied() || got.tenant == journal.Nobody {
		return ""
	}
	var before journal.Offset
	accepted, later, scoped := false, false, got.status == 401
	for _, use := range f.uses(got.tenant) {
		if !f.taken(use) {
			continue
		}
		scoped = scoped || use.kind == got.kind
		if got.sent.before(use.sent) {
			later = later || !f.renewed(got.tenant, got.sent.at, use.sent.at)
			continue
		}
		accepted, before = true, max(before, use.at.at)
	}
	switch {
	case later && scoped:
		return ""
	case !scoped:
		return fmt.Sprintf("tenant %s's credential was refused (403) wherever this was asked for; give it the scopes %s", got.tenant, neededScopes)
	case !accepted:
		return fmt.Sprintf("tenant %s's credential was refused (%d) and not accepted again", got.tenant, got.status)
	}
	return fmt.Sprintf("tenant %s's credential was accepted until %s and refused (%d) from %s on; use a token that outlives the run, or %s",
		got.tenant, seconds(before), got.status, seconds(f.deniedSince(got.tenant, before)), f.renewable(got.tenant))
}

// whole says what was answered and, where it is the credential's doing, why.
func (f facts) whole(got reply) string {
	if reason := f.deniedFor(got); reason != "" {
		return got.String() + ": " + reason
	}
	return got.String()
}

// deniedSince is when the tenant's credential was first refused after a point.
func (f facts) deniedSince(tenant journal.Tenant, after journal.Offset) journal.Offset {
	var first journal.Offset
	for _, use := range f.uses(tenant) {
		if use.denied() && use.at.at >= after && (first == 0 || use.at.at < first) {
			first = use.at.at
		}
	}
	return first
}

// renewed says that another credential may have taken the place of the one that
// a request bore before a later one was sent. The credential is read up to a
// dial before the request is on the wire, so what was renewed shortly before
// counts too.
func (f facts) renewed(tenant journal.Tenant, from, to journal.Offset) bool {
	for _, note := range f.Notes {
		if note.Topic == journal.TopicCredential && note.Name == string(tenant) && note.Text == journal.CredentialRenewed &&
			note.At >= from-f.Run.Options.Patience && note.At <= to {
			return true
		}
	}
	return false
}

// The variables of the credentials, where a run does not say which it read.
const (
	variableFirst  = "OPENWOP_API_KEY"
	variableSecond = "OPENWOP_TEST_TENANT_B_API_KEY"
)

const neededScopes = "runs:read and webhooks:manage"

// source names where a tenant's credential came from.
func (f facts) source(tenant journal.Tenant) string {
	for _, credential := range f.Run.Credentials {
		if credential.Tenant == tenant && credential.Source != "" {
			return credential.Source
		}
	}
	if tenant == journal.TenantB {
		return variableSecond
	}
	return variableFirst
}

// renewable says how to give a credential that can be renewed during a run.
func (f facts) renewable(tenant journal.Tenant) string {
	source := f.source(tenant)
	switch {
	case strings.HasSuffix(source, "_FILE"):
		return "renew it in the file of " + source + " before it ends"
	case tenant == journal.TenantB:
		return variableSecond + "_FILE"
	}
	return variableFirst + "_FILE"
}

func seconds(at journal.Offset) string { return fmt.Sprintf("%.1f s", at.Seconds()) }
