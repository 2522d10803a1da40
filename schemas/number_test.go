package schemas

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTamedNumbers(t *testing.T) {
	long := strings.Repeat("9", 500)
	for number, want := range map[string]string{
		"0": "0", "-0": "0", "0.000": "0", "0e999999999999": "0", "0.0e-5": "0",
		"1": "1", "-1": "-1", "3600.0": "3600.0", "3.6e3": "3.6e3", "1e400": "1e400", "1e-400": "1e-400",
		"1e401": "1e400", "-1e401": "-1e400", "1e9999999": "1e400", "-1E+9999999": "-1e400",
		"1e-401": "0.5", "-1e-9999999": "-0.5",
		"1e99999999999999999999999999999999999999999": "1e400", "1e-99999999999999999999999999999999999999999": "0.5",
		long: "1e400", "-" + long: "-1e400", long + ".5": "1.5", "0." + long: "0.5",
		long + "e-500": "0.5", long + "e-499": "1.5", "1" + strings.Repeat("0", 500) + "e-500": "1e400",
		"1" + strings.Repeat("0", 500) + "e-501": "0.5",
	} {
		if want == number {
			if got := tamedNumber(json.Number(number)); string(got) != want {
				t.Errorf("%s became %s", number, got)
			}
			continue
		}
		if got := tamedNumber(json.Number(number)); string(got) != want {
			t.Errorf("%.40s (%d characters) became %s, want %s", number, len(number), got, want)
		}
	}
}

// Sign, wholeness and "at least 1" are what the schemas ask of a number, and taming never changes them.
func TestTamingKeepsWhatSchemasAskFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.StringMatching(`-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?`).Draw(t, "number")
		before, after := fraction(t, number), fraction(t, string(tamedNumber(json.Number(number))))
		one := big.NewRat(1, 1)
		if before.Sign() != after.Sign() || before.IsInt() != after.IsInt() || (before.Cmp(one) < 0) != (after.Cmp(one) < 0) {
			t.Fatalf("%s became %s", before, after)
		}
	})
}

func fraction(t *rapid.T, number string) *big.Rat {
	value, ok := new(big.Rat).SetString(number)
	if !ok {
		t.Fatalf("%q is no number", number)
	}
	return value
}

func TestTamedLeavesItsArgumentAlone(t *testing.T) {
	inner := map[string]any{"n": json.Number("1e999")}
	value := []any{inner, "text", nil, true}
	copied := tamed(value).([]any)
	if got := copied[0].(map[string]any)["n"]; got != json.Number("1e400") {
		t.Errorf("the copy has %v", got)
	}
	if inner["n"] != json.Number("1e999") {
		t.Errorf("the argument became %v", inner)
	}
	if copied[1] != "text" || copied[2] != nil || copied[3] != true {
		t.Errorf("the copy is %v", copied)
	}
}
