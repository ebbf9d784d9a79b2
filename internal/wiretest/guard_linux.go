package wiretest

import "syscall"

// guarded maps at least size bytes between two unreadable pages, until t ends.
func guarded(t Test, size int) []byte {
	t.Helper()
	page := syscall.Getpagesize()
	size = max(1, (size+page-1)/page) * page
	mem, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatalf("mmap: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(mem); err != nil {
			t.Errorf("munmap: %v", err)
		}
	})
	for _, edge := range [][]byte{mem[:page], mem[page+size:]} {
		if err := syscall.Mprotect(edge, syscall.PROT_NONE); err != nil {
			t.Fatalf("mprotect: %v", err)
		}
	}
	return mem[page:][:size]
}
