// Package journal holds what a run saw as plain data: the records, the chain
// that binds them, how they are written and read, and the fold that turns them
// into the evidence judges read.
//
// The journal is the evidence. It is JSON Lines, one record a line, written
// once and never changed. Each line carries the hash of the line before it and
// its own; the last record is the end with the count, so a removed, reordered,
// edited or appended line shows.
//
// The package reads no clock and opens no socket: offsets come from the
// witness that observed.
package journal
