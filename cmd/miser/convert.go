package main

import (
	stdbinary "encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"math"
	"os"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
)

// convertOptions are the flags of convert.
type convertOptions struct {
	input    inputFlags
	from, to string
	message  bool
	framed   bool
	hexOut   bool
	out      string
	depth    int
}

func convertCommand() *command {
	return &command{
		name:    "convert",
		args:    "FILE|-",
		summary: "turn a struct or message of one protocol into the other",
		detail: `No schema is needed: types, ids, order and values are kept. The input must be
one struct, or with -message one message, to its last byte; nothing is written
unless it is.`,
		setup: func(fs *flag.FlagSet) func(*env, []string) error {
			o := &convertOptions{}
			o.input.declare(fs)
			fs.StringVar(&o.from, "from", "", "`protocol` of the input: binary or compact")
			fs.StringVar(&o.to, "to", "", "`protocol` of the output: binary or compact")
			fs.BoolVar(&o.message, "message", false, "a message header stands before the struct")
			fs.BoolVar(&o.framed, "framed", false, "a 4-byte frame length stands before all else")
			fs.BoolVar(&o.hexOut, "hexout", false, "write hex text")
			fs.StringVar(&o.out, "o", "", "write to this `file` instead of standard output")
			fs.IntVar(&o.depth, "depth", 64, "the most `levels` of nesting below the root")
			return o.run
		},
	}
}

func (o *convertOptions) run(e *env, args []string) error {
	var from wire
	switch {
	case o.from == "binary" && o.to == "compact":
		from = binaryProtocol
	case o.from == "compact" && o.to == "binary":
		from = compactProtocol
	default:
		return usageError("-from and -to must name binary and compact, or compact and binary")
	}
	if o.depth < 0 || o.depth > maxDepth {
		return usageError(fmt.Sprintf("-depth is outside 0 to %d", maxDepth))
	}
	in, name, err := o.input.read(e, args)
	if err != nil {
		return err
	}
	out, err := convert(in, form{from, o.framed, o.message}, o.depth)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if o.hexOut {
		out = append(hex.AppendEncode(nil, out), '\n')
	}
	if o.out != "" {
		return os.WriteFile(o.out, out, 0o644)
	}
	_, err = e.stdout.Write(out)
	return err
}

// convert returns in, which has that form, in the other protocol.
func convert(in []byte, f form, depth int) ([]byte, error) {
	head, flt := f.open(in)
	if flt != nil {
		return nil, flt
	}
	if head.short != nil {
		return nil, head.short
	}
	src := head.in[head.start:]
	n, at := f.wire.skip(src, depth)
	if n < 0 {
		return nil, &fault{head.start + at, wireError(n, depth)}
	}
	if end := head.start + n; end < len(in) {
		return nil, &fault{end, fmt.Errorf("%d bytes follow the struct", len(in)-end)}
	}
	var out []byte
	if f.framed {
		out = make([]byte, frameHeader)
	}
	toBinary := f.wire == compactProtocol
	if m := head.msg; m != nil {
		if toBinary {
			out = binary.AppendMessageHeader(out, string(m.name), m.typ, m.seq)
		} else {
			out = compact.AppendMessageHeader(out, string(m.name), m.typ, m.seq)
		}
	}
	if toBinary {
		out, n = compact.StructToBinary(out, src, depth)
	} else {
		out, n = compact.StructFromBinary(out, src, depth)
	}
	if n < 0 {
		return nil, &fault{head.start, wireError(n, depth)}
	}
	if f.framed {
		size := len(out) - frameHeader
		if size > math.MaxInt32 {
			return nil, fmt.Errorf("a frame holds at most %d bytes, the result is %d", math.MaxInt32, size)
		}
		stdbinary.BigEndian.PutUint32(out, uint32(size))
	}
	return out, nil
}
