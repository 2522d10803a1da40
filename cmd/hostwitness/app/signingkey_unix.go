//go:build unix

package app

import (
	"os"
	"syscall"
)

// ownFile tells whether a file belongs to the user of this process.
func ownFile(info os.FileInfo) bool {
	status, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(status.Uid) == os.Geteuid()
}
