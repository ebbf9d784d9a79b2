package walk

// SearchLimits bound a [Search].
type SearchLimits struct {
	Depth     int // levels below the root
	Container int // elements of one container; 0: as many as Total has room for
	Bytes     int // of one string; 0: as many as Total has room for
	Total     int // bytes of the value, a message's header among them
}

// Level is a struct or container that a search is inside of.
type Level struct {
	Left uint32 // values of a container still to come, a map's keys and values counted each
	Elem uint8  // type code of the next one; 0 in a struct
	Then uint8  // and of the one after it
	Last int16  // id of a struct's last field, where headers depend on it
}

// Search is a search for the end of a value or message whose bytes come in
// pieces. Each byte is looked at once, however they were cut, but for those of
// a header that a piece ends in.
type Search struct {
	Limits SearchLimits
	Stack  []Level // the outermost first
	Next   uint8   // type code of the value that begins here; 0: Stack says
	Left   int     // bytes to pass over first: of a string, or of numbers
	Off    int     // bytes passed over, of the whole value
	Done   bool    // the value ends at Off
	Code   int     // failure, negative
	At     int     // its offset in the value

	held  [16]byte // the beginning of a header that a piece ended in: none is as long
	nheld int
}

// keptLevels is how many levels a search keeps room for.
const keptLevels = 1 << 10

// Start begins a search for a value of a type. What it allocated is kept unless
// it is much.
func (s *Search) Start(l SearchLimits, next uint8) {
	stack := s.Stack[:0]
	if cap(stack) > keptLevels {
		stack = nil
	}
	*s = Search{Limits: l, Stack: stack, Next: next}
}

// Feed goes on with the next bytes, by run, which passes over as many of them
// as it can. It returns how many belong to the value: all of b unless the
// search is done or failed.
func (s *Search) Feed(b []byte, run func(s *Search, b []byte) int) int {
	whole := len(b)
	b = b[:min(whole, s.Limits.Total-s.Off-s.nheld)]
	used := 0
	if s.nheld > 0 {
		m := copy(s.held[s.nheld:], b)
		n := run(s, s.held[:s.nheld+m])
		s.Off += n
		switch {
		case s.Code < 0:
			return 0
		case n == 0:
			s.nheld += m
			return s.spent(m)
		}
		used = n - s.nheld
		s.nheld = 0
	}
	if !s.Done {
		n := run(s, b[used:])
		s.Off += n
		used += n
	}
	if s.Done || s.Code < 0 {
		return used
	}
	s.nheld = copy(s.held[:], b[used:])
	return s.spent(len(b))
}

// spent returns n, and fails the search where no byte may follow.
func (s *Search) spent(n int) int {
	if s.Off+s.nheld >= s.Limits.Total {
		s.Code, s.At = Message, s.Off
	}
	return n
}

// Fail ends the search at i bytes behind Off.
func (s *Search) Fail(code, i int) int {
	s.Code, s.At = code, s.Off+i
	return i
}

// Element leaves the containers that are complete, and sets Next where an
// element of one begins. Otherwise a field does, or the value is Done.
func (s *Search) Element() bool {
	for len(s.Stack) > 0 {
		top := &s.Stack[len(s.Stack)-1]
		switch {
		case top.Elem == 0:
			return false
		case top.Left > 0:
			top.Left--
			s.Next = top.Elem
			top.Elem, top.Then = top.Then, top.Elem
			return true
		}
		s.Leave()
	}
	s.Done = true
	return false
}

// Enter goes into the struct or container that begins at i.
func (s *Search) Enter(l Level, i int) bool {
	if !s.Room(i) {
		return false
	}
	s.Stack = append(s.Stack, l)
	s.Next = 0
	return true
}

// Room checks the depth of the struct or container that begins at i.
func (s *Search) Room(i int) bool {
	if len(s.Stack) > s.Limits.Depth {
		s.Fail(Depth, i)
		return false
	}
	return true
}

// Leave goes out of the innermost one.
func (s *Search) Leave() { s.Stack = s.Stack[:len(s.Stack)-1] }

// Text is called at a string of size bytes; its header is n bytes at i.
func (s *Search) Text(size, i, n int) bool {
	if l := s.Limits; l.Bytes > 0 && size > l.Bytes {
		s.Fail(Bytes, i)
		return false
	}
	return s.Name(size, i, n)
}

// Name is Text for the name in a message's header, which is no value.
func (s *Search) Name(size, i, n int) bool {
	if size > s.Limits.Total-s.Off-i-n {
		s.Fail(Message, i)
		return false
	}
	s.Left, s.Next = size, 0
	return true
}

// Fits checks a container of size elements of each bytes or more, whose header
// is n bytes at i; each is 0 where a type is unknown.
func (s *Search) Fits(size, each, i, n int) bool {
	switch l := s.Limits; {
	case each == 0:
		s.Fail(TypeCode, i)
	case l.Container > 0 && size > l.Container:
		s.Fail(Container, i)
	case int64(size)*int64(each) > int64(l.Total-s.Off-i-n):
		s.Fail(Message, i)
	default:
		return true
	}
	return false
}
