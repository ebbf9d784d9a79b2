package parquetmeta

import (
	stdbinary "encoding/binary"
	"errors"
	"fmt"
)

// The magic numbers at both ends of a file.
const (
	Magic          = "PAR1" // the footer is plain
	MagicEncrypted = "PARE" // the footer is encrypted
)

// The ends of a file around its data.
const (
	headLen = len(Magic)
	tailLen = 4 + len(Magic) // footer length, magic
)

// The reasons why a footer is not found.
var (
	ErrNotParquet = errors.New("not a Parquet file")
	ErrEncrypted  = errors.New("the footer is encrypted")
	ErrFooter     = errors.New("footer length does not fit the file")
)

// IsParquet reports whether file begins and ends like a Parquet file, plain
// or encrypted.
func IsParquet(file []byte) bool {
	if len(file) < headLen+tailLen {
		return false
	}
	switch tail := string(file[len(file)-len(Magic):]); tail {
	case Magic, MagicEncrypted:
		return string(file[:headLen]) == tail
	}
	return false
}

// Footer finds the footer of a whole Parquet file, the bytes of a
// [FileMetaData] in the Compact protocol, and their offset in the file.
//
//	| PAR1 | column chunks, indexes... | footer | length 4, little-endian | PAR1 |
//
// The footer shares file's memory. In a file with encrypted columns and a
// plain footer, a signature follows the struct inside the footer. The error is
// [ErrNotParquet], [ErrEncrypted] or [ErrFooter], with the particulars.
func Footer(file []byte) (footer []byte, offset int, err error) {
	if len(file) < headLen+tailLen {
		return nil, 0, fmt.Errorf("%w: %d bytes, the least is %d", ErrNotParquet, len(file), headLen+tailLen)
	}
	end := len(file) - tailLen
	switch tail := file[end+4:]; string(tail) {
	case Magic:
	case MagicEncrypted:
		return nil, 0, fmt.Errorf("%w: it ends with %s, so its metadata needs a key", ErrEncrypted, MagicEncrypted)
	default:
		return nil, 0, fmt.Errorf("%w: it ends with %q instead of %q", ErrNotParquet, tail, Magic)
	}
	if head := file[:headLen]; string(head) != Magic {
		return nil, 0, fmt.Errorf("%w: it begins with %q instead of %q", ErrNotParquet, head, Magic)
	}
	n := stdbinary.LittleEndian.Uint32(file[end:])
	if room := end - headLen; n == 0 || uint64(n) > uint64(room) {
		return nil, 0, fmt.Errorf("%w: %d bytes at offset %d, room for %d", ErrFooter, n, end, room)
	}
	offset = end - int(n)
	return file[offset:end:end], offset, nil
}
