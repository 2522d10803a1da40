package journal

// maxKeptBytes bounds what is kept of one frame or body: more would not fit a
// line of the journal, see MaxLineBytes.
const maxKeptBytes = 16 << 20

// DefaultLimits are the limits of a run that sets none.
func DefaultLimits() Limits {
	return Limits{
		LineBytes:   4 << 20,
		FrameBytes:  16 << 20,
		BodyBytes:   4 << 20,
		MemoryBytes: 32 << 20,
		RecordBytes: 256 << 20,
	}
}

// WithDefaults takes the default for every limit that is not above zero, and
// brings those down that a line of the journal could not hold.
func (l Limits) WithDefaults() Limits {
	standard := DefaultLimits()
	l.LineBytes = positive(l.LineBytes, standard.LineBytes)
	l.FrameBytes = min(positive(l.FrameBytes, standard.FrameBytes), maxKeptBytes)
	l.BodyBytes = min(positive(l.BodyBytes, standard.BodyBytes), maxKeptBytes)
	l.MemoryBytes = positive(l.MemoryBytes, standard.MemoryBytes)
	l.RecordBytes = positive(l.RecordBytes, standard.RecordBytes)
	return l
}

func positive[N int | int64](given, standard N) N {
	if given > 0 {
		return given
	}
	return standard
}
