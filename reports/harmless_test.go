package reports

import (
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"hostwitness/judges"
)

// colours are the only escapes that a rendering may have, and only where colours were asked for.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// No rendering of hostile text has a control byte, an escape, a character that turns text round, or bytes that are no UTF-8,
// and none is longer than a reader would bear.
func TestRenderingsOfHostileTextAreHarmless(t *testing.T) {
	for sample, view := range map[string]View{"hostile": hostileView(t), "flooded": floodedView(t)} {
		for _, one := range renderings() {
			t.Run(sample+"."+one.name, func(t *testing.T) {
				text := string(render(t, one, view))
				if one.name == "colour.txt" {
					text = colours.ReplaceAllString(text, "")
				}
				if at := harm(text); at >= 0 {
					t.Errorf("byte %d of %q is raw", at, text[max(0, at-20):min(len(text), at+20)])
				}
				if len(text) > one.limit() {
					t.Errorf("is %d bytes long", len(text))
				}
				if !strings.Contains(text, `\x1b`) || !strings.Contains(text, `\u202e`) {
					t.Error("does not show the hostile text at all")
				}
			})
		}
	}
}

// limit is how long a rendering may get: report.json keeps every finding, the others do not.
func (r rendering) limit() int {
	if r.name == "report.json" {
		return 4 << 20
	}
	return 1 << 20
}

// harm finds the first thing that must not be raw, -1 where there is none.
func harm(text string) int {
	for at, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[at:]); size == 1 {
				return at
			}
		}
		if r != '\n' && !unicode.IsPrint(r) {
			return at
		}
	}
	return -1
}

func TestHTMLOfHostileTextHasNoElementOfIt(t *testing.T) {
	text := string(render(t, rendering{"report.html", WriteHTML, ""}, hostileView(t)))
	for _, element := range []string{"<script", "<img", "<a ", "</failure", "</script"} {
		if at := strings.Index(text, element); at >= 0 {
			t.Errorf("has %s: %q", element, text[at:min(len(text), at+60)])
		}
	}
	for _, attribute := range regexp.MustCompile(`<[a-z][^>]*>`).FindAllString(text, -1) {
		if strings.Contains(attribute, "onerror") || strings.Contains(attribute, "href") || strings.Contains(attribute, "src=") {
			t.Errorf("an element carries hostile text or a link: %q", attribute)
		}
	}
	if !strings.Contains(text, "&lt;script&gt;alert(1)&lt;/script&gt;") {
		t.Error("does not show the hostile text escaped")
	}
}

func TestJUnitOfHostileTextKeepsItsStructure(t *testing.T) {
	text := render(t, rendering{"junit.xml", WriteJUnit, ""}, hostileView(t))
	decoder := xml.NewDecoder(strings.NewReader(string(text)))
	allowed := map[string]bool{
		"testsuites": true, "testsuite": true, "properties": true, "property": true,
		"testcase": true, "failure": true, "error": true, "skipped": true,
	}
	var shown strings.Builder
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !allowed[token.Name.Local] {
				t.Errorf("there is an element %s", token.Name.Local)
			}
		case xml.CharData:
			shown.Write(token)
		}
	}
	if !strings.Contains(shown.String(), "]]></failure></script>") {
		t.Error("the end of a section in the hostile text did not come back as text")
	}
}

// In Markdown every row keeps its cells, and nothing of a host is a mark-up, a link or a mention.
func TestMarkdownOfHostileTextKeepsItsStructure(t *testing.T) {
	text := string(render(t, rendering{"summary.md", WriteMarkdown, ""}, hostileView(t)))
	columns := 0
	for row := range strings.Lines(text) {
		if !strings.HasPrefix(row, "|") {
			columns = 0
			continue
		}
		bars := strings.Count(strings.NewReplacer(`\\`, "", `\|`, "").Replace(row), "|")
		if columns != 0 && bars != columns {
			t.Errorf("a row has %d bars, not %d: %s", bars, columns, row)
		}
		columns = bars
	}
	spans := regexp.MustCompile("`[^`|<>$\\\\\n]+`") // nothing inside can end the span or its cell
	text = spans.ReplaceAllString(text, "·")
	if strings.Contains(text, "`") {
		t.Error("there is a backtick that is no end of a code span")
	}
	bare := strings.NewReplacer("<code>", "", "</code>", "", "<details>", "", "</details>", "", "<summary>", "", "</summary>", "", "<br>", "", "<!-- -->", "·").Replace(text)
	for _, bad := range []string{"<", ">", "://", "www.", "@someone", "[link]", " **bold", " _it_", " `code`"} {
		if at := strings.Index(bare, bad); at >= 0 {
			t.Errorf("has %q: %q", bad, bare[max(0, at-30):min(len(bare), at+30)])
		}
	}
}

