package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"reflect"
	"runtime"
	"time"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/parquetmeta"
)

// sampleParquet is made by internal/parquetmeta/sample.
//
//go:embed testdata/sample.parquet
var sampleParquet []byte

func tourCommand() *command {
	return &command{
		name:    "tour",
		summary: "see what the library does, measured on this machine now",
		detail: `A message goes through both protocols and is measured; then the footer of a
small Parquet file, which the program carries, is decoded into Go structs.`,
		setup: func(fs *flag.FlagSet) func(*env, []string) error {
			each := fs.Duration("t", 200*time.Millisecond, "for this `duration` measure each operation")
			return func(e *env, args []string) error {
				if len(args) > 0 {
					return usageError("tour takes no arguments")
				}
				if *each <= 0 || *each > time.Minute {
					return usageError("-t is outside 0 to 1m")
				}
				if err := tourMedia(e, *each); err != nil {
					return err
				}
				fmt.Fprintln(e.stdout)
				return tourParquet(e, sampleParquet)
			}
		},
	}
}

// tourMedia takes MediaContent through both protocols.
func tourMedia(e *env, each time.Duration) error {
	v := newMediaContent()
	fmt.Fprintf(e.stdout, "MediaContent, a film with two images, as a Go struct with thrift tags.\n"+
		"Times are of this machine now: %s %s/%s, %d CPUs, %v for each number.\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), each)
	var columns [2]protocolRun
	for i, p := range []codec.Protocol{codec.Binary, codec.Compact} {
		r, err := tourProtocol(p, v, each)
		if err != nil {
			return err
		}
		columns[i] = r
	}
	b, c := columns[0], columns[1]
	row := func(what, binary, compact string) {
		fmt.Fprintf(e.stdout, "  %-24s %24s %24s\n", what, binary, compact)
	}
	row("", "Binary", "Compact")
	row("bytes", fmt.Sprint(len(b.bytes)), fmt.Sprint(len(c.bytes)))
	for i := range b.rows {
		row(b.rows[i].what, b.rows[i].cost.String(), c.rows[i].cost.String())
	}
	fmt.Fprintf(e.stdout, "\n  Binary  starts % x\n  Compact starts % x\n", b.bytes[:24], c.bytes[:24])
	return nil
}

// protocolRun is what the tour shows of one protocol.
type protocolRun struct {
	bytes []byte
	rows  []measured
}

type measured struct {
	what string
	cost cost
}

var errRoundTrip = errors.New("the decoded message differs from the one encoded")

// tourProtocol encodes and decodes v, checks that it comes back, and measures.
func tourProtocol(p codec.Protocol, v *MediaContent, each time.Duration) (r protocolRun, err error) {
	fresh, err := codec.New[MediaContent](p, codec.Options{})
	if err != nil {
		return r, err
	}
	warm, err := codec.New[MediaContent](p, codec.Options{Reuse: true, Strings: codec.Alias})
	if err != nil {
		return r, err
	}
	if r.bytes, err = fresh.Append(nil, v); err != nil {
		return r, err
	}
	var back, reused MediaContent
	for _, d := range []struct {
		c *codec.Codec[MediaContent]
		v *MediaContent
	}{{fresh, &back}, {warm, &reused}} {
		if _, err := d.c.Decode(r.bytes, d.v); err != nil {
			return r, err
		}
		if !reflect.DeepEqual(d.v, v) {
			return r, errRoundTrip
		}
	}
	dst := make([]byte, len(r.bytes))
	for _, op := range []struct {
		what string
		do   func() error
	}{
		{"encode", func() error { _, err := fresh.Encode(dst, v); return err }},
		{"size", func() error { _, err := fresh.Size(v); return err }},
		{"decode, new object", func() error { _, err := fresh.Decode(r.bytes, new(MediaContent)); return err }},
		{"decode, reuse and alias", func() error { _, err := warm.Decode(r.bytes, &reused); return err }},
	} {
		c, err := measure(each, op.do)
		if err != nil {
			return r, err
		}
		r.rows = append(r.rows, measured{op.what, c})
	}
	return r, nil
}

// cost is what one operation takes.
type cost struct {
	ns     float64
	allocs float64
}

func (c cost) String() string { return fmt.Sprintf("%7.1f ns %3.0f allocs", c.ns, c.allocs) }

// measure runs do for about each and returns the mean cost of one run.
func measure(each time.Duration, do func() error) (cost, error) {
	var before, after runtime.MemStats
	for n := 16; ; n *= 2 {
		runtime.ReadMemStats(&before)
		start := time.Now()
		for range n {
			if err := do(); err != nil {
				return cost{}, err
			}
		}
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		if took >= each/2 {
			return cost{
				ns:     float64(took.Nanoseconds()) / float64(n),
				allocs: float64(after.Mallocs-before.Mallocs) / float64(n),
			}, nil
		}
	}
}

// tourParquet decodes the footer of a Parquet file and prints it.
func tourParquet(e *env, file []byte) error {
	footer, off, err := parquetmeta.Footer(file)
	if err != nil {
		return err
	}
	c, err := codec.New[parquetmeta.FileMetaData](codec.Compact, codec.Options{})
	if err != nil {
		return err
	}
	var meta parquetmeta.FileMetaData
	n, err := c.Decode(footer, &meta)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "sample.parquet, %d bytes that this program carries. Its footer, a Thrift struct of\n"+
		"%d bytes at offset %d, decoded into parquetmeta.FileMetaData:\n\n", len(file), n, off)
	printFile(e.stdout, &meta)
	return nil
}
