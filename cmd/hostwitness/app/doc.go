// Package app is the hostwitness command: the cobra commands, one small file
// each, and the only place where scenarios, judges and reports are joined.
//
// It is the only wiring and reads the only wall clock. It knows no leg by
// name: legs come from the catalogue, judges and scenarios, joined by id.
package app
