package journal

// Facts are what the operator said about a host that no request can find out.
// They are the operator's word: a judge that needs one names it.
type Facts struct {
	Tenants    map[Tenant]string `json:"tenants,omitempty"`    // id of the tenant that a credential is of
	Workspaces []Workspace       `json:"workspaces,omitempty"` // each at most once
	Restart    bool              `json:"restart,omitempty"`    // a command restarts the host
	Expire     bool              `json:"expire,omitempty"`     // a command makes an event older than the retention
	Remove     bool              `json:"remove,omitempty"`     // a command removes an event
}

// Workspace is a workspace on the host (RFC 0236 §D).
type Workspace struct {
	ID     string   `json:"id"`
	Tenant Tenant   `json:"tenant"`           // the credential whose tenant it belongs to
	Within []Tenant `json:"within,omitempty"` // the credentials that are within it; none is a workspace that none of them may see
}
