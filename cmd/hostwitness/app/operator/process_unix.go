//go:build unix

package operator

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// inGroup makes a process the first of a group of its own, and has all of it
// killed where the process is.
func inGroup(process *exec.Cmd) {
	process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	process.Cancel = func() error {
		err := syscall.Kill(-process.Process.Pid, syscall.SIGKILL)
		if errors.Is(err, syscall.ESRCH) {
			return os.ErrProcessDone
		}
		return err
	}
}

// shell gives the words that have a text read by the system's shell.
func shell(text string) []string { return []string{"/bin/sh", "-c", text} }
