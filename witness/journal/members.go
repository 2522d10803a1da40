package journal

import (
	"encoding/json"
	"math"
)

// members are the members of a JSON object by their exact names. A struct
// would also take names that differ in case.
type members map[string]json.RawMessage

func object(raw []byte) (members, bool) {
	var m members
	if err := json.Unmarshal(raw, &m); err != nil || m == nil {
		return nil, false
	}
	return m, true
}

func (m members) has(name string) bool {
	raw, there := m[name]
	return there && string(raw) != "null"
}

func (m members) object(name string) members {
	inner, _ := object(m[name])
	return inner
}

func (m members) text(name string) string {
	return text(m[name])
}

func text(raw json.RawMessage) string {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return ""
	}
	return s
}

func (m members) list(name string) []json.RawMessage {
	var list []json.RawMessage
	if err := json.Unmarshal(m[name], &list); err != nil {
		return nil
	}
	return list
}

func (m members) texts(name string) []string {
	var texts []string
	for _, raw := range m.list(name) {
		if s := text(raw); s != "" {
			texts = append(texts, s)
		}
	}
	return texts
}

// count gives a whole number from 1 on, written in whatever way JSON allows,
// and 0 for everything else.
func (m members) count(name string) int64 {
	const exact = 1 << 53
	var f float64
	if err := json.Unmarshal(m[name], &f); err != nil || f != math.Trunc(f) || f < 1 {
		return 0
	}
	return int64(min(f, exact))
}