// Also a report that New did not make, read from a damaged or a forged file, and a journal with the hostile text in every place,
// are harmless in every rendering.
func TestRenderingsOfAForgedReportAreHarmless(t *testing.T) {
	view := failingView(t)
	view.Required = []string{"0250.resume-backlog"}
	if spoilt := spoil(reflect.ValueOf(&view).Elem()); spoilt < 200 {
		t.Fatalf("only %d texts were spoilt", spoilt)
	}
	for _, one := range renderings() {
		t.Run(one.name, func(t *testing.T) {
			text := string(render(t, one, view))
			if one.name == "colour.txt" {
				text = colours.ReplaceAllString(text, "")
			}
			if at := harm(text); at >= 0 {
				t.Errorf("byte %d of %q is raw", at, text[max(0, at-20):min(len(text), at+20)])
			}
		})
	}
}

// spoil writes the hostile text into every text that can be reached but a result and an outcome, and tells how many there were.
func spoil(value reflect.Value) int {
	total := 0
	switch value.Kind() {
	case reflect.String:
		if value.Type() == reflect.TypeFor[judges.Result]() || value.Type() == reflect.TypeFor[judges.Outcome]() {
			return 0
		}
		value.SetString(hostile)
		return 1
	case reflect.Pointer:
		if !value.IsNil() {
			total = spoil(value.Elem())
		}
	case reflect.Slice:
		for i := range value.Len() {
			total += spoil(value.Index(i))
		}
	case reflect.Struct:
		for i := range value.NumField() {
			total += spoil(value.Field(i))
		}
	}
	return total
}

// Whatever the bytes, a clean text is one printable line of valid UTF-8 within its limit, and cleaning it again changes nothing.
func TestCleanTakesAnyBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.OneOf(
			rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 80), func(b []byte) string { return string(b) }),
			rapid.String(),
			rapid.Just(hostile),
		).Draw(t, "text")
		limit := rapid.IntRange(0, 90).Draw(t, "limit")
		got := clean(raw, limit)
		if harm(got) >= 0 || strings.Contains(got, "\n") {
			t.Fatalf("clean(%q) = %q, which is not printable", raw, got)
		}
		if cells(got) > limit+1 {
			t.Fatalf("clean(%q, %d) takes %d cells", raw, limit, cells(got))
		}
		if again := clean(got, limit+1); again != got {
			t.Fatalf("cleaned twice it is %q, not %q", again, got)
		}
	})
}

func TestCleanShowsWhatItTakesAway(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		limit            int
	}{
		{"plain", "id: évènement", "id: évènement", 20},
		{"escape", "\x1b[2J", `\x1b[2J`, 20},
		{"one-byte control introducer", "\u009b2J", `\u009b2J`, 20},
		{"lines and tabs", "a\r\n\tb", `a\r\n\tb`, 20},
		{"no UTF-8", "a\xff\xc3", `a\xff\xc3`, 20},
		{"a replacement character that was sent", "\ufffd", "\ufffd", 20},
		{"turned round", "\u202eabc", `\u202eabc`, 20},
		{"nothing to see", "a\u200bb\ufeff", `a\u200bb\ufeff`, 20},
		{"beyond the first plane", "\U000e0041", `\U000e0041`, 20},
		{"cut", "abcdef", "abc…", 3},
		{"an escape is not cut in two", "ab\x1b", "ab…", 5},
		{"wide characters take two cells", "漢字漢字", "漢字…", 5},
		{"marks take none", "e\u0301e\u0301", "e\u0301e\u0301", 2},
		{"a pile of marks is taken down", "e" + strings.Repeat("\u0301", 6), "e" + strings.Repeat("\u0301", 4) + `\u0301\u0301`, 20},
		{"a pile of marks is cut", "e" + strings.Repeat("\u0301", 1<<20), "e" + strings.Repeat("\u0301", 4) + `\u0301…`, 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := clean(test.text, test.limit); got != test.want {
				t.Errorf("clean(%q, %d) = %q, want %q", test.text, test.limit, got, test.want)
			}
		})
	}
}
