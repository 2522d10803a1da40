// Package signature knows the two schemes that sign a webhook delivery:
// OpenWOP's own v1 (RFC 0236 §E) and Standard Webhooks 1.0.0, which a
// subscription may ask for beside it. It computes what a signature should be,
// and it is a receiver that tells whether it accepts a delivery, and why not.
//
// Where the specifications leave a reading open the receiver takes the strict
// one: a timestamp is plain digits without a sign or a leading zero, a signature
// has the one spelling that the scheme writes, the algorithm is named, a secret
// has the form in which secrets are registered.
package signature
