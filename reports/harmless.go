package reports

// Harmless makes a text that came from elsewhere fit to print: one line of valid UTF-8 in which everything that is not
// printable shows as an escape. It takes at most limit cells of a terminal and ends in an ellipsis where more was there.
func Harmless(text string, limit int) string { return clean(text, limit) }

// Wrap breaks a text of one line at spaces into lines of at most width cells; a longer word stands whole on a line of its own.
// A width of 0 or less means one line.
func Wrap(text string, width int) []string { return wrap(text, width) }

// Cells is the width of a text on a terminal: wide characters take two cells, marks on others none.
func Cells(text string) int { return cells(text) }
