package journal

import "encoding/base64"

// Bytes is a recorded byte string. Text holds it where it is valid UTF-8,
// Base64 otherwise. Secrets in it are replaced by markers.
type Bytes struct {
	Text     string      `json:"text,omitempty"`
	Base64   string      `json:"base64,omitempty"`
	Length   int64       `json:"length"`             // of the original bytes as received
	Digest   string      `json:"digest"`             // HMAC-SHA-256 of the original bytes under the run's key, hex
	Redacted []Redaction `json:"redacted,omitempty"` // where a secret stood
	Cut      bool        `json:"cut,omitempty"`      // the limit was reached; the rest was not kept
}

// Content gives the bytes as they were recorded: with markers where a secret
// stood, and short where Cut is set. Where neither is the case they are the
// original bytes. A Base64 that is none, which the recorder never writes, is
// no content.
func (b Bytes) Content() []byte {
	if b.Base64 == "" {
		return []byte(b.Text)
	}
	raw, err := base64.StdEncoding.DecodeString(b.Base64)
	if err != nil {
		return nil
	}
	return raw
}

// Redaction says that a secret stood at Offset of the original bytes.
type Redaction struct {
	Offset int    `json:"offset"`
	Length int    `json:"length"`
	Name   string `json:"name"` // which secret: "credential-a", "webhook-secret" …
}

// Header is one header line as it stood on the wire.
type Header struct {
	Name     string      `json:"name"`
	Value    string      `json:"value"`
	Redacted []Redaction `json:"redacted,omitempty"`
}

// Foreign is what is kept of a frame or delivery that this run did not cause:
// enough to judge types and leaks, nothing of its content.
type Foreign struct {
	Type      string   `json:"type,omitempty"` // of the event field, else of the envelope
	Kind      string   `json:"kind,omitempty"` // the type in the envelope, where it is another than Type
	Class     string   `json:"class,omitempty"`
	EventID   string   `json:"eventId,omitempty"`
	Timestamp string   `json:"timestamp,omitempty"` // of a delivery of a type that this run caused
	Members   []string `json:"members,omitempty"`   // top-level member names of the envelope, in order
	Length    int64    `json:"length"`
	Digest    string   `json:"digest"`             // keyed, as in Bytes
	Mentions  []string `json:"mentions,omitempty"` // ids of events this run caused that stand in the bytes
}
