// Package clean has nothing to report.
package clean

import "github.com/miserwire/miser/layout"

type User struct {
	ID    int64               `thrift:"id,1,required"`
	Tags  map[string]struct{} `thrift:"2"`
	Inner *User               `thrift:"inner,3,optional"`
	Rest  [][]User            `frugal:"4,optional,list<list<User>>"`
	Note  string              `json:"note"`
	Big   chan int
	layout.Unknown
}

type Old struct {
	A              *int32 `thrift:"a,1,optional"`
	_unknownFields []byte
}

type Untagged struct {
	F func()
	*Untagged
}
