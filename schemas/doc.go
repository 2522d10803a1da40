// Package schemas holds what the protocol says, as data: the JSON Schemas (draft 2020-12) of what a host puts on the wire and
// of what this suite writes, the shape vectors that try them, and the catalogue of legs and rules.
//
// It is the one place that validates. Validate takes bytes and a schema's name and returns problems; ParseStrict is the one
// JSON reader for evidence; EventID, WorkspaceID, Tenant, HostEventType and DateTime are the grammars.
// All functions are pure: everything they read is embedded in the binary and never changes.
//
// A schema closes an object only where an RFC closes it. What is left open is lawful for a host, and its description says so.
package schemas
