// Package layout has the one type of the real package that the analyzer knows.
package layout

// Unknown keeps unknown fields.
type Unknown []byte
