// Package reports renders one list of results: as report.json, on a console, as JUnit, as Markdown and as one HTML page.
//
// It never decides and never changes a result. New puts what was judged into the order of the catalogue and counts it; every
// rendering is made from that one Report, so their counts cannot differ.
//
// Text that came from a host is hostile until it was cleaned: every rendering shows control bytes, terminal escapes, bytes
// that are not UTF-8 and characters that turn the direction of text as visible escapes, and shortens what is long.
package reports
