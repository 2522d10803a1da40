package schemas

import "strings"

// EventID tells whether the whole text is an event id: 16 to 128 characters out of A-Z a-z 0-9 . _ ~ - (RFC 0236 §A).
func EventID(text string) bool { return opaque(text, 16) }

// WorkspaceID tells whether the whole text is a workspace id: 1 to 128 characters out of A-Z a-z 0-9 . _ ~ - (RFC 0236 §A).
func WorkspaceID(text string) bool { return opaque(text, 1) }

// Tenant tells whether the whole text is a tenant id: 1 to 128 characters out of A-Z a-z 0-9 . _ ~ -,
// for an anonymous tenant after "anon:".
func Tenant(text string) bool { return opaque(strings.TrimPrefix(text, "anon:"), 1) }

// HostEventType tells whether the whole text is a host-event type: two kebab-case parts joined by one dot,
// each beginning with a lower-case letter (RFC 0236 §A). Its length has no bound.
func HostEventType(text string) bool {
	org, name, found := strings.Cut(text, ".")
	return found && kebab(org) && kebab(name)
}

const longestIdentifier = 128

func opaque(text string, shortest int) bool {
	if len(text) < shortest || len(text) > longestIdentifier {
		return false
	}
	for i := range len(text) {
		if c := text[i]; !letter(c|0x20) && !digit(c) && strings.IndexByte("._~-", c) < 0 {
			return false
		}
	}
	return true
}

// kebab takes lower-case letters and digits in runs that single hyphens join; the first run begins with a letter.
func kebab(part string) bool {
	if part == "" || !letter(part[0]) {
		return false
	}
	for run := range strings.SplitSeq(part, "-") {
		if run == "" || strings.ContainsFunc(run, func(r rune) bool { return r > 'z' || !letter(byte(r)) && !digit(byte(r)) }) {
			return false
		}
	}
	return true
}

// letter takes a to z. Setting bit 0x20 beforehand makes it take A to Z as well, and nothing else that is not a letter.
func letter(c byte) bool { return c >= 'a' && c <= 'z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }
