package app

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hostwitness/reports/waiver"
)

// member is one thing that a configuration file can say.
type member struct {
	path   string // JSON pointer, with * for any entry of a list
	advice string // what to write
}

// configMembers lists the members, each object before what is in it. The schema
// has the same.
func configMembers() []member {
	const seconds = "a time with its unit, as in "
	members := []member{
		{"/host", "the base URL of the host, or embedded"},
		{"/out", "the folder for journal and reports"},
		{"/only", "a list of globs over leg and scenario ids"},
		{"/skip", "a list of globs over leg and scenario ids"},
		{"/require", "a list of globs over leg and scenario ids"},
		{"/settle", seconds + "1s"},
		{"/timeout", seconds + "90s"},
		{"/streams", "how many streams may be open at once"},
		{"/triggers", "how many events may be caused"},
		{"/streamPath", "the path of the stream, as in /host/events"},
		{"/ca", "a file with PEM certificates"},
		{"/headerFile", "a file with extra request headers"},
		{"/direct", "true where nothing that ends streams stands before the host, else false"},
		{"/long", "true or false"},
		{"/hold", seconds + "40s"},
		{"/volume", "how many events are caused between a cursor and its resume"},
		{"/tenants", "under it a: and b:, the tenant ids of the two credentials"},
		{"/tenants/a", "the tenant id of the first credential"},
		{"/tenants/b", "the tenant id of the second credential"},
		{"/workspaces", "a list, each entry with id, tenant and within"},
		{"/workspaces/*", "id, tenant and within"},
		{"/workspaces/*/id", "the id of a workspace of the host"},
		{"/workspaces/*/tenant", "a or b: the credential whose tenant it belongs to"},
		{"/workspaces/*/within", "a list of the credentials that are within it, as in [a], or [] for none"},
		{"/webhook", "url, listen and deadline"},
		{"/webhook/url", "the public URL that forwards to listen"},
		{"/webhook/listen", "the address that the receiver listens on, as in :8089"},
		{"/webhook/deadline", seconds + "20s"},
		{"/commands", "restart, expire and remove"},
	}
	for _, name := range commandNames() {
		path := "/commands/" + name
		members = append(members,
			member{path, "under it run: with a list of words, or shell: with one text"},
			member{path + "/run", "a list of words, as in [systemctl, restart, host], or shell: with one text"},
			member{path + "/shell", "one text for the shell, or run: with a list of words"},
			member{path + "/timeout", seconds + "60s"})
	}
	return append(members, member{"/waivers", "a list, each entry with leg, reason and expires"})
}

// commandNames are the commands of an operator, as they are configured.
func commandNames() []string { return []string{commandRestart, commandExpire, commandRemove} }

const (
	commandRestart = "restart"
	commandExpire  = "expire"
	commandRemove  = "remove"
)

// generalPath is a pointer with * for every place in a list.
func generalPath(path string) string {
	parts := strings.Split(path, "/")
	for k, part := range parts {
		if _, err := strconv.Atoi(part); err == nil {
			parts[k] = "*"
		}
	}
	return strings.Join(parts, "/")
}

// adviceFor says what to write at a path; for an entry of a list of texts, what
// to write for the list.
func adviceFor(path string) string {
	general := generalPath(path)
	for _, candidate := range []string{general, strings.TrimSuffix(general, "/*")} {
		for _, known := range configMembers() {
			if known.path == candidate {
				return "; write " + known.advice
			}
		}
	}
	return ""
}

// memberName is how people call the value at a path: lists are counted from 1.
func memberName(path string) string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	name := ""
	for _, part := range parts {
		part = unescapedPointer(part)
		if place, err := strconv.Atoi(part); err == nil {
			name += fmt.Sprintf(" entry %d", place+1)
			continue
		}
		if name != "" && !strings.HasSuffix(name, " ") {
			name += "."
		}
		name += part
	}
	return strings.ReplaceAll(name, ".entry", " entry")
}

func unescapedPointer(part string) string {
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
}

// unknownMember says of a key that nothing knows what is nearest to it: a
// member of the same object, or one that stands elsewhere.
func unknownMember(path string) string {
	cut := strings.LastIndex(path, "/")
	word := unescapedPointer(path[cut+1:])
	inside := generalPath(path[:cut])
	var here, everywhere []string
	for _, known := range configMembers() {
		at := strings.LastIndex(known.path, "/")
		if known.path[:at] == inside {
			here = append(here, known.path[at+1:])
		}
		everywhere = append(everywhere, dotted(known.path))
	}
	here = slices.DeleteFunc(here, func(name string) bool { return name == "*" })
	where := ""
	if cut > 0 {
		where = " in " + memberName(path[:cut])
	}
	if near := waiver.Nearest(word, here); near != "" {
		return fmt.Sprintf("%.60q is not known%s; did you mean %s?", word, where, near)
	}
	if near := waiver.Nearest(word, everywhere); near != "" {
		return fmt.Sprintf("%.60q is not known%s; did you mean %s?", word, where, near)
	}
	return fmt.Sprintf("%.60q is not known%s; what can stand here is %s", word, where, strings.Join(here, ", "))
}
