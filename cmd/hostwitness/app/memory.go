package app

import "runtime/debug"

// softMemory is where the garbage collector begins to work harder, in bytes:
// low enough that a run against a host that floods stays under 64 MiB.
const softMemory = 44 << 20

// boundMemory sets the soft limit, unless the operator set one (GOMEMLIMIT).
func boundMemory(environment Environment) {
	if environment.value("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
}
