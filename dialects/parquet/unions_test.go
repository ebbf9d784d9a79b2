package parquet_test

import (
	"github.com/parquet-go/parquet-go/encoding/thrift"

	"github.com/miserwire/miser/dialects/internal/contrast"
)

// Unions that the library's own tests call malformed.
type (
	unionOfTwo  struct{ A, B thrift.UnionMember }
	unionOfInt  struct{ A int }
	unionOfNone struct{ A thrift.UnionMember }
	unionOfSame struct{ A thrift.UnionMember }
	unionOfNil  struct{ A thrift.UnionMember }
	unionOfZero struct{ A thrift.UnionMember }
	unionOfFar  struct {
		A interface {
			thrift.UnionMember
			far()
		}
	}
	member1    struct{}
	member1too struct{}
	member0    struct{}
)

func (*member1) FieldID() int16    { return 1 }
func (*member1too) FieldID() int16 { return 1 }
func (*member0) FieldID() int16    { return 0 }

func (*unionOfTwo) UnionMembers() []thrift.UnionMember {
	return []thrift.UnionMember{(*member1)(nil)}
}

func (*unionOfInt) UnionMembers() []thrift.UnionMember {
	return []thrift.UnionMember{(*member1)(nil)}
}
func (*unionOfNone) UnionMembers() []thrift.UnionMember { return nil }
func (*unionOfSame) UnionMembers() []thrift.UnionMember {
	return []thrift.UnionMember{(*member1)(nil), (*member1too)(nil)}
}
func (*unionOfNil) UnionMembers() []thrift.UnionMember { return []thrift.UnionMember{nil} }
func (*unionOfZero) UnionMembers() []thrift.UnionMember {
	return []thrift.UnionMember{(*member0)(nil)}
}

func (*unionOfFar) UnionMembers() []thrift.UnionMember {
	return []thrift.UnionMember{(*member1)(nil)}
}

// badUnions are refused by both.
func badUnions() []contrast.Tag {
	return []contrast.Tag{
		contrast.Agree[unionOfTwo](`thrift:"1"`, contrast.Refused),
		contrast.Agree[unionOfInt](`thrift:"1"`, contrast.Refused),
		contrast.Agree[unionOfNone](`thrift:"1"`, contrast.Refused),
		contrast.Agree[unionOfSame](`thrift:"1"`, contrast.Refused),
		contrast.Agree[unionOfNil](`thrift:"1"`, contrast.Refused),
		contrast.Agree[unionOfZero](`thrift:"1"`, contrast.Refused),
		contrast.Agree[unionOfFar](`thrift:"1"`, contrast.Refused),
	}
}
