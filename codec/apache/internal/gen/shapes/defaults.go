// Package shapes is what Apache's compiler makes of shapes.thrift, and what a
// program adds to it.
package shapes

// InitDefault tells miser what the IDL says an absent field holds.
func (p *Given) InitDefault() { *p = *NewGiven() }
