package kv

import (
	"strings"
	"sync"
	"sync/atomic"
)

// store is the service. Its methods take arguments that alias the request, and
// fill in the result.
type store struct {
	mu      sync.RWMutex
	entries map[string]*entry
	bytes   int64

	gets, touches atomic.Int64
}

// entry is a pointer in the map since assigning to a key that is there replaces
// the key too: by one that aliases the request.
type entry struct{ value []byte }

func (s *store) get(a *keyArgs, r *getResult) {
	s.gets.Add(1)
	s.mu.RLock()
	defer s.mu.RUnlock()
	e := s.entries[a.Key]
	if e == nil {
		r.NotFound = &NotFound{Key: a.Key}
		return
	}
	r.Success = e.value // put replaces values, and never writes into one
}

func (s *store) put(a *putArgs, _ *noResult) {
	value := append([]byte{}, a.Value...) // never nil: that would be no result
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.entries[a.Key]
	if e == nil {
		e = new(entry)
		s.entries[strings.Clone(a.Key)] = e
	}
	s.bytes += int64(len(value) - len(e.value))
	e.value = value
}

func (s *store) delete(a *keyArgs, r *deleteResult) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.entries[a.Key]
	if e == nil {
		return
	}
	s.bytes -= int64(len(e.value))
	delete(s.entries, a.Key)
	r.Success = true
}

func (s *store) stats(_ *noArgs, r *statsResult) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	r.Success = Stats{
		Keys: int64(len(s.entries)), Bytes: s.bytes,
		Gets: s.gets.Load(), Touches: s.touches.Load(),
	}
}

// touch counts the keys that are there.
func (s *store) touch(a *touchArgs, _ *noResult) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, key := range a.Keys {
		if s.entries[key] != nil {
			s.touches.Add(1)
		}
	}
}
