package schemas

import (
	"encoding/json"
	"math/big"
	"strings"
)

// Numbers beyond these bounds are replaced before the schema library sees them: it turns every number into an exact
// fraction, which costs time and memory without end for a large exponent, and panics beyond a million.
const (
	mostDigits   = 400
	mostExponent = 400
)

// tamed returns the value with every number that is too long or too far from 1 replaced by a short one
// that has the same sign, is a whole number or not as it was, and is not smaller than 1 where it was not.
// Our schemas ask nothing else of a number of that size.
func tamed(value any) any {
	switch v := value.(type) {
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, member := range v {
			object[name] = tamed(member)
		}
		return object
	case []any:
		array := make([]any, len(v))
		for i, entry := range v {
			array[i] = tamed(entry)
		}
		return array
	case json.Number:
		return tamedNumber(v)
	default:
		return value
	}
}

func tamedNumber(number json.Number) json.Number {
	sign, digits, exponent := decimal(string(number))
	if len(digits) == 0 {
		return "0"
	}
	if len(number) <= mostDigits && exponent.IsInt64() && exponent.Int64() <= mostExponent && exponent.Int64() >= -mostExponent {
		return number
	}
	magnitude := new(big.Int).Add(exponent, big.NewInt(int64(len(digits))))
	switch whole := exponent.Sign() >= 0; {
	case whole:
		return json.Number(sign + "1e400")
	case magnitude.Sign() > 0:
		return json.Number(sign + "1.5")
	default:
		return json.Number(sign + "0.5")
	}
}

// decimal takes a JSON number apart: its value is the digits as a whole number (no zeros at either end)
// times ten to the exponent. No digits are left of a zero.
func decimal(number string) (sign, digits string, exponent *big.Int) {
	text, negative := strings.CutPrefix(number, "-")
	if negative {
		sign = "-"
	}
	mantissa, power := text, "0"
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		mantissa, power = text[:at], strings.TrimPrefix(text[at+1:], "+")
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := whole + fraction
	digits = strings.TrimRight(all, "0")
	exponent = bounded(power)
	exponent.Add(exponent, big.NewInt(int64(len(all)-len(digits)-len(fraction))))
	return sign, strings.TrimLeft(digits, "0"), exponent
}

// bounded reads an exponent. One of more than 30 digits is cut to 31: it outweighs any mantissa that fits in memory all the same.
func bounded(power string) *big.Int {
	text, negative := strings.CutPrefix(power, "-")
	text = strings.TrimLeft(text, "0")
	value, ok := new(big.Int).SetString("0"+text[:min(len(text), 31)], 10)
	if !ok {
		return new(big.Int)
	}
	if negative {
		value.Neg(value)
	}
	return value
}
