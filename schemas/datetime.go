package schemas

import "strings"

// DateTime tells whether the whole text is an RFC 3339 §5.6 date-time.
//
// Beyond the grammar the day must be one of its month, and a second 60 must be at 23:59 UTC. Two readings where
// validators differ: a second 60 is taken on any day, because which days have one is announced and not computed, and a
// space is not taken for the T. T and Z are taken in either case; a fraction may have any number of digits.
func DateTime(text string) bool {
	if len(text) < len("2006-01-02T15:04:05Z") || !shaped(text[:19]) {
		return false
	}
	zone, ok := strings.CutPrefix(text[19:], ".")
	if ok {
		digits := len(zone) - len(strings.TrimLeft(zone, "0123456789"))
		if digits == 0 {
			return false
		}
		zone = zone[digits:]
	}
	offset, ok := zoneMinutes(zone)
	return ok && calendarDay(text) && clock(text, offset)
}

// shaped compares a text of 19 bytes with the fixed part: digits where they belong and the four kinds of separators.
func shaped(text string) bool {
	const picture = "dddd-dd-ddTdd:dd:dd"
	for i := range len(picture) {
		c := text[i]
		switch picture[i] {
		case 'd':
			if !digit(c) {
				return false
			}
		case 'T':
			if c != 'T' && c != 't' {
				return false
			}
		default:
			if c != picture[i] {
				return false
			}
		}
	}
	return true
}

// zoneMinutes reads Z, z or a signed offset of hours 00-23 and minutes 00-59 and returns it in minutes east of UTC.
func zoneMinutes(zone string) (int, bool) {
	if zone == "Z" || zone == "z" {
		return 0, true
	}
	if len(zone) != len("+hh:mm") || zone[3] != ':' || zone[0] != '+' && zone[0] != '-' {
		return 0, false
	}
	for _, at := range []int{1, 2, 4, 5} {
		if !digit(zone[at]) {
			return 0, false
		}
	}
	hours, minutes := pair(zone, 1), pair(zone, 4)
	if hours > 23 || minutes > 59 {
		return 0, false
	}
	if zone[0] == '-' {
		return -(hours*60 + minutes), true
	}
	return hours*60 + minutes, true
}

func calendarDay(text string) bool {
	year, month, day := pair(text, 0)*100+pair(text, 2), pair(text, 5), pair(text, 8)
	return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	default:
		return 31
	}
}

func clock(text string, offset int) bool {
	hour, minute, second := pair(text, 11), pair(text, 14), pair(text, 17)
	if hour > 23 || minute > 59 || second > 60 {
		return false
	}
	const day = 24 * 60
	return second < 60 || (hour*60+minute-offset+day)%day == day-1
}

// pair reads two digits.
func pair(text string, at int) int { return int(text[at]-'0')*10 + int(text[at+1]-'0') }
