package codec

import (
	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
)

// beginSearch begins a search for the end of a message, or of a struct alone.
// Caller: p is a protocol.
func (p Protocol) beginSearch(s *walk.Search, message bool, l walk.SearchLimits) {
	begin := binary.SearchStruct
	switch {
	case p == Binary && message:
		begin = binary.SearchMessage
	case message:
		begin = compact.SearchMessage
	case p == Compact:
		begin = compact.SearchStruct
	}
	begin(s, l)
}

// search goes on with the next bytes.
// Caller: p is that of beginSearch.
func (p Protocol) search(s *walk.Search, b []byte) {
	if p == Binary {
		binary.Search(s, b)
	} else {
		compact.Search(s, b)
	}
}
