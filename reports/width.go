package reports

// Wrap breaks a text of one line at spaces into lines of at most width cells; a longer word stands whole on a line of its own.
// A width of 0 or less means one line.
func Wrap(text string, width int) []string { return wrap(text, width) }

// Cells is the width of a text on a terminal: wide characters take two cells, marks on others none.
func Cells(text string) int { return cells(text) }
