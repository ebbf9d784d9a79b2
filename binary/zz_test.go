package binary

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/miserwire/miser/internal/hand"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

type e8 struct {
	A1,A2,A3,A4,A5,A6,A7,A8 *int32
}
type s8 struct {
	A1,A2,A3,A4,A5,A6,A7,A8 string
}
type s4 struct {
	A1,A2,A3,A4 string
}
type r16 struct {
	A1,A2,A3,A4,A5,A6,A7,A8 int32
	B1,B2,B3,B4,B5,B6,B7,B8 int32
}
type r8 struct {
	A1,A2,A3,A4,A5,A6,A7,A8 int32
}
type e16 struct {
	A1,A2,A3,A4,A5,A6,A7,A8 *int32
	B1,B2,B3,B4,B5,B6,B7,B8 *int32
}
func tagged(v any) *Program {
	t := reflect.TypeOf(v)
	var fs []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		f.Tag = reflect.StructTag(fmt.Sprintf(`thrift:"%s,%d"`, f.Name, i+1))
		fs = append(fs, f)
	}
	return zzPlan(reflect.New(reflect.StructOf(fs)).Elem().Interface())
}
func micro[T any](name string, v T, buf []byte) (string, func(int)) {
	p := tagged(v)
	return name, func(n int) {
				level = 2
				for range n {
					e := walk.Encoder{Depth: 64}
					p.Encode(&e, unsafeio.Of(&v), unsafeio.BytesOf(buf[:cap(buf)]), cap(buf))
				}
			}
}
type one struct {
	A string `thrift:"a,1"`
	B *string `thrift:"b,2"`
}

func zzPlan(v any) *Program {
	s, err := layout.Of(reflect.TypeOf(v))
	if err != nil {
		panic(err)
	}
	return Lower(s)
}

func TestZZ(t *testing.T) {
	type cs struct {
		name string
		run  func(n int)
	}
	buf := make([]byte, 8192)
	p := zzPlan(wiretest.MediaContent{})
	var list []cs
	for _, name := range []string{"fixed", "varied"} {
		msgs := []*wiretest.MediaContent{wiretest.NewMediaContent()}
		if name == "varied" {
			msgs = wiretest.VariedMediaContents(1, 1024)
		}
		i := 0
		turn := func() *wiretest.MediaContent {
			i++
			if i >= len(msgs) {
				i = 0
			}
			return msgs[i]
		}
		list = append(list, cs{name + " hand", func(n int) {
			for range n {
				buf = hand.AppendBinary(buf[:0], turn())
			}
		}})
		for lv := range levels {
			list = append(list, cs{name + " " + levels[lv], func(n int) {
				level = lv
				for range n {
					e := walk.Encoder{Depth: 64}
					p.Encode(&e, unsafeio.Of(turn()), unsafeio.BytesOf(buf[:cap(buf)]), cap(buf))
				}
			}})
		}
	}
	for lv := range levels {
		v := one{A: "hello", B: new("hello world, hello world")}
		p := zzPlan(v)
		list = append(list, cs{"one " + levels[lv], func(n int) {
			level = lv
			for range n {
				e := walk.Encoder{Depth: 64}
				p.Encode(&e, unsafeio.Of(&v), unsafeio.BytesOf(buf[:cap(buf)]), cap(buf))
			}
		}})
	}
	add := func(name string, f func(int)) { list = append(list, cs{name, f}) }
	add(micro("e8", e8{}, buf))
	add(micro("e16", e16{}, buf))
	x := strings.Repeat("x", 24)
	add(micro("s4", s4{x,x,x,x}, buf))
	add(micro("s8", s8{x,x,x,x,x,x,x,x}, buf))
	add(micro("r8", r8{}, buf))
	add(micro("r16", r16{}, buf))
	for _, op := range p.ops {
		fmt.Print(opTable[op.code].name, " ", op.fast, "; ")
	}
	fmt.Println()
	if only := os.Getenv("ONLY"); only != "" {
		for _, c := range list {
			if c.name == only {
				c.run(10_000_000)
			}
		}
		return
	}
	times := make([][]float64, len(list))
	for range 400 {
		for i, c := range list {
			n := 2000
			start := time.Now()
			c.run(n)
			times[i] = append(times[i], float64(time.Since(start))/float64(n))
		}
	}
	base := 0.0
	for i, c := range list {
		slices.Sort(times[i])
		q := times[i][len(times[i])/4]
		if c.name == "fixed hand" || c.name == "varied hand" {
			base = q
		}
		fmt.Printf("%-16s %6.1f (min %6.1f) %5.2f\n", c.name, q, times[i][len(times[i])/50], q/base)
	}
}
