// Package scenarios brings a host into the situations that the rules speak
// of. A scenario only drives: it causes events, opens streams, registers
// inboxes and waits for what it named. It decides nothing; what came of it is
// in the journal, for judges to read.
//
// Scenarios run side by side. They share one control stream and one trigger
// queue per credential, the inboxes and the settle windows, so that a whole
// run costs about two windows and a few dozen events.
package scenarios
