package reports

import "github.com/fatih/color"

// palette colours text, or leaves it as it is. It follows what the caller said and neither the environment nor a terminal.
type palette struct {
	good, bad, open, faint, strong *color.Color
}

func newPalette(colour bool) palette {
	pick := func(attributes ...color.Attribute) *color.Color {
		chosen := color.New(attributes...)
		if colour {
			chosen.EnableColor()
		} else {
			chosen.DisableColor()
		}
		return chosen
	}
	return palette{
		good:   pick(color.FgGreen),
		bad:    pick(color.FgRed, color.Bold),
		open:   pick(color.FgYellow),
		faint:  pick(color.Faint),
		strong: pick(color.Bold),
	}
}
