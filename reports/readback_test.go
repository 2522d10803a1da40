package reports

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// readers read the counts out of the text of a rendering, every time it tells them: as a sum, and leg by leg.
func readers() map[string]func([]byte) ([]counted, error) {
	return map[string]func([]byte) ([]counted, error){
		"report.json": readJSONCounts,
		"console.txt": readConsoleCounts,
		"junit.xml":   readJUnitCounts,
		"summary.md":  readMarkdownCounts,
		"report.html": readHTMLCounts,
	}
}

func readJSONCounts(text []byte) ([]counted, error) {
	var file struct {
		Totals map[string]int
		Legs   []struct{ Result string }
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	sum := counted{file.Totals["executedPass"], file.Totals["executedFail"], file.Totals["blocked"], file.Totals["skipped"] + file.Totals["inapplicable"]}
	var words []string
	for _, leg := range file.Legs {
		words = append(words, leg.Result)
	}
	legs, err := countWords(words)
	return []counted{sum, legs}, err
}

func countWords(words []string) (counted, error) {
	var sum counted
	for _, word := range words {
		if err := sum.add(word); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// numbers turns what an expression found into counts: passed, failed, blocked, inapplicable, skipped.
func numbers(text []byte, expression string) (counted, error) {
	found := regexp.MustCompile(expression).FindAllSubmatch(text, -1)
	if len(found) != 1 {
		return counted{}, fmt.Errorf("%d places are like %s", len(found), expression)
	}
	var list []int
	for _, digits := range found[0][1:] {
		number, err := strconv.Atoi(string(digits))
		if err != nil {
			return counted{}, err
		}
		list = append(list, number)
	}
	return counted{list[0], list[1], list[2], list[3] + list[4]}, nil
}

const sentence = `legs?: (\d+) passed, (\d+) failed, (\d+) blocked, (\d+) inapplicable, (\d+) skipped`

func readConsoleCounts(text []byte) ([]counted, error) {
	sum, err := numbers(text, `(?m)^\d+ `+sentence)
	if err != nil {
		return nil, err
	}
	var words []string
	for _, row := range regexp.MustCompile(`(?m)^  (\S.{13}) \d{4}\.\S`).FindAllSubmatch(text, -1) {
		words = append(words, strings.TrimSpace(string(row[1])))
	}
	legs, err := countWords(words)
	return []counted{sum, legs}, err
}

func readMarkdownCounts(text []byte) ([]counted, error) {
	sum, err := numbers(text, `(?m)^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$`)
	if err != nil {
		return nil, err
	}
	folded, err := numbers(text, `<summary>\d+ `+sentence)
	if err != nil {
		return nil, err
	}
	_, table, _ := strings.Cut(string(text), "| scenario | leg | result | reason |\n| --- | --- | --- | --- |\n")
	var words []string
	for row := range strings.Lines(table) {
		if cells := strings.Split(row, " | "); len(cells) == 4 {
			words = append(words, cells[2])
		}
	}
	legs, err := countWords(words)
	return []counted{sum, folded, legs}, err
}

func readHTMLCounts(text []byte) ([]counted, error) {
	sum, err := numbers(text, `(?s)<b>(\d+)</b>passed.*<b>(\d+)</b>failed.*<b>(\d+)</b>blocked.*<b>(\d+)</b>inapplicable.*<b>(\d+)</b>skipped`)
	if err != nil {
		return nil, err
	}
	foot, err := numbers(text, `<footer>\d+ `+sentence)
	if err != nil {
		return nil, err
	}
	var words []string
	for _, badge := range regexp.MustCompile(`<span class="badge \w+">([^<]*)</span>`).FindAllSubmatch(text, -1) {
		words = append(words, string(badge[1]))
	}
	legs, err := countWords(words)
	return []counted{sum, foot, legs}, err
}

// readJUnitCounts reads the sum of the run, the sums of its suites, and the children of the cases.
func readJUnitCounts(text []byte) ([]counted, error) {
	type counts struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
	}
	type child struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	var file struct {
		counts
		Suites []struct {
			counts
			Cases []struct {
				Name    string  `xml:"name,attr"`
				Failure []child `xml:"failure"`
				Error   []child `xml:"error"`
				Skipped []child `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	of := func(c counts) counted {
		return counted{c.Tests - c.Failures - c.Errors - c.Skipped, c.Failures, c.Errors, c.Skipped}
	}
	var suites, children counted
	for _, suite := range file.Suites {
		one := of(suite.counts)
		suites = counted{suites.pass + one.pass, suites.fail + one.fail, suites.blocked + one.blocked, suites.leftOut + one.leftOut}
		for _, entry := range suite.Cases {
			word := "pass"
			for kind, list := range map[string][]child{"FAIL": entry.Failure, "blocked": entry.Error, "skipped": entry.Skipped} {
				if len(list) == 0 {
					continue
				}
				if word != "pass" || len(list) > 1 || list[0].Message == "" {
					return nil, fmt.Errorf("the case %s has %d children of %s, or no message", entry.Name, len(list), kind)
				}
				word = kind
			}
			if err := children.add(word); err != nil {
				return nil, err
			}
		}
	}
	return []counted{of(file.counts), suites, children}, nil
}
