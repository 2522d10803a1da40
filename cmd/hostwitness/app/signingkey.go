package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"hostwitness/reports/bundle/signing"
)

// variableSigningKey holds the PEM text of the key that signs.
const variableSigningKey = "HOSTWITNESS_SIGNING_KEY"

// maxPrivateKey bounds the text of one private key.
const maxPrivateKey = 64 << 10

// signingKey reads the key that signs: from the file, else from
// HOSTWITNESS_SIGNING_KEY, nil where neither is given. What is wrong with it is
// wrong use, and no error shows the key.
func signingKey(environment Environment, file string) (*signing.Private, error) {
	text := environment.value(variableSigningKey)
	switch {
	case file != "" && text != "":
		return nil, usagef("--key and %s are both given; give one of them", variableSigningKey)
	case file != "":
		return keyFromFile(file)
	case text != "":
		return keyFromVariable(text)
	}
	return nil, nil
}

func keyFromVariable(text string) (*signing.Private, error) {
	if len(text) > maxPrivateKey {
		return nil, usagef("%s has %d bytes; a private key has at most %d", variableSigningKey, len(text), maxPrivateKey)
	}
	key, err := signing.ReadPrivate([]byte(unfolded(text)))
	if err != nil {
		return nil, usagef("read %s, which holds a key in PEM (its file's name goes to --key): %w", variableSigningKey, err)
	}
	return &key, nil
}

// unfolded brings back the line breaks of a text that a CI system keeps on one
// line, written as \n. PEM has no backslash, so this changes no key.
func unfolded(text string) string {
	if strings.Contains(text, "\n") {
		return text
	}
	return strings.NewReplacer(`\r\n`, "\n", `\n`, "\n").Replace(text)
}

func keyFromFile(name string) (*signing.Private, error) {
	text, info, err := readKeys(name, maxPrivateKey)
	if err != nil {
		return nil, usagef("read --key: %w", err)
	}
	key, err := signing.ReadPrivate(text)
	if err != nil {
		return nil, usagef("read --key %s: %w", name, err)
	}
	if err := checkPrivateFile(info); err != nil {
		return nil, usagef("read --key: %s %w", name, err)
	}
	return &key, nil
}

// pinnedKeys reads the public keys of a --pin file, at least one.
func pinnedKeys(name string) ([]signing.Public, error) {
	text, _, err := readKeys(name, signing.MaxKeyFile)
	if err != nil {
		return nil, usagef("read --pin: %w", err)
	}
	keys, err := signing.ReadPublic(text)
	if err != nil {
		return nil, usagef("read --pin %s: %w", name, err)
	}
	return keys, nil
}

// readKeys reads a file of at most so many bytes, and says what was opened. Its
// errors name the file.
func readKeys(name string, most int64) ([]byte, os.FileInfo, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	info, err := in.Stat()
	switch {
	case err != nil:
		return nil, nil, err
	case info.IsDir():
		return nil, nil, fmt.Errorf("%s is a folder; give the file of a key", name)
	}
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return nil, nil, err
	case int64(len(text)) > most:
		return nil, nil, fmt.Errorf("%s has more than %d bytes, so it is no file of a key", name, most)
	}
	return text, info, nil
}

// checkPrivateFile refuses what ssh refuses: a private key of the operator's
// that others than him may read or write. A file that is someone else's, as a
// mounted secret is, was given to him with the rights it has.
func checkPrivateFile(info os.FileInfo) error {
	if info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 && ownFile(info) {
		return errors.New("may be read or written by others than you, and a private key must not be: chmod 600 it, and think about whether it is still private")
	}
	return nil
}
