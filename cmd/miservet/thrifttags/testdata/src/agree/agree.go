// Package agree has fields with two tags.
package agree

type Agree struct {
	A int32            `thrift:"a,1,required" frugal:"1,default,i32"`
	B int32            `thrift:"b,2" frugal:"3,default,i32"`               // want `agree.Agree.B: tag "b,2": the frugal tag wins over it, and they disagree: id 2 is not id 3; make both say the same`
	C int32            `thrift:"c,4,default,Color" frugal:"4,default,i32"` // want `disagree: TYPE Color is not TYPE i32`
	D int32            `thrift:"d,5,default,Color" frugal:"5,default,pkg.Color"`
	E int32            `thrift:"-" frugal:"6,default,i32"` // want `one of them makes it a Thrift field and the other does not`
	F int32            `thrift:"f,7" frugal:"-"`           // want `one of them makes it a Thrift field`
	G int32            `thrift:"g" frugal:"8,default,i32"`
	H int8             `thrift:"h,9,default,byte" frugal:"9,default,i8"`
	I map[string]int64 `thrift:"i,10,default,map<string:i64>" frugal:"10,default,map<string : i64>"`
	J string           `thrift:"j,11,default,string" frugal:"11,default,binary"` // want `TYPE string is not TYPE binary`
}
