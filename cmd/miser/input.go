package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// inputFlags say how the input of a command is read.
type inputFlags struct {
	hex   bool
	limit int64
}

func (f *inputFlags) declare(fs *flag.FlagSet) {
	fs.BoolVar(&f.hex, "hex", false, "the input is hex text; white space between digits is ignored")
	fs.Int64Var(&f.limit, "limit", 256<<20, "the most `bytes` to read")
}

// read returns the bytes of the one file that args name, "-" being standard
// input, and the name to call it by.
func (f *inputFlags) read(e *env, args []string) (data []byte, name string, err error) {
	if len(args) != 1 {
		return nil, "", usageError(fmt.Sprintf("one FILE is needed, or - for standard input, after all flags; got %d arguments", len(args)))
	}
	if f.limit < 0 {
		return nil, "", usageError("-limit is negative")
	}
	name = args[0]
	r := e.stdin
	if name == "-" {
		name = "standard input"
	} else {
		file, err := os.Open(name)
		if err != nil {
			return nil, name, err
		}
		defer file.Close()
		r = file
	}
	data, err = io.ReadAll(io.LimitReader(r, f.limit))
	if err != nil {
		return nil, name, err
	}
	if int64(len(data)) == f.limit {
		if n, err := io.ReadFull(r, make([]byte, 1)); n == 1 {
			return nil, name, fmt.Errorf("%s: longer than %d bytes; -limit sets another bound", name, f.limit)
		} else if !errors.Is(err, io.EOF) {
			return nil, name, err
		}
	}
	if f.hex {
		if data, err = unhex(data); err != nil {
			return nil, name, fmt.Errorf("%s: %w", name, err)
		}
	}
	return data, name, nil
}

// unhex decodes hex text in place. White space may stand anywhere.
func unhex(text []byte) ([]byte, error) {
	out, digits, high := text[:0], 0, byte(0)
	for i, c := range text {
		var d byte
		switch {
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			continue
		case '0' <= c && c <= '9':
			d = c - '0'
		case 'a' <= c && c <= 'f':
			d = c - 'a' + 10
		case 'A' <= c && c <= 'F':
			d = c - 'A' + 10
		default:
			return nil, fmt.Errorf("%q at offset %d of the text is no hex digit", c, i)
		}
		if digits++; digits%2 == 1 {
			high = d << 4
			continue
		}
		out = append(out, high|d)
	}
	if digits%2 == 1 {
		return nil, fmt.Errorf("odd number of hex digits: %d", digits)
	}
	return out, nil
}
