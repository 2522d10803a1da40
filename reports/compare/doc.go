// Package compare tells what changed between two lists of results, and what
// judging a journal again gives that its report does not say.
//
// It is pure: it reads no file and no clock, and the same lists always give the
// same answer in the same order. It decides nothing about a host; it only says
// of what was decided how one list differs from the other, and whether that is
// worse.
package compare
