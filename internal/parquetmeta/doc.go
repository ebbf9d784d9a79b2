// Package parquetmeta holds the metadata structs of the Apache Parquet file
// format as tagged Go structs, and finds a file's footer.
//
// The structs follow parquet.thrift of apache/parquet-format in Thrift names,
// ids and requiredness; Parquet writes them in the Compact protocol. They are
// plain data: package codec compiles a plan from the tags. The package reads
// no pages and decodes no values.
//
// How the IDL became Go:
//
//   - a required field is held by value, an optional scalar or string by
//     pointer, an optional struct by pointer, binary as []byte;
//   - a list of structs is a slice of pointers;
//   - an enum is a named int32, and the tag's fourth token names it;
//   - a union is a struct of pointers with a blank field tagged ",union";
//   - no default is applied: an absent optional field stays nil, so a decoded
//     struct encodes to what was read.
//
// Start with file.go ([FileMetaData]), then schema.go, column.go, page.go and
// index.go; footer.go finds the bytes to decode.
package parquetmeta
