package witness

import (
	"io"
	"sync"
)

// budget is the memory that everything being read at one time shares: bodies,
// deliveries and unfinished blocks. Hosts that keep to the protocol come nowhere
// near it; one that floods every connection at once must not take the machine.
type budget struct {
	mu   sync.Mutex
	free int64
}

func newBudget(bytes int64) *budget { return &budget{free: bytes} }

// take takes bytes, or says that there are not that many. A negative number
// gives back.
func (b *budget) take(bytes int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if bytes > b.free {
		return false
	}
	b.free -= bytes
	return true
}

// give gives back what was taken.
func (b *budget) give(bytes int64) { b.take(-bytes) }

// readAll reads up to the limit and takes what it has read from the budget,
// which is to be given back. It tells whether there is more, which it leaves
// unread. Bytes that came before an error are returned with it.
func (b *budget) readAll(from io.Reader, limit int) (all []byte, more bool, err error) {
	chunk := make([]byte, min(limit+1, chunkBytes))
	for {
		n, err := from.Read(chunk)
		fits := min(n, limit-len(all))
		if !b.take(int64(fits)) {
			return all, true, nil
		}
		all = append(all, chunk[:fits]...)
		switch {
		case fits < n:
			return all, true, nil
		case err == io.EOF:
			return all, false, nil
		case err != nil:
			return all, false, err
		}
	}
}
