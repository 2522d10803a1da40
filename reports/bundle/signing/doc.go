// Package signing holds the Ed25519 keys (RFC 8032) that sign evidence: making,
// reading, writing and using them.
//
// It is stricter than crypto/ed25519. A public key that is no point of the
// curve, is not written the one canonical way or has small order is never made
// into a Public, so it can verify nothing: under a key of small order one
// signature fits many messages. A Private never prints its key.
package signing
