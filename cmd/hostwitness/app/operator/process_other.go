//go:build !unix

package operator

import "os/exec"

// inGroup leaves a process as it is: where there are no process groups, what it
// started outlives it.
func inGroup(*exec.Cmd) {}

// shell gives the words that have a text read by the system's shell.
func shell(text string) []string { return []string{"cmd", "/C", text} }
