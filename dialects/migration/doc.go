// Package migration has the code of the project's page MIGRATING.md: how other
// libraries are called, and how miser is instead. Its tests find both to give the
// same bytes and values.
package migration
