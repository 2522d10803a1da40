package published

import (
	"fmt"

	"hostwitness/reports/bundle/refusal"
)

// mostTold is how many refusals of one name are told one by one; of the others
// the count is told.
const mostTold = 20

// findings collects refusals, however many a document gives cause for.
type findings struct {
	told  []refusal.Refusal
	names []refusal.Name
	count map[refusal.Name]int
}

func (f *findings) refuse(name refusal.Name, of, format string, args ...any) {
	if f.count == nil {
		f.count = map[refusal.Name]int{}
	}
	if f.count[name] == 0 {
		f.names = append(f.names, name)
	}
	f.count[name]++
	if f.count[name] <= mostTold {
		f.told = append(f.told, *refuse(name, of, format, args...))
	}
}

// refusals gives what was collected; never nil, so that it prints as a list.
func (f *findings) refusals() []refusal.Refusal {
	all := append([]refusal.Refusal{}, f.told...)
	for _, name := range f.names {
		if more := f.count[name] - mostTold; more > 0 {
			all = append(all, refusal.Refusal{Name: name, Detail: fmt.Sprintf("and %d more of this kind", more)})
		}
	}
	return all
}
