package journal

// ReadWithin is Read with another bound on a line, so that the bound can be
// tested without a line of that length.
var ReadWithin = readWithin

// Begun is begun, which every end of a stream is recorded with.
var Begun = begun
