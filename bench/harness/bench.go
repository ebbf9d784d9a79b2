package harness

import "testing"

// Bench runs each contestant of c as an ordinary benchmark, for benchstat:
// one after the other, so that their ratios mean less than those of Measure.
// GOGC is that of the environment.
func Bench(b *testing.B, c *Case) {
	if c.Prepare != nil {
		defer c.Prepare()()
	}
	for _, p := range c.Contestants {
		b.Run(c.Proto+"/"+c.Op+"/"+p.Name, func(b *testing.B) {
			size := p.Size
			if size == 0 {
				size = c.Size
			}
			if size > 0 {
				b.SetBytes(int64(size))
			}
			b.ReportAllocs()
			b.ResetTimer()
			p.Run(b.N)
		})
	}
}
