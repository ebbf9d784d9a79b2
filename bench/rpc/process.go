package rpc

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// process is a server that runs.
type process struct {
	server *Server
	addr   string
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
}

// start starts this program again, as the server s. It lives no longer than
// ctx.
func start(ctx context.Context, s *Server, gogc int, profile string) (*process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), envServer+"="+s.Name, envProfile+"="+profile, fmt.Sprintf("GOGC=%d", gogc))
	cmd.Stderr = os.Stderr
	p := &process{server: s, cmd: cmd}
	if p.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if p.addr, err = p.line(); err != nil {
		_ = p.stop() // err says more
		return nil, err
	}
	return p, nil
}

// line reads the next line that the process writes.
func (p *process) line() (string, error) {
	s, err := p.out.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("server %s: %w", p.server.Name, err)
	}
	return strings.TrimSpace(s), nil
}

// usage returns what the process has used until now.
func (p *process) usage() (*usage, error) {
	if _, err := io.WriteString(p.in, "usage\n"); err != nil {
		return nil, err
	}
	line, err := p.line()
	if err != nil {
		return nil, err
	}
	u := new(usage)
	return u, u.scan(line)
}

// stop ends the process, which may write its profile first.
func (p *process) stop() error {
	p.in.Close()
	return p.cmd.Wait()
}
