package fill

import "math"

// integer is a number of so many bits: near zero, at an end, of any length.
func (m *maker) integer(bits int) int64 {
	switch m.IntN(8) {
	case 0:
		return 0
	case 1:
		return int64(m.IntN(5)) - 2
	case 2:
		return math.MinInt64 >> (64 - bits)
	case 3:
		return math.MaxInt64 >> (64 - bits)
	case 4: // where a varint gets longer
		n := int64(1) << m.IntN(bits-1)
		return n - int64(m.IntN(2))
	}
	return int64(m.Uint64()) >> (64 - bits) >> m.IntN(bits)
}

// doubles are those that are not like others; what follows exacts is not told
// from another by ==.
var doubles = []float64{
	1, -1, 0.1, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53, math.Inf(1), math.Inf(-1), 0,
	math.Copysign(0, -1), math.NaN(), math.Float64frombits(0x7ff8_0000_dead_beef), math.Float64frombits(0xfff0_0000_0000_0001),
}

const exacts = 10

func (m *maker) double() float64 {
	if m.one(2) {
		return m.NormFloat64() * math.Pow(10, float64(m.IntN(20)-10))
	}
	if m.exact > 0 {
		return doubles[m.IntN(exacts)]
	}
	return doubles[m.IntN(len(doubles))]
}

var words = []string{"a", "id", "sku-4711", "Grüße", "日本語", "👩‍🚀", "ё", "\x00", "\"quoted\" \\ back", "a longer text than a few words would be, of 63 bytes or so"}

// text is never nil. What is not binary is mostly UTF-8, which no peer asks for.
func (m *maker) text(binary bool) []byte {
	binary = binary || m.one(16)
	switch n := m.IntN(20); {
	case n < 3:
		return []byte{}
	case n < 10:
		return []byte(words[m.IntN(len(words))])
	case n < 12 && m.budget > 200: // a length of two bytes
		m.budget -= 20
		return m.bytes(120+m.IntN(300), binary)
	case n == 12 && m.budget > 1000:
		m.budget -= 500
		return m.bytes(4000+m.IntN(20000), binary)
	}
	return m.bytes(m.IntN(20), binary)
}

func (m *maker) bytes(n int, binary bool) []byte {
	b := make([]byte, n)
	for i := 0; i < n; i += 8 {
		x := m.Uint64()
		for j := i; j < min(n, i+8); j++ {
			b[j] = byte(x)
			if !binary {
				b[j] = 'a' + b[j]%26
			}
			x >>= 8
		}
	}
	return b
}
