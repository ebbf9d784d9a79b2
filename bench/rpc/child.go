package rpc

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"syscall"
)

// What the runner tells a child in its environment.
const (
	envServer  = "MISER_RPC_SERVER"  // the server that the process is to be
	envProfile = "MISER_RPC_PROFILE" // where its CPU profile goes, if anywhere
)

// Child reports whether this process is a server that a runner started. Then
// it has served, and is to end now: main, and TestMain, call Child first.
func Child() bool {
	name := os.Getenv(envServer)
	if name == "" {
		return false
	}
	if err := child(server(name), os.Getenv(envProfile)); err != nil {
		fmt.Fprintf(os.Stderr, "server %s: %v\n", name, err)
		os.Exit(1)
	}
	return true
}

// child writes the address where it serves, then its usage for each line that
// it reads, and ends with its input.
func child(s *Server, profile string) error {
	if s == nil {
		return fmt.Errorf("there is no such server")
	}
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- s.serve(ln) }()
	fmt.Println(ln.Addr())
	ended := make(chan error, 1)
	go func() { ended <- control(os.Stdin, os.Stdout) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serving ended: %w", err)
	case err := <-ended:
		return err
	}
}

// control answers each line of in with the process's usage.
func control(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	var u usage
	b := make([]byte, 0, 128)
	for {
		if _, err := lines.ReadSlice('\n'); err != nil {
			if err == io.EOF {
				err = nil
			}
			return err
		}
		if err := u.read(); err != nil {
			return err
		}
		b = u.append(b[:0])
		if _, err := out.Write(b); err != nil {
			return err
		}
	}
}

// usage is what a process has used since it began.
type usage struct {
	cpu     int64 // ns, user and system
	mallocs uint64
	bytes   uint64

	mem runtime.MemStats // here since reading usage must not allocate
	res syscall.Rusage
}

// read asks the system and the runtime.
func (u *usage) read() error {
	runtime.ReadMemStats(&u.mem)
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u.res); err != nil {
		return err
	}
	u.cpu, u.mallocs, u.bytes = u.res.Utime.Nano()+u.res.Stime.Nano(), u.mem.Mallocs, u.mem.TotalAlloc
	return nil
}

// append appends a line that scan reads.
func (u *usage) append(b []byte) []byte {
	b = append(strconv.AppendInt(b, u.cpu, 10), ' ')
	b = append(strconv.AppendUint(b, u.mallocs, 10), ' ')
	return append(strconv.AppendUint(b, u.bytes, 10), '\n')
}

func (u *usage) scan(line string) error {
	_, err := fmt.Sscan(line, &u.cpu, &u.mallocs, &u.bytes)
	return err
}
