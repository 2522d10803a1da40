package published

import (
	"fmt"
	"slices"
)

// mostNotices is how many notices are told; of the others the count is.
const mostNotices = 40

type notices struct {
	told []string
	more int
}

func (n *notices) add(format string, args ...any) {
	if len(n.told) == mostNotices {
		n.more++
		return
	}
	n.told = append(n.told, fmt.Sprintf(format, args...))
}

func (n *notices) list() []string {
	if n.more == 0 {
		return append([]string{}, n.told...)
	}
	return append(slices.Clone(n.told), fmt.Sprintf("and %d more of these", n.more))
}

func (n *notices) aboutKey(key publishedKey, ofItsID int) {
	if ofItsID > 1 {
		n.add("%d keys are published under the id %s", ofItsID, key.ID)
	}
	if key.use != "" && key.use != "certification-bundle" {
		n.add("key %s is published for another use: %s", key.ID, quoted(key.use))
	}
}

// aboutUnsigned tells what no signature covers, and where that says other things
// than what is covered.
func (n *notices) aboutUnsigned(bundle Bundle) {
	n.add("the signature covers the rows, the build, the suite's version and the discovery digest; the names, the profiles and their tiers are covered by nothing")
	host, discovery := bundle.root.object("host"), bundle.root.object("discovery")
	if count := len(host.list("relaxations")); count > 0 {
		n.add("rules that were relaxed for this host: %d", count)
	}
	if id := host.text("signingKeyId"); id != "" && id != bundle.root.object("signature").text("keyId") {
		n.add("the host names %s as its signing key, but the signature names another", id)
	}
	document := discovery.object("document")
	if document == nil {
		n.add("the bundle carries no discovery document, so nothing shows what its digest is of")
		return
	}
	n.compare("host.name", host.text("name"), document.object("implementation").text("name"))
	n.compare("host.version", host.text("version"), document.object("implementation").text("version"))
	n.compare("discovery.preferredVersion", discovery.text("preferredVersion"), document.text("preferredVersion"))
	if document.has("protocolVersions") {
		n.compare("discovery.protocolVersions", fmt.Sprint(discovery.list("protocolVersions")), fmt.Sprint(document.list("protocolVersions")))
	}
}

func (n *notices) compare(member, said, document string) {
	if said != document && document != "" {
		n.add("%s is %s, but the discovery document in the bundle says %s", member, quoted(said), quoted(document))
	}
}

// aboutGiven compares the document that the verifier gives with the bundle.
func (n *notices) aboutGiven(bundle Bundle, text []byte, given place) {
	if given.document == nil {
		if text != nil {
			n.add("nothing was looked up outside of the bundle: of discovery documents, %s", given.why)
		}
		return
	}
	if name := given.document.object("implementation").text("name"); name != bundle.root.object("host").text("name") {
		n.add("the discovery document that you gave is of %s, the bundle names the host %s", quoted(name), quoted(bundle.root.object("host").text("name")))
	}
	form, err := formOf(map[string]any(given.document))
	if err != nil || sum(form) != bundle.root.object("discovery").text("sha256") {
		n.add("the discovery document that you gave is not, or not any more, the one that was certified")
	}
}

// aboutReasons tells the reasons of detail.nonPass that no signature covers and
// that differ from those of the signed rows.
func (n *notices) aboutReasons(bundle Bundle) {
	signed := map[string]any{}
	for _, row := range bundle.requirements() {
		signed[row.text("id")] = row["detail"]
	}
	for _, entry := range bundle.root.object("detail").objects("nonPass") {
		row, isText := signed[entry.text("id")].(string)
		reason, also := entry["reason"].(string)
		if isText && also && row != reason {
			n.add("%s: detail.nonPass gives another reason than the signed row", label(entry.text("id")))
		}
	}
}
