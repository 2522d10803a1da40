package published

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"hostwitness/reports/bundle/canonical"
	"hostwitness/reports/bundle/refusal"
)

// digestOfRows finds the order of rows whose digest the bundle names. Without
// one it refuses and gives no order.
func digestOfRows(found *findings, bundle Bundle) string {
	forms, err := rowForms(bundle.requirements())
	if err != nil {
		found.refuse(refusal.TooLarge, "/results/requirements", "%v", err)
		return ""
	}
	relaxations, err := relaxationsForm(bundle)
	if err != nil {
		found.refuse(refusal.TooLarge, "/host/relaxations", "%v", err)
		return ""
	}
	tried := orders(bundle.Rows)
	for _, order := range tried {
		if digestOf(forms, relaxations, order.rows) == bundle.root.text("witnessSha256") {
			return order.name
		}
	}
	why := "the rows"
	if bundle.Claims.Relaxations > 0 {
		why = "the rows and the relaxations"
	}
	if len(tried) > 1 {
		why += ", in whatever order their ids may sort,"
	}
	found.refuse(refusal.WitnessDigest, "/witnessSha256", "is not the digest of %s, which is %s", why, digestOf(forms, relaxations, tried[0].rows))
	return ""
}

// rowForms gives the canonical form of every row, reduced to what is witnessed.
func rowForms(rows []object) ([][]byte, error) {
	forms := make([][]byte, len(rows))
	for i, row := range rows {
		reduced := map[string]any{}
		for name, value := range row {
			if slices.Contains([]string{"id", "scenario", "result", "assertions", "detail", "evidence"}, name) {
				reduced[name] = value
			}
		}
		form, err := formOf(reduced)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
		forms[i] = form
	}
	return forms, nil
}

// relaxationsForm is nil where nothing was relaxed.
func relaxationsForm(bundle Bundle) ([]byte, error) {
	relaxations := bundle.root.object("host").list("relaxations")
	if len(relaxations) == 0 {
		return nil, nil
	}
	return formOf(relaxations)
}

// formOf gives the canonical form of a value that was read. Read has refused
// everything that has none, so what is left to err is the size.
func formOf(value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return canonical.Canonical(text)
}

// digestOf hashes the rows in an order; with relaxations, both as one object.
func digestOf(forms [][]byte, relaxations []byte, order []int) string {
	hash := sha256.New()
	if relaxations != nil {
		fmt.Fprintf(hash, `{"relaxations":%s,"rows":`, relaxations)
	}
	ordered := make([][]byte, len(order))
	for i, row := range order {
		ordered[i] = forms[row]
	}
	fmt.Fprintf(hash, "[%s]", bytes.Join(ordered, []byte(",")))
	if relaxations != nil {
		hash.Write([]byte("}"))
	}
	return hex.EncodeToString(hash.Sum(nil))
}
