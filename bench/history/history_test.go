package history

import (
	"bytes"
	"testing"

	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/codec"
)

// TestStores: both ways to store a varint give the codec's bytes.
func TestStores(t *testing.T) {
	v := data.One()
	v.WhatWho, v.Base64 = new(true), []byte("abc")
	c := codec.Must(codec.New[fast.OneOfEach](codec.Compact, codec.Options{}))
	want, err := c.Append(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	for name, put := range map[string]func([]byte, uint64) []byte{"bytes": appendVarintBytes, "once": appendVarintOnce} {
		if got := appendOne(nil, v, put); !bytes.Equal(got, want) {
			t.Errorf("%s: % x, want % x", name, got, want)
		}
		for _, u := range []uint64{0, 1, 127, 128, 1<<56 - 1, 1 << 56, 1<<64 - 1} {
			if got, want := put([]byte{7}, u), appendVarintBytes([]byte{7}, u); !bytes.Equal(got, want) {
				t.Errorf("%s: %d is % x, want % x", name, u, got, want)
			}
		}
	}
}

// TestRows: the objects of the rows are one, and of the published sizes.
func TestRows(t *testing.T) {
	v, a := createFast(), createApache()
	if mediaFast(v) != mediaApache(a) || imagesFast(v) != imagesApache(a) {
		t.Error("the objects of the rows differ")
	}
	for proto, want := range map[codec.Protocol]int{codec.Binary: 353, codec.Compact: 234} {
		if m, b := len(miserRow("", proto, codec.Options{}).write(v)), len(apacheRow(proto).write(a)); m != want || b != want {
			t.Errorf("%v: sizes %d and %d, want %d", proto, m, b, want)
		}
	}
}
