// Package embedding has embedded structs.
package embedding

type Base struct {
	ID   int64  `thrift:"id,1"`
	Name string `thrift:"name,1"` // want `embedding.Base.Name: tag "name,1": id 1 is that of ID too`
	bad  int32  `thrift:"bad,2"`  // want `the field is not exported`
}

type Good struct {
	ID int64 `thrift:"id,1"`
}

type Marked struct {
	_ struct{} `thrift:",union"`
	P *int32   `thrift:"p,7"`
}

type AtField struct {
	Good
	Other int64 `thrift:"other,1"` // want `embedding.AtField.Other: tag "other,1": id 1 is that of Good.ID too`
}

type AtEmbedded struct {
	Other int64 `thrift:"other,1"`
	*Good       // want `embedding.AtEmbedded.Good.ID: tag "id,1": id 1 is that of Other too`
}

type Twice struct {
	Good
	*AtTag // want `Twice.AtTag.ID: tag "id,1": id 1 is that of Good.ID too`
}

type AtTag struct {
	Good `thrift:"good,2"`
	ID   int64 `thrift:"id,1"`
}

type Itself struct {
	A       int32 `thrift:"a,1"`
	*Itself       // want `embedding.Itself.Itself: embedding.Itself embeds itself`
}

type Union struct {
	Marked // want `an embedded struct cannot make the one around it a union`
}

type InUnion struct {
	_    struct{} `thrift:",union"`
	Good          // want `InUnion.Good.ID: tag "id,1": a union's field must be able to be nil`
}

type Inherits struct {
	Base
	A int32 `thrift:"a,3"`
}

// node is none of Thrift's.
type node struct {
	*node
	next int
}
