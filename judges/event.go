package judges

import (
	"strings"

	"hostwitness/witness/journal"
)

// event is an event that this run caused and the host accepted.
type event struct {
	name     string
	id       string // as answered
	class    string // as asked for
	kind     string // the type that was asked for
	said     string // the type that was answered
	tenant   journal.Tenant
	key      string
	caused   place // the intent, before the request left
	answered place // when the answer was complete
}

func eventOf(name string, emit journal.SeenEmit) event {
	return event{
		name:     name,
		id:       emit.Emit.EventID,
		class:    emit.Intent.Class,
		kind:     emit.Intent.Type,
		said:     emit.Emit.Type,
		tenant:   emit.Intent.Tenant,
		key:      emit.Intent.Key,
		caused:   place{emit.Intent.At, emit.Intent.Seq},
		answered: place{emit.At, emit.Seq},
	}
}

// records are the records that show how the event was caused.
func (e event) records() []int64 { return []int64{e.caused.seq, e.answered.seq} }

// scenario is the part of the name before the role.
func (e event) scenario() string {
	scenario, _, _ := strings.Cut(e.name, "/")
	return scenario
}

func other(tenant journal.Tenant) journal.Tenant {
	if tenant == journal.TenantA {
		return journal.TenantB
	}
	return journal.TenantA
}
