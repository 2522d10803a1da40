// Package bundle is evidence as somebody else receives it: the manifest that
// lists what belongs to it, the signed statement about the manifest, the one
// file that both can be packed into, and the verification of all of that
// without the host.
//
// It touches no network and reads no clock. What a verifier has to bring, such
// as the keys that he trusts, is passed in.
package bundle
