// Package quiet is for a run without hints.
package quiet

type Quiet struct {
	A     int32   `thrift:"a,1,optional"`
	IDSet []int64 `thrift:"ids,2"`
	C     Color   `thrift:"c,3"`
	D     uint32  `thrift:"d,4"` // want `Go type uint32 has no Thrift type`
}

type Color int64
