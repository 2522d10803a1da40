package compare

import (
	"fmt"
	"strings"

	"hostwitness/witness/journal"
)

// tenants tells which tenants the operator said that the credentials are of.
func tenants(facts journal.Facts) string {
	var said []string
	for _, side := range []journal.Tenant{journal.TenantA, journal.TenantB} {
		if id := facts.Tenants[side]; id != "" {
			said = append(said, fmt.Sprintf("%s %s", side, id))
		}
	}
	return strings.Join(said, ", ")
}

// workspaces tells which workspaces the operator named, and who is within them.
func workspaces(facts journal.Facts) string {
	var said []string
	for _, workspace := range facts.Workspaces {
		within := "nobody"
		if len(workspace.Within) > 0 {
			within = strings.Trim(fmt.Sprint(workspace.Within), "[]")
		}
		said = append(said, fmt.Sprintf("%s of %s (within: %s)", workspace.ID, workspace.Tenant, within))
	}
	return strings.Join(said, ", ")
}

// commands tells what the operator could do to the host.
func commands(facts journal.Facts) string {
	var said []string
	for _, command := range []struct {
		name  string
		given bool
	}{{"restart", facts.Restart}, {"expire", facts.Expire}, {"remove", facts.Remove}} {
		if command.given {
			said = append(said, command.name)
		}
	}
	return strings.Join(said, ", ")
}
