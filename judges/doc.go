// Package judges holds one pure function a leg: from the evidence of a run to
// findings, and from findings to a result.
//
// A judge never sees a socket or a clock, keeps no state and starts nothing;
// the same evidence gives the same findings for ever. It ignores everything
// it does not own: other types, other tenants' business, heartbeats and
// comments. It convicts only on a sentence of an RFC that binds.
package judges
