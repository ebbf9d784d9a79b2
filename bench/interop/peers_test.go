package interop

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

// A peer is another implementation of Thrift, with the service of the IDL.
type peer struct {
	name      string
	protocols []string

	// missing returns what of it is not installed.
	missing func() []string
	// prepare builds it.
	prepare func(t *testing.T)
	// client makes all Checks of our server and returns those that it made.
	client func(t *testing.T, addr string, w wire) []string
	// server starts its server, and ends it with the test.
	server func(t *testing.T, w wire) (addr string)
	// internal is the type of exception that its server gives for an error
	// that is not declared.
	internal int32
}

// A wire is what a peer's generated code is put on.
type wire struct{ transport, protocol string }

const (
	framed   = "framed"
	buffered = "buffered" // no frames
)

// The protocols. Old is Binary without a version in the headers of messages;
// what is accelerated is made by other code of the same library.
const (
	binary             = "binary"
	binaryOld          = "binary-old"
	binaryAccelerated  = "binary-accelerated"
	compact            = "compact"
	compactAccelerated = "compact-accelerated"
)

func (w wire) framed() bool { return w.transport == framed }

func (w wire) codec() codec.Protocol {
	if strings.HasPrefix(w.protocol, compact) {
		return codec.Compact
	}
	return codec.Binary
}

// The roles of a peer.
const (
	asClient = "client"
	asServer = "server"
)

// combinations returns what is to run with a peer.
func (p *peer) combinations() (list []combination) {
	for _, role := range []string{asClient, asServer} {
		for _, transport := range []string{framed, buffered} {
			for _, protocol := range p.protocols {
				list = append(list, combination{p.name, role, wire{transport, protocol}})
			}
		}
	}
	return list
}

// How often the checks that call often do so, and how long their large
// argument is. The programs in testdata have the same numbers.
const (
	manyCalls = 1000
	large     = 12 << 20
)

// TestPeers has each peer call our server, and be called by our client.
func TestPeers(t *testing.T) {
	peers := []*peer{newApache(), newPython(), newCPP()}
	all := new(table)
	for _, p := range peers {
		missing := p.missing()
		all.expect(p, missing)
		t.Run(p.name, func(t *testing.T) {
			if len(missing) > 0 {
				t.Skip(howToInstall(missing))
			}
			p.prepare(t)
			for _, c := range p.combinations() {
				t.Run(c.role+"/"+c.transport+"/"+c.protocol, func(t *testing.T) {
					defer all.end(t, c)
					if c.role == asClient {
						testClient(t, p, c.wire)
					} else {
						testServer(t, p, c.wire)
					}
				})
			}
		})
	}
	text := all.String()
	t.Log(text)
	if name := os.Getenv("INTEROP_TABLE"); name != "" {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	if os.Getenv("CI") == "true" {
		require.Empty(t, all.lacking(), "their peers are installed, yet these did not run")
		for _, p := range peers {
			for _, pkg := range all.missing[p.name] {
				require.False(t, succeeds("dpkg", "-s", pkg), "Debian's %s is installed, yet of no use to %s", pkg, p.name)
			}
		}
	}
}

// testClient has the peer's client make all checks of our server.
func testClient(t *testing.T, p *peer, w wire) {
	s, err := Listen()
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() }) // where the test ends early
	done := p.client(t, s.Addr(), w)
	require.NoError(t, s.Close(), "no connection ends other than between two messages")
	require.Equal(t, Checks, done)

	stats := s.Stats()
	calls := map[string]int{}
	for name, stat := range stats {
		calls[name] = stat.Calls
	}
	require.Equal(t, map[string]int{
		"ping": 1, "add": 1 + 2*manyCalls, "echo": 2, "divide": 2, "unheard": 1, "fail": 1, "note": 2, "noted": 1, "blob": 1,
	}, calls, "what our server was called with")
	require.Greater(t, stats["blob"].Bytes, large)
}

// testServer has our client make all checks of the peer's server.
func testServer(t *testing.T, p *peer, w wire) {
	c, err := Dial(p.server(t, w), w.codec(), w.framed())
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() }) // where the test ends early; a server that stops waits for it
	done := check(t, c, p.internal)
	require.NoError(t, c.Close())
	require.Equal(t, Checks, done)
}
