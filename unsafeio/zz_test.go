package unsafeio
import ("testing";"fmt")
func BenchmarkZZ(b *testing.B) {
	for _, size := range []int{8<<10, 512<<10, 8 << 20} {
	for _, off := range []int{0, 8, 5} {
		mem, wire := make([]uint64, size/8), make([]byte, size+5+64)
		m, w := Heap(&mem[0]), Input(wire).Add(off)
		b.Run(fmt.Sprintf("put/%d/%d", size,off), func(b *testing.B) {
			benchRatio(b, 1+(32<<10)/size, func() { w.Copy(m, size) }, func() { PutBE64s(w, m, size/8) })
		})
		b.Run(fmt.Sprintf("putself/%d/%d", size,off), func(b *testing.B) {
			benchRatio(b, 1+(32<<10)/size, func() { w.Copy(m, size) }, func() { w.Copy(m,size)})
		})
		b.Run(fmt.Sprintf("get/%d/%d", size,off), func(b *testing.B) {
			benchRatio(b, 1+(32<<10)/size, func() { m.Copy(w, size) }, func() { GetBE64s(m, w, size/8) })
		})
	}}
}
