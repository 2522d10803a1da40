package witness

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"hostwitness/witness/journal"
)

// maxRedirects is how many redirects of one request are followed.
const maxRedirects = 5

// redirected gives the request that the answer sends us to. It is nil where
// the answer is no redirect or names no target: then it stands as it is. A
// target that may not be followed is a fault: credentials stay with the origin
// they were given for.
func (w *Witness) redirected(out outgoing, status int, header http.Header, hops int) (*outgoing, *journal.Fault) {
	location := header.Get("Location")
	if !redirects(status) || location == "" {
		return nil, nil
	}
	to, err := out.target.Parse(location)
	if err != nil {
		return nil, newFault(journal.FaultRedirect, "redirect to something that is no URL")
	}
	w.hideUser(to, location)
	switch {
	case !sameOrigin(out.target, to):
		return nil, newFault(journal.FaultRedirect, "redirect to another origin; not followed, so that no credential leaves the host")
	case hops >= maxRedirects:
		return nil, newFault(journal.FaultRedirect, fmt.Sprintf("more than %d redirects", maxRedirects))
	}
	next := out
	to.User, to.Fragment, to.RawFragment = nil, "", ""
	next.target = to
	if status == http.StatusSeeOther && out.method != http.MethodHead {
		next.method, next.body = http.MethodGet, nil
		next.header = out.header.Clone()
		next.header.Del("Content-Type")
		next.header.Del("Idempotency-Key")
	}
	return &next, nil
}

// redirects tells whether a status asks for the same thing elsewhere. All but
// 303 keep the method (RFC 9110 §15.4).
func redirects(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if given := u.Port(); given != "" {
		return given
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}

// hideUser keeps user information in a Location out of the records.
func (w *Witness) hideUser(to *url.URL, location string) {
	if to.User == nil {
		return
	}
	_, rest, _ := strings.Cut(location, "//")
	authority, _, _ := strings.Cut(rest, "/")
	if at := strings.LastIndex(authority, "@"); at > 0 {
		w.secrets.add("location-user", authority[:at])
	}
}
