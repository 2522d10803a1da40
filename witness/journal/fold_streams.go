package journal

import (
	"slices"
	"strconv"
)

// stream gives the stream of that name and, the first time, its place among
// those asked for.
func (e *Evidence) stream(name string) SeenStream {
	stream, there := e.Streams[name]
	if !there {
		e.Opened = append(e.Opened, name)
	}
	return stream
}

// setAside renames a stream that has ended, where it is asked for again: the
// plain name is that of the last attempt, "<name>~fault1", "~fault2" … those
// of the ones before.
func (e *Evidence) setAside(name string) {
	before, there := e.Streams[name]
	if !there || before.Ended == nil {
		return
	}
	aside := ""
	for attempt := 1; ; attempt++ {
		aside = name + "~fault" + strconv.Itoa(attempt)
		if _, taken := e.Streams[aside]; !taken {
			break
		}
	}
	e.Streams[aside] = before
	delete(e.Streams, name)
	at := slices.Index(e.Opened, name)
	e.Opened = append(slices.Replace(slices.Clone(e.Opened), at, at+1, aside), name)
	e.Streams[name] = SeenStream{}
}

func (e *Evidence) addOpened(r *Record) {
	stream := e.stream(r.Opened.Stream)
	if !stream.Answered {
		stream.Answered, stream.Seq, stream.OpenedAt, stream.Opened = true, r.Seq, r.At, *r.Opened
	}
	e.Streams[r.Opened.Stream] = stream
}

func (e *Evidence) addFrame(frame SeenFrame) {
	stream := e.stream(frame.Stream)
	stream.Frames = append(stream.Frames, frame)
	e.Streams[frame.Stream] = stream
}

func (e *Evidence) addComment(comment SeenComment) {
	stream := e.stream(comment.Stream)
	stream.Comments = append(stream.Comments, comment)
	e.Streams[comment.Stream] = stream
}

func (e *Evidence) addEnded(r *Record) {
	stream := e.stream(r.Ended.Stream)
	if stream.Ended == nil {
		stream.Ended, stream.EndSeq, stream.EndedAt = r.Ended, r.Seq, r.At
	}
	e.Streams[r.Ended.Stream] = stream
}
