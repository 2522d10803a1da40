package compare

import (
	"strings"
	"time"

	"hostwitness/reports"
)

// Side is one of the two lists, as it is named and what it was a run of.
type Side struct {
	Source    string        `json:"source"`
	Kind      Kind          `json:"kind"`
	Suite     reports.Suite `json:"suite"`
	Host      reports.Host  `json:"host"`
	StartedAt string        `json:"startedAt"` // of a bundle, when it was made
}

func sideOf(list List) Side {
	suite, host := list.Report.Suite, list.Report.Host
	side := Side{
		Source: detail(list.Source), Kind: list.Kind, StartedAt: name(list.Report.StartedAt),
		Suite: reports.Suite{Name: name(suite.Name), Version: name(suite.Version), Catalogue: name(suite.Catalogue)},
		Host:  reports.Host{URL: detail(host.URL), Name: name(host.Name), Version: name(host.Version), Vendor: name(host.Vendor)},
	}
	if host.Build != nil {
		side.Host.Build = &reports.Build{Kind: name(host.Build.Kind), ID: name(host.Build.ID)}
	}
	return side
}

// later says that a time is after another; where one is no time, it is not.
func later(old, new string) bool {
	before, err := time.Parse(time.RFC3339, old)
	if err != nil {
		return false
	}
	after, err := time.Parse(time.RFC3339, new)
	return err == nil && before.After(after)
}

// Sameness says whether both lists are about the same host, as far as they tell.
type Sameness string

// How sure it is that both lists are about one host.
const (
	SameAddress  Sameness = "same-address" // one base URL
	SameName     Sameness = "same-name"    // other base URLs, and both call themselves the same
	OtherHost    Sameness = "other-host"   // other base URLs, and other names
	UnknownHosts Sameness = "unknown"      // other base URLs, and not both say what they are
)

func sameHost(old, new reports.Host) Sameness {
	switch {
	case address(old.URL) == address(new.URL) && old.URL != "":
		return SameAddress
	case old.Name == "" || new.Name == "":
		return UnknownHosts
	case old.Name == new.Name && (old.Vendor == new.Vendor || old.Vendor == "" || new.Vendor == ""):
		return SameName
	}
	return OtherHost
}

// address is a base URL in one spelling.
func address(url string) string {
	url = strings.TrimRight(url, "/")
	scheme, rest, found := strings.Cut(url, "://")
	if !found {
		return url
	}
	authority, path, _ := strings.Cut(rest, "/")
	return strings.ToLower(scheme+"://"+authority) + "/" + path
}
