// Package guide renders the catalogue for who reads it: the table that leads from each requirement to the legs and rules that
// judge it, the pages about legs and requirements, and one leg with examples of traffic. It renders and decides nothing.
package guide
