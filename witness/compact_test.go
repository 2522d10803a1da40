package witness

import "testing"

func TestCompact(t *testing.T) {
	cases := []struct{ name, body, want string }{
		{"white space", "{ \"b\" : [ 1 , 2 ],\n \"a\": \"x y\" }\r\n", `{"b":[1,2],"a":"x y"}`},
		{"order and duplicates stay", `{"b":1, "a":2, "b":3}`, `{"b":1,"a":2,"b":3}`},
		{"numbers stay", `[1.50, 1E3, -0]`, `[1.50,1E3,-0]`},
		{"escaped non-ASCII", `{"m":"\u00e9"}`, `{"m":"é"}`},
		{"escaped solidus", `{"m":"a\/b"}`, `{"m":"a/b"}`},
		{"needed escapes stay", `["\"\\\n\u0001", 1]`, `["\"\\\n\u0001",1]`},
		{"nothing is escaped for HTML", `["\u003c&>"]`, `["<&>"]`},
		{"line separators", `["\u2028\u2029", "\\u2028"]`, "[\"\u2028\u2029\",\"\\\\u2028\"]"},
		{"surrogate pair", `["\ud83d\ude00"]`, `["😀"]`},
		{"lone surrogate stays", `["\ud83d", "\u0041"]`, `["\ud83d","A"]`},
		{"replacement character", `["\ufffd"]`, "[\"\uFFFD\"]"},
		{"quote and brackets inside a text", `["a\"]{ ,:", 1]`, `["a\"]{ ,:",1]`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, differs := compact([]byte(c.body))
			if !differs || string(got) != c.want {
				t.Errorf("compact(%q) = %q, differs %v; want %q, true", c.body, got, differs, c.want)
			}
		})
	}
}

func TestCompactHasNothingToTell(t *testing.T) {
	for _, body := range []string{"", `{"a":1}`, `{"a"`, "{}{}", "\"\xff \"", `["<>&","é"]`, `"a\u0001b"`} {
		if got, differs := compact([]byte(body)); differs {
			t.Errorf("compact(%q) = %q and differs", body, got)
		}
	}
}
