package journal_test

import (
	"bytes"
	"testing"

	"hostwitness/witness/journal"
)

// Each row is found by one reading alone.
func TestASecretIsFoundHoweverItIsWritten(t *testing.T) {
	const secret = "00 of/a \"crédential\" 𝄞"
	tests := []struct{ reason, raw, text string }{
		{"as it is", secret, "[redacted:a]"},
		{"in JSON", `{"t":"00 of\/a \"cr\u00E9dential\" \ud834\udd1e"}`, `{"t":"[redacted:a]"}`},
		{"in JSON in a string of JSON", `"{\"t\":\"00 of/a \\\"cr\\u00e9dential\\\" \\ud834\\udd1e\"}"`, `"{\"t\":\"[redacted:a]\"}"`},
		{"in a URL", "/x?t=00%20of%2Fa%20%22cr%c3%a9dential%22%20%F0%9D%84%9E&u", "/x?t=[redacted:a]&u"},
		{"in a URL in JSON", `"00%20of\u00252Fa%20%22cr%c3%a9dential%22%20%F0%9D%84%9E"`, `"[redacted:a]"`},
		{"in JSON in a URL", "%2200 of%5C/a%20%5C%22cr%5Cu00e9dential%5C%22%20%5Cud834%5Cudd1e%22", "%22[redacted:a]%22"},
		{"in a form", "t=00+of%2fa+%22cr%c3%a9dential%22+%f0%9d%84%9e&u", "t=[redacted:a]&u"},
		{"in a form without other escapes", "t=00+of/a+\"crédential\"+𝄞", "t=[redacted:a]"},
		{"in a form in JSON", `"t=00+of\u00252fa+%22cr%c3%a9dential%22+%f0%9d%84%9e"`, `"t=[redacted:a]"`},
		{"in a form in JSON without other escapes", `"00+of\/a+\"cr\u00e9dential\"+𝄞"`, `"[redacted:a]"`},
		{"in a form after a stray per cent sign", "%00+of%2Fa+%22cr%C3%A9dential%22+%F0%9D%84%9E", "%[redacted:a]"},
		{"in a path after a stray per cent sign", "%00%20of%2Fa%20%22cr%C3%A9dential%22%20%F0%9D%84%9E", "%[redacted:a]"},
		{"in JSON after a stray per cent sign", `%00 of/a \"crédential\" 𝄞`, "%[redacted:a]"},
		{"another one", `00 of/a \"credential\" 𝄞 %`, `00 of/a \"credential\" 𝄞 %`},
		{"broken escapes", `00 of/a \u00 \q %4 %zz \`, `00 of/a \u00 \q %4 %zz \`},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			recorder := journal.NewRecorder(&bytes.Buffer{}, journal.RecorderConfig{})
			recorder.AddSecret("a", secret)
			if got := recorder.Bytes([]byte(test.raw)); got.Text != test.text {
				t.Errorf("%s\nbecame %s\nwant   %s", test.raw, got.Text, test.text)
			}
		})
	}
}

// The backslash before belongs to nothing; read as an escaped one it would
// take the first character away, and read twice the secret's own.
func TestASecretIsFoundAfterAStrayBackslash(t *testing.T) {
	recorder := journal.NewRecorder(&bytes.Buffer{}, journal.RecorderConfig{})
	recorder.AddSecret("a", `cr\nedential`)
	const raw = `\\u0063r\u005c\u006eedential`
	if got := recorder.Bytes([]byte(raw)); got.Text != `\[redacted:a]` {
		t.Errorf("%s became %s", raw, got.Text)
	}
}
