package reports

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestProse(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"an address", "the host at https://host.example/api?a=1&b=_x_, and so on", "the host at `https://host.example/api?a=1&b=_x_`, and so on"},
		{"in brackets", "(see http://host.example/x)", "(see `http://host.example/x`)"},
		{"without a scheme", "WWW.host.example", "`WWW.host.example`"},
		{"no address", "https:// and www. alone", "https:<!-- -->// and www<!-- -->. alone"},
		{"a mention", "@someone a@b.example", "@<!-- -->someone a@<!-- -->b.example"},
		{"a span is not left", "x://a`@b` https://c|d", "`x://a`&#96;@<!-- -->b&#96; `https://c`\\|d"},
		{"after a backtick", "`https://a`", "&#96;`https://a`&#96;"},
		{"after a backslash", `\https://a\`, "\\\\`https://a`\\\\"},
		{"a formula", "$https://a$", "&#36;`https://a`&#36;"},
		{"HTML", "https://a<b>c</b>", "`https://a`&lt;b&gt;c&lt;/b&gt;"},
		{"nothing but an end", "https://,", "`https://`,"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := prose(test.text, 200); got != test.want {
				t.Errorf("prose is %s, want %s", got, test.want)
			}
		})
	}
}

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		`id: "" *x* @someone`:           "`id: \"\" *x* @someone`",
		"run --host https://a --only x": "`run --host https://a --only x`",
		"a`b":                           "<code>a&#96;b</code>",
		"a|b https://x":                 "<code>a&#124;b https&#58;//x</code>",
		" ":                             "<code> </code>",
		"<b>@someone</b>":               "<code>&lt;b&gt;@<!-- -->someone&lt;/b&gt;</code>",
	} {
		if got := code(text); got != want {
			t.Errorf("code(%q) is %s, want %s", text, got, want)
		}
	}
}

// Whatever the text, outside of whole code spans there is no backtick, address, mention or tag, and no cell ends.
func TestProseTakesAnyText(t *testing.T) {
	span := regexp.MustCompile("`[^`|<>$\\\\\n]+`")
	piece := rapid.SampledFrom([]string{"`", "|", "\\", "$", "<", ">", "&", "@x", "https://", "www.", "WwW.", "a", ".", " ", "*", "_", "[a](b)", "!", "漢", "\n", "\x1b", hostile})
	rapid.Check(t, func(t *rapid.T) {
		raw := strings.Join(rapid.SliceOfN(piece, 0, 20).Draw(t, "pieces"), "")
		for _, text := range []string{prose(raw, 300), code(raw)} {
			rest := span.ReplaceAllString(text, "·")
			rest = strings.NewReplacer("<!-- -->", "·", "<code>", "", "</code>", "", `\\`, "", `\|`, "").Replace(rest)
			for _, bad := range []string{"`", "<", ">", "|", "$", "@x", "://", "www.", "WWW."} {
				if strings.Contains(rest, bad) {
					t.Fatalf("%q became %q, which has a bare %q", raw, text, bad)
				}
			}
		}
	})
}
