"""Python's side of package interop, on the code that thrift --gen py made in DIR.

    peer.py DIR client|server HOST:PORT framed|buffered PROTOCOL

The client prints "ok CHECK" for each check that holds, in the order of Checks
in service.go; the server prints "listening HOST:PORT" and serves until killed.
"""

import signal
import sys

directory, role, address, transport_name, protocol_name = sys.argv[1:]
sys.path.insert(0, directory)

from interop import Interop, Wider  # noqa: E402
from interop.constants import FULL, SPARSE  # noqa: E402
from interop.ttypes import Refusal  # noqa: E402
from thrift.protocol import TBinaryProtocol, TCompactProtocol  # noqa: E402
from thrift.server import TServer  # noqa: E402
from thrift.Thrift import TApplicationException  # noqa: E402
from thrift.transport import TSocket, TTransport  # noqa: E402

MANY_CALLS = 1000
LARGE = 12 << 20
BLOB_CYCLE = 251
DIVISION_BY_ZERO = 33

PROTOCOLS = {
    "binary": TBinaryProtocol.TBinaryProtocolFactory(strictRead=True),
    "binary-old": TBinaryProtocol.TBinaryProtocolFactory(strictWrite=False),
    "binary-accelerated": TBinaryProtocol.TBinaryProtocolAcceleratedFactory(fallback=False),
    "compact": TCompactProtocol.TCompactProtocolFactory(),
    "compact-accelerated": TCompactProtocol.TCompactProtocolAcceleratedFactory(fallback=False),
}
TRANSPORTS = {
    "framed": TTransport.TFramedTransportFactory(),
    "buffered": TTransport.TBufferedTransportFactory(),
}
SERVERS = {"framed": TServer.TThreadedServer, "buffered": TServer.TSimpleServer}


def blob(size):
    cycle = bytes(range(BLOB_CYCLE))
    return (cycle * (size // BLOB_CYCLE + 1))[:size]


class Service:
    """The service; what is refused is what the IDL says."""

    def __init__(self):
        self.sum = 0

    def ping(self):
        pass

    def add(self, a, b):
        return a + b

    def echo(self, value):
        if value not in (FULL, SPARSE):
            raise Refusal(0, "echo of %r" % value)
        return value

    def divide(self, a, b):
        if b == 0:
            raise Refusal(DIVISION_BY_ZERO, "division by zero")
        return a // b

    def fail(self, why):
        raise RuntimeError(why)

    def blob(self, data):
        if data != blob(len(data)):
            raise Refusal(0, "the blob is another")
        return len(data)

    def note(self, n):
        self.sum += n

    def noted(self):
        return self.sum


class ServerSocket(TSocket.TServerSocket):
    """Says where it listens."""

    def listen(self):
        super().listen()
        print("listening %s:%d" % self.handle.getsockname()[:2], flush=True)


def equal(got, want):
    if got != want:
        raise AssertionError("got %r, want %r" % (got, want))


def raised(kind, call, *args):
    """Returns the exception of a kind that a call raises."""
    try:
        got = call(*args)
    except kind as e:
        return e
    raise AssertionError("got %r, want an exception" % (got,))


def oneways(client):
    client.note(20)
    client.note(21)
    equal(client.noted(), 41)


def exceptions(client):
    equal(client.divide(84, 2), 42)
    equal(raised(Refusal, client.divide, 84, 0), Refusal(DIVISION_BY_ZERO, "division by zero"))


def internal_error(client):
    e = raised(TApplicationException, client.fail, "on purpose")
    equal((e.type, "on purpose" in e.message), (TApplicationException.INTERNAL_ERROR, True))


def in_sequence(client):
    for i in range(MANY_CALLS):
        equal(client.add(i, 1), i + 1)


def pipelined(client):
    for i in range(MANY_CALLS):
        client.send_add(i, 2)
    for i in range(MANY_CALLS):
        equal(client.recv_add(), i + 2)


CHECKS = {
    "ping": lambda c: equal(c.ping(), None),
    "add": lambda c: equal(c.add(-3, 45), 42),
    "echo full": lambda c: equal(c.echo(FULL), FULL),
    "echo sparse": lambda c: equal(c.echo(SPARSE), SPARSE),
    "declared exception": exceptions,
    "unknown method": lambda c: equal(
        raised(TApplicationException, c.unheard, 1).type, TApplicationException.UNKNOWN_METHOD
    ),
    "internal error": internal_error,
    "oneway": oneways,
    "calls in sequence": in_sequence,
    "calls pipelined": pipelined,
    "large argument": lambda c: equal(c.blob(blob(LARGE)), LARGE),
}


def main():
    signal.alarm(45)
    host, port = address.split(":")
    transports, protocols = TRANSPORTS[transport_name], PROTOCOLS[protocol_name]
    if role == "server":
        socket = ServerSocket(host, int(port))
        SERVERS[transport_name](Interop.Processor(Service()), socket, transports, protocols).serve()
        return
    transport = transports.getTransport(TSocket.TSocket(host, int(port)))
    transport.open()
    client = Wider.Client(protocols.getProtocol(transport))
    for name, check in CHECKS.items():
        check(client)
        print("ok", name, flush=True)
    transport.close()


main()
