package witness

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// compact writes a JSON text again the way most serialisers do: no white
// space, members in their order, texts with the fewest escapes, numbers as they
// stand. It tells whether the result differs; a body that is not one JSON text
// in UTF-8 has no compact form.
func compact(body []byte) (compacted []byte, differs bool) {
	if !utf8.Valid(body) {
		return nil, false
	}
	var spaceless bytes.Buffer
	if json.Compact(&spaceless, body) != nil {
		return nil, false
	}
	compacted = plainTexts(spaceless.Bytes())
	return compacted, !bytes.Equal(compacted, body)
}

// plainTexts writes each text of compact JSON with the fewest escapes.
func plainTexts(text []byte) []byte {
	plain := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if text[i] != '"' {
			plain = append(plain, text[i])
			i++
			continue
		}
		end := textEnd(text, i)
		plain = append(plain, plainText(text[i:end])...)
		i = end
	}
	return plain
}

// textEnd is the place after the text that begins at i.
func textEnd(text []byte, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// plainText rewrites one quoted text. What Go cannot carry without a change,
// a surrogate without its other half, stays as it is.
func plainText(quoted []byte) []byte {
	if !bytes.ContainsRune(quoted, '\\') {
		return quoted
	}
	var text string
	if json.Unmarshal(quoted, &text) != nil || loneSurrogate(quoted, text) {
		return quoted
	}
	var plain bytes.Buffer
	encoder := json.NewEncoder(&plain)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(text) != nil {
		return quoted
	}
	return unescapeSeparators(bytes.TrimSuffix(plain.Bytes(), []byte("\n")))
}

// loneSurrogate tells whether reading the text has replaced something.
func loneSurrogate(quoted []byte, text string) bool {
	const replacement = "\uFFFD"
	return bytes.Count([]byte(text), []byte(replacement)) >
		bytes.Count(quoted, []byte(replacement))+bytes.Count(bytes.ToLower(quoted), []byte(`\ufffd`))
}

// unescapeSeparators undoes the two escapes that Go writes for JavaScript's
// sake. A backslash in quoted is either the start of an escape or the second
// half of one, so escapes are walked in order.
func unescapeSeparators(quoted []byte) []byte {
	plain := quoted[:0:0]
	for i := 0; i < len(quoted); i++ {
		if quoted[i] != '\\' {
			plain = append(plain, quoted[i])
			continue
		}
		if rest := string(quoted[i:min(i+6, len(quoted))]); rest == `\u2028` || rest == `\u2029` {
			plain = append(plain, "\u2028\u2029"[3*int(rest[5]-'8'):][:3]...)
			i += 5
			continue
		}
		plain = append(plain, quoted[i], quoted[i+1])
		i++
	}
	return plain
}
