package main

import (
	"flag"
	"fmt"

	"github.com/miserwire/miser/layout"
)

// dumpOptions are the flags of dump.
type dumpOptions struct {
	input    inputFlags
	protocol string
	as       string
	json     bool
	message  bool
	framed   bool
	full     bool
	depth    int
}

// maxDepth bounds -depth, so that no flag lets an input grow the stack far.
const maxDepth = 10_000

func dumpCommand() *command {
	return &command{
		name:    "dump",
		args:    "FILE|-",
		summary: "show Thrift bytes as a tree, without a schema",
		detail: `Each line has the offset of the value in the input; for a field, of its header.
Strings are quoted where they are printable UTF-8, else in hex. A list of
numbers takes a line for many. Under -p auto the form that reads the whole
input is taken: a struct or a message, framed or bare, in either protocol; and
of a Parquet file the footer is shown, with field names.

` + jsonHelp,
		setup: func(fs *flag.FlagSet) func(*env, []string) error {
			o := &dumpOptions{}
			o.input.declare(fs)
			fs.StringVar(&o.protocol, "p", "auto", "`protocol`: binary, compact or auto")
			fs.StringVar(&o.as, "as", "", "name the fields as those of this Parquet `struct`, such as PageHeader")
			fs.BoolVar(&o.json, "json", false, "print a JSON tree instead")
			fs.BoolVar(&o.message, "message", false, "the input starts with a message header")
			fs.BoolVar(&o.framed, "framed", false, "the input starts with a 4-byte frame length")
			fs.BoolVar(&o.full, "full", false, "show long values whole")
			fs.IntVar(&o.depth, "depth", 64, "the most `levels` of nesting below the root")
			return o.run
		},
	}
}

func (o *dumpOptions) run(e *env, args []string) error {
	if o.depth < 0 || o.depth > maxDepth {
		return usageError(fmt.Sprintf("-depth is outside 0 to %d", maxDepth))
	}
	plan, err := o.plan()
	if err != nil {
		return err
	}
	f, auto, err := o.form()
	if err != nil {
		return err
	}
	in, name, err := o.input.read(e, args)
	if err != nil {
		return err
	}
	if auto && looksParquet(in) {
		return o.named(name, o.parquet(e, in))
	}
	if auto {
		found, err := detect(in, o.depth)
		if err != nil {
			return o.named(name, err)
		}
		f = found
	}
	head, flt := f.open(in)
	if flt != nil {
		return o.named(name, flt)
	}
	t := o.output(e, len(in), auto, fmt.Sprintf("%v, %d bytes", f, len(in)))
	if head.msg != nil {
		t.message(head)
	}
	where := "the input"
	if f.framed {
		where = "the frame"
	}
	err = t.tree(f.wire, head.in, head.start, plan, where)
	if head.short != nil {
		err = head.short // the reason of whatever the tree met at the end
	}
	if err != nil {
		return o.named(name, err)
	}
	t.left(len(head.in), len(in)-len(head.in), "the input after the frame")
	return nil
}

// form returns what the flags say of the input, and whether it is to be found
// out.
func (o *dumpOptions) form() (f form, auto bool, err error) {
	f = form{framed: o.framed, message: o.message}
	switch o.protocol {
	case "binary":
		f.wire = binaryProtocol
	case "compact":
		f.wire = compactProtocol
	case "auto":
		if o.framed || o.message {
			return f, false, usageError("-framed and -message need -p binary or -p compact; -p auto finds them out")
		}
		return f, true, nil
	default:
		return f, false, usageError(fmt.Sprintf("unknown protocol %q", o.protocol))
	}
	return f, false, nil
}

// plan returns the plan of -as, nil without one.
func (o *dumpOptions) plan() (*layout.Struct, error) {
	if o.as == "" {
		return nil, nil
	}
	return parquetPlan(o.as)
}

// named adds the name of the input to an error about it.
func (o *dumpOptions) named(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

// output is where a tree goes: text or JSON.
type output struct {
	e     *env
	o     *dumpOptions
	total int
	text  *textSink
	json  *jsonSink
}

// output starts the output. The heading is the first line of text; beside
// JSON it goes to standard error, and only when the form was found out.
func (o *dumpOptions) output(e *env, total int, auto bool, heading string) *output {
	t := &output{e: e, o: o, total: total}
	if o.json {
		t.json = &jsonSink{w: e.stdout}
		if auto {
			fmt.Fprintln(e.stderr, heading)
		}
		return t
	}
	t.text = newTextSink(e.stdout, total, o.full)
	fmt.Fprintln(e.stdout, heading)
	return t
}

// message prints a message header.
func (t *output) message(o opened) {
	if t.json != nil {
		t.json.message(*o.msg)
		return
	}
	t.text.print(o.head, fmt.Sprintf("%s %s, sequence id %d", messageType(o.msg.typ), t.text.bytesText(o.msg.name), o.msg.seq))
}

func messageType(t byte) string {
	switch t {
	case 1:
		return "call"
	case 2:
		return "reply"
	case 3:
		return "exception"
	case 4:
		return "oneway"
	}
	return fmt.Sprintf("message type %d", t)
}

// tree prints the struct at start of in, and reports what in holds behind it;
// where says what ends there.
func (t *output) tree(w wire, in []byte, start int, plan *layout.Struct, where string) error {
	r := &reader{wire: w, in: in, depth: t.o.depth, sink: t.text}
	if t.json != nil {
		r.sink = t.json
	}
	end, f := r.root(start, plan)
	switch {
	case t.json != nil:
		t.json.finish(f)
	case f != nil:
		t.text.flush()
	}
	if f != nil {
		return f
	}
	t.left(end, len(in)-end, where)
	return nil
}

// left reports bytes that no value holds.
func (t *output) left(off, n int, where string) {
	switch {
	case n == 0:
	case t.json != nil:
		fmt.Fprintf(t.e.stderr, "miser dump: %d bytes left in %s at offset %d\n", n, where, off)
	default:
		t.text.level = 0
		t.text.print(off, fmt.Sprintf("%d bytes left in %s", n, where))
	}
}
