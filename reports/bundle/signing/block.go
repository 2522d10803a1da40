package signing

import (
	"bytes"
	"encoding/pem"
	"errors"
	"fmt"
)

// MaxKeyFile is how many bytes a text of keys may have. A discovery document
// with its keys fits in.
const MaxKeyFile = 4 << 20

// mostKeys bounds the keys in one file.
const mostKeys = 256

// The types of the PEM blocks that are read.
const (
	typePrivate = "PRIVATE KEY"
	typePublic  = "PUBLIC KEY"
)

// block is a PEM block and the id that the text behind it gives, "" without one.
type block struct {
	*pem.Block
	id string
}

// opening is how a PEM block begins.
const opening = "-----BEGIN "

// blocksOf takes a PEM text apart. It gives at least one block. pem.Decode
// passes over a block that it cannot read; here that is an error.
func blocksOf(text []byte) ([]block, error) {
	if len(text) > MaxKeyFile {
		return nil, fmt.Errorf("the file has %d bytes; a file of keys has at most %d", len(text), MaxKeyFile)
	}
	begun := bytes.Count(text, []byte(opening))
	switch {
	case begun == 0:
		return nil, notPEM(text)
	case begun > mostKeys:
		return nil, fmt.Errorf("the file holds %d keys; at most %d are read", begun, mostKeys)
	}
	blocks := make([]block, 0, begun)
	for len(blocks) < begun {
		read, rest := pem.Decode(text)
		if read == nil {
			return nil, errors.New("a PEM block of the file is broken; was it cut, or were its line breaks lost?")
		}
		behind, _, _ := bytes.Cut(rest, []byte(opening))
		id, err := noted(string(behind))
		if err != nil {
			return nil, err
		}
		blocks, text = append(blocks, block{read, id}), rest
	}
	return blocks, nil
}

func notPEM(text []byte) error {
	switch trimmed := bytes.TrimSpace(text); {
	case len(trimmed) == 0:
		return errors.New("the file is empty, but should hold a key; make one with hostwitness keygen")
	case trimmed[0] == '{' || trimmed[0] == '[':
		return errors.New("the key is JSON, but a private key is read as PKCS#8 in PEM; make one with hostwitness keygen")
	}
	return errors.New("the key is no PEM text: it has no line that begins with -----BEGIN; make one with hostwitness keygen")
}
