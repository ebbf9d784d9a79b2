package codec_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

type (
	oddWriter struct {
		A []int32          `thrift:"a,1,default,set<i32>"`
		B map[string]int64 `thrift:"b,2"`
		C int32            `thrift:"c,3"`
		D bool             `thrift:"d,4"`
		E []string         `thrift:"e,5"`
	}
	oddID     int64
	oddReader struct {
		A []int32          `thrift:"a,1"`
		B map[string]int32 `thrift:"b,2"`
		C oddID            `thrift:"c,3,required"`
		D string           `thrift:"d,4"`
		E []int64          `thrift:"e,5"`
	}
)

// TestOddFields: an error says what came for a field of another type, whether it is
// refused or then missing.
func TestOddFields(t *testing.T) {
	for _, c := range []struct {
		v    oddWriter
		o    codec.Options
		kind error
		text string
	}{
		{oddWriter{A: []int32{1}}, codec.Options{Strict: true}, codec.ErrTypeMismatch,
			"wire type differs from the field's type: set<i32> came for list<i32>, which is assumed: list (a set needs TYPE)"},
		{oddWriter{}, codec.Options{}, codec.ErrMissingRequired,
			"oddReader.C at offset"},
		{oddWriter{}, codec.Options{}, codec.ErrMissingRequired,
			"required field is missing: i32 came for i64, which is assumed: i64 (an enum needs TYPE)"},
	} {
		for _, p := range bothProtocols {
			b, err := codec.Must(codec.New[oddWriter](p, codec.Options{})).Append(nil, &c.v)
			require.NoError(t, err)
			var v oddReader
			_, err = codec.Must(codec.New[oddReader](p, c.o)).Decode(b, &v)
			require.ErrorIs(t, err, c.kind)
			require.ErrorContains(t, err, c.text)
			require.True(t, errors.As(err, new(*codec.Error)))
		}
	}
	type unlikeReader struct {
		B map[string]int32 `thrift:"b,2"`
	}
	type boolReader struct {
		D string `thrift:"d,4"`
	}
	type listReader struct {
		E []int64 `thrift:"e,5,default,list<i64>"`
	}
	type plain struct {
		C int64 `thrift:"c,3,required"`
		E bool  `thrift:"e,9,required"`
	}
	v := oddWriter{B: map[string]int64{"x": 1}, D: true, E: []string{"x"}}
	for _, p := range bothProtocols {
		b, err := codec.Must(codec.New[oddWriter](p, codec.Options{})).Append(nil, &v)
		require.NoError(t, err)
		o := codec.Options{Strict: true}
		_, err = codec.Must(codec.New[unlikeReader](p, o)).Decode(b, new(unlikeReader))
		require.ErrorContains(t, err, "map<string:i64> came for map<string:i32>")
		_, err = codec.Must(codec.New[boolReader](p, o)).Decode(b, new(boolReader))
		require.ErrorContains(t, err, "bool came for string")
		_, err = codec.Must(codec.New[listReader](p, o)).Decode(b, new(listReader))
		require.ErrorContains(t, err, "list<string> came for list<i64>")
		require.NotContains(t, err.Error(), "assumed")
		_, err = codec.Must(codec.New[plain](p, codec.Options{})).Decode(b, new(plain))
		require.ErrorContains(t, err, "required field is missing: i32 came for i64")
	}
}
