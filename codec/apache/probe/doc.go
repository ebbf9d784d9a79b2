// Package probe learns from generated code what its types and tags do not tell:
// the structs that Apache Thrift's Go compiler wrote go out and come in by miser
// as by their own Write and Read, without a change to them or to the IDL.
//
//	schema, err := probe.Schema(shapes.NewHolder(), shapes.NewSets())
//	c, err := codec.New[shapes.Holder](codec.Compact, codec.Options{Schema: schema})
//
// # How
//
// Each struct type that the values lead to is written and read a few times, once
// and for all, by its generated code, over a thrift.TProtocol that notes the calls
// and knows no bytes. That shows
//
//   - of each field the id, the name and the wire type, of what it contains too:
//     sets, which are slices as lists are, and enums, also behind a typedef, which
//     loses their methods;
//   - which Go field that is, where tags do not say it: a struct with a negative id
//     has none;
//   - required: Read fails without the field; optional: Write leaves it out while
//     it is unset, or equal to its default; default requiredness otherwise;
//   - unions: Write demands that exactly one field is set;
//   - defaults: a Read that meets a struct makes it first, with its defaults.
//
// # What it cannot see
//
// The defaults of a type that no other one holds are seen in the value itself:
// pass what the generated constructor returns, NewT(). Where that is not passed,
// an optional field with a default looks like one without requiredness, and is
// always written, which every reader understands. [OpenFields] names those of which it
// is known all the same that they are optional. The field for a default of a
// pointer (optional lists, sets, maps and structs) is nil in NewT too: generated
// code gives that default in getters only.
//
// A struct held by pointer that is nil goes out as an empty one by compilers
// before 0.25, where it has no requiredness. By miser it is left out.
//
// # What always holds
//
// The probe keeps nothing of the values and changes nothing in them. Code that
// panics, fails, or makes calls that are no struct gives an error, a
// [*layout.Error], with type and field. Code that does not end and makes no calls
// is beyond it.
//
// # Where to start
//
// probe.go has the steps in their order. record.go and play.go are the two
// protocols, value.go what they note and say; write.go and read.go ask generated
// code; fill.go makes values; hint.go puts what was learned into words.
package probe
