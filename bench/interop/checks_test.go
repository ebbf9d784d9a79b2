package interop

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

// check makes all Checks with our client and returns those that it made.
// Internal is the type of exception for an error that is not declared.
func check(t *testing.T, c *Client, internal int32) (done []string) {
	t.Helper()
	ok := func(name string) { done = append(done, name) }

	require.NoError(t, c.Call("ping", &none{}, &none{}))
	ok("ping")

	var sum result[int32]
	require.NoError(t, c.Call("add", &pair{-3, 45}, &sum))
	require.Equal(t, result[int32]{Success: new(int32(42))}, sum)
	ok("add")

	for _, echo := range []struct {
		name  string
		value *Everything
	}{{"echo full", Full()}, {"echo sparse", Sparse()}} {
		var same result[Everything]
		require.NoError(t, c.Call("echo", &value{echo.value}, &same), echo.name)
		require.Nil(t, same.Refusal, echo.name)
		require.True(t, same.Success.Equal(echo.value), "%s: got %+v", echo.name, same.Success)
		ok(echo.name)
	}

	var half result[int32]
	require.NoError(t, c.Call("divide", &pair{84, 2}, &half))
	require.Equal(t, result[int32]{Success: new(int32(42))}, half)
	require.NoError(t, c.Call("divide", &pair{84, 0}, &half))
	require.Equal(t, result[int32]{Refusal: &Refusal{DivisionByZero, "division by zero"}}, half)
	ok("declared exception")

	var exception *codec.ApplicationException
	require.ErrorAs(t, c.Call("unheard", &count{1}, &sum), &exception)
	require.Equal(t, codec.ExceptionUnknownMethod, exception.Type)
	ok("unknown method")

	require.ErrorAs(t, c.Call("fail", &text{"on purpose"}, &sum), &exception)
	require.Equal(t, internal, exception.Type)
	ok("internal error")

	for n := range int64(2) {
		_, err := c.Send(codec.Oneway, "note", &count{20 + n})
		require.NoError(t, err)
	}
	var noted result[int64]
	require.NoError(t, c.Call("noted", &none{}, &noted))
	require.Equal(t, result[int64]{Success: new(int64(41))}, noted)
	ok("oneway")

	for i := range int32(manyCalls) {
		require.NoError(t, c.Call("add", &pair{i, 1}, &sum))
		require.Equal(t, i+1, *sum.Success)
	}
	ok("calls in sequence")

	var first int32
	for i := range int32(manyCalls) {
		seq, err := c.Send(codec.Call, "add", &pair{i, 2})
		require.NoError(t, err)
		if i == 0 {
			first = seq
		}
	}
	require.NoError(t, c.Flush())
	for i := range int32(manyCalls) {
		require.NoError(t, c.Receive("add", first+i, &sum))
		require.Equal(t, i+2, *sum.Success)
	}
	ok("calls pipelined")

	var length result[int64]
	require.NoError(t, c.Call("blob", &data{Blob(large)}, &length))
	require.Equal(t, result[int64]{Success: new(int64(large))}, length)
	ok("large argument")
	return done
}
