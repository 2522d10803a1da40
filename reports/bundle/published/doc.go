// Package published reads and checks certification bundles, version 3, which
// the suites of the ecosystem publish. This suite reads them and writes none.
//
// Read gives the bundle of a document or says why it is none. Check gives three
// answers that are never merged: who signed it and whether the signature holds,
// whether its parts agree with each other, and what it claims of the host. Both
// are pure: no network, no file, no clock.
//
// A signature covers four members only: the digest of the rows, the build, the
// suite's version and the digest of the discovery document. Everything else,
// the profiles and the names among it, is as whoever held the file last left it.
package published
