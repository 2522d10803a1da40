// Command hostwitness certifies the event surface of OpenWOP hosts.
package main

import (
	"os"

	"hostwitness/cmd/hostwitness/app"
)

func main() {
	os.Exit(app.Main(app.Process()))
}
