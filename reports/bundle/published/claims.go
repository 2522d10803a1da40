package published

import "slices"

// Claims is what a bundle says of itself. Its texts are made harmless to print
// and shortened; they are not for comparing. None of it but the build, the
// suite's version, the rows and the discovery digest is signed.
type Claims struct {
	GeneratedAt     string    `json:"generatedAt"`
	Suite           Product   `json:"suite"`
	Host            Product   `json:"host"`
	Build           Build     `json:"build"`
	DiscoveryURL    string    `json:"discoveryUrl"`
	DiscoverySHA256 string    `json:"discoverySha256"`
	WitnessSHA256   string    `json:"witnessSha256"`
	Profiles        []Profile `json:"claimedProfiles"`
	Totals          Totals    `json:"totals"`
	AssertionCount  int64     `json:"assertionCount"`
	Relaxations     int       `json:"relaxations"` // how many rules were relaxed for the host
}

// Certified says whether the bundle calls itself certified: it claims at least
// one profile, and every profile that it claims is certified.
func (c Claims) Certified() bool {
	for _, profile := range c.Profiles {
		if !profile.Certified {
			return false
		}
	}
	return len(c.Profiles) > 0
}

// Independent says whether a profile claims that a second party witnessed it.
func (c Claims) Independent() bool {
	return slices.ContainsFunc(c.Profiles, func(profile Profile) bool { return profile.EvidenceTier == "independent" })
}

// Product is a name and a version.
type Product struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Build is what the host was built from. Both are empty where a bundle does not
// say.
type Build struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// Profile is one profile that a bundle claims.
type Profile struct {
	ID           string `json:"id"`
	EvidenceTier string `json:"evidenceTier"` // self, steward or independent
	WitnessCount int64  `json:"witnessCount"`
	Certified    bool   `json:"certified"`
}

// Totals counts the rows by result.
type Totals struct {
	ExecutedPass int64 `json:"executedPass"`
	ExecutedFail int64 `json:"executedFail"`
	Skipped      int64 `json:"skipped"`
	Inapplicable int64 `json:"inapplicable"`
	Blocked      int64 `json:"blocked"`
}

func claimsOf(root object) Claims {
	suite, host, discovery := root.object("suite"), root.object("host"), root.object("discovery")
	build := host.object("build")
	return Claims{
		GeneratedAt:     claim(root, "generatedAt"),
		Suite:           Product{claim(suite, "name"), claim(suite, "version")},
		Host:            Product{claim(host, "name"), claim(host, "version")},
		Build:           Build{claim(build, "kind"), claim(build, "id")},
		DiscoveryURL:    claim(discovery, "url"),
		DiscoverySHA256: claim(discovery, "sha256"),
		WitnessSHA256:   claim(root, "witnessSha256"),
		Relaxations:     len(host.list("relaxations")),
	}
}

func claim(o object, name string) string { return plain(o.text(name), claimLimit) }
