package journal

// stream gives the stream of that name and, the first time, its place among
// those asked for.
func (e *Evidence) stream(name string) SeenStream {
	stream, there := e.Streams[name]
	if !there {
		e.Opened = append(e.Opened, name)
	}
	return stream
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
