package journal

// ReadWithin is Read with another bound on a line, so that the bound can be
// tested without a line of that length.
var ReadWithin = readWithin
