// Package parquet has miser read and write the Parquet metadata of real files in the
// structs that other libraries have for it, as they are: arrow-go's, which Apache's
// compiler made, and those of parquet-go in each style of tags that it has had. What
// comes out is compared with what each library makes of the same bytes. It is tests
// alone; README.md has what they found. The structs in gen are copies, see gen.sh.
package parquet
