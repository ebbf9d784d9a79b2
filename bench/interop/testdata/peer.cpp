// C++'s side of package interop, on the code that thrift --gen cpp made.
//
//   peer client|server HOST:PORT framed|buffered PROTOCOL
//
// The client prints "ok CHECK" for each check that holds, in the order of
// Checks in service.go; the server prints "listening HOST:PORT" and serves
// until killed.

#include <unistd.h>

#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include <thrift/TApplicationException.h>
#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/protocol/TCompactProtocol.h>
#include <thrift/server/TSimpleServer.h>
#include <thrift/server/TThreadedServer.h>
#include <thrift/transport/TBufferTransports.h>
#include <thrift/transport/TServerSocket.h>
#include <thrift/transport/TSocket.h>

#include "Wider.h"
#include "interop_constants.h"

using namespace apache::thrift;
using namespace interop;
using std::shared_ptr;
using std::string;

namespace {

const int manyCalls = 1000;
const size_t large = 12 << 20;
const size_t blobCycle = 251;
const int divisionByZero = 33;

string makeBlob(size_t size) {
  string b(size, 0);
  for (size_t i = 0; i < size; i++) b[i] = static_cast<char>(i % blobCycle);
  return b;
}

string textOf(const Everything& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

Refusal refusal(int code, const string& why) {
  Refusal r;
  r.__set_code(code);
  r.__set_why(why);
  return r;
}

// The service; what is refused is what the IDL says.
class Service : public InteropIf {
 public:
  void ping() override {}

  int32_t add(const int32_t a, const int32_t b) override { return a + b; }

  void echo(Everything& result, const Everything& value) override {
    if (!(value == g_interop_constants.FULL) && !(value == g_interop_constants.SPARSE)) {
      throw refusal(0, "echo of " + textOf(value));
    }
    result = value;
  }

  int32_t divide(const int32_t a, const int32_t b) override {
    if (b == 0) throw refusal(divisionByZero, "division by zero");
    return a / b;
  }

  int32_t fail(const string& why) override { throw std::runtime_error(why); }

  int64_t blob(const string& data) override {
    if (data != makeBlob(data.size())) throw refusal(0, "the blob is another");
    return static_cast<int64_t>(data.size());
  }

  void note(const int64_t n) override { sum += n; }

  int64_t noted() override { return sum; }

 private:
  int64_t sum = 0;
};

// Says where the server listens.
class Listening : public server::TServerEventHandler {
 public:
  Listening(const string& host, shared_ptr<transport::TServerSocket> socket) : host(host), socket(socket) {}

  void preServe() override { std::cout << "listening " << host << ":" << socket->getPort() << std::endl; }

 private:
  string host;
  shared_ptr<transport::TServerSocket> socket;
};

shared_ptr<protocol::TProtocolFactory> protocolsOf(const string& name) {
  if (name == "binary") return std::make_shared<protocol::TBinaryProtocolFactory>(0, 0, true, true);
  if (name == "binary-old") return std::make_shared<protocol::TBinaryProtocolFactory>(0, 0, false, false);
  if (name == "compact") return std::make_shared<protocol::TCompactProtocolFactory>();
  throw std::invalid_argument("protocol " + name);
}

shared_ptr<transport::TTransportFactory> transportsOf(const string& name) {
  if (name == "framed") return std::make_shared<transport::TFramedTransportFactory>();
  if (name == "buffered") return std::make_shared<transport::TBufferedTransportFactory>();
  throw std::invalid_argument("transport " + name);
}

void require(bool holds, const string& what) {
  if (!holds) throw std::runtime_error("does not hold: " + what);
}

#define REQUIRE(condition) require(condition, #condition)

void ok(const char* check) { std::cout << "ok " << check << std::endl; }

void checkEcho(WiderClient& c, const Everything& value) {
  Everything same;
  c.echo(same, value);
  require(same == value, "echo returns the same; got " + textOf(same));
}

void checkExceptions(WiderClient& c) {
  REQUIRE(c.divide(84, 2) == 42);
  try {
    c.divide(84, 0);
    REQUIRE(!"a refusal");
  } catch (const Refusal& r) {
    REQUIRE(r == refusal(divisionByZero, "division by zero"));
  }
  ok("declared exception");

  try {
    c.unheard(1);
    REQUIRE(!"an exception");
  } catch (const TApplicationException& e) {
    REQUIRE(e.getType() == TApplicationException::UNKNOWN_METHOD);
  }
  ok("unknown method");

  try {
    c.fail("on purpose");
    REQUIRE(!"an exception");
  } catch (const TApplicationException& e) {
    REQUIRE(e.getType() == TApplicationException::INTERNAL_ERROR);
    REQUIRE(string(e.what()).find("on purpose") != string::npos);
  }
  ok("internal error");
}

void checkMany(WiderClient& c) {
  for (int32_t i = 0; i < manyCalls; i++) REQUIRE(c.add(i, 1) == i + 1);
  ok("calls in sequence");

  for (int32_t i = 0; i < manyCalls; i++) c.send_add(i, 2);
  for (int32_t i = 0; i < manyCalls; i++) REQUIRE(c.recv_add() == i + 2);
  ok("calls pipelined");
}

void check(WiderClient& c) {
  c.ping();
  ok("ping");
  REQUIRE(c.add(-3, 45) == 42);
  ok("add");
  checkEcho(c, g_interop_constants.FULL);
  ok("echo full");
  checkEcho(c, g_interop_constants.SPARSE);
  ok("echo sparse");
  checkExceptions(c);
  c.note(20);
  c.note(21);
  REQUIRE(c.noted() == 41);
  ok("oneway");
  checkMany(c);
  REQUIRE(c.blob(makeBlob(large)) == static_cast<int64_t>(large));
  ok("large argument");
}

void run(const string& role, const string& address, const string& transport, const string& protocol) {
  auto colon = address.find(':');
  auto host = address.substr(0, colon);
  int port = std::stoi(address.substr(colon + 1));
  auto transports = transportsOf(transport);
  auto protocols = protocolsOf(protocol);
  if (role == "client") {
    auto t = transports->getTransport(std::make_shared<transport::TSocket>(host, port));
    WiderClient client(protocols->getProtocol(t));
    t->open();
    check(client);
    t->close();
    return;
  }
  auto socket = std::make_shared<transport::TServerSocket>(host, port);
  auto processor = std::make_shared<InteropProcessor>(std::make_shared<Service>());
  shared_ptr<server::TServer> s;
  if (transport == "framed") {
    s = std::make_shared<server::TThreadedServer>(processor, socket, transports, protocols);
  } else {
    s = std::make_shared<server::TSimpleServer>(processor, socket, transports, protocols);
  }
  s->setServerEventHandler(std::make_shared<Listening>(host, socket));
  s->serve();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: peer client|server HOST:PORT framed|buffered PROTOCOL" << std::endl;
    return 2;
  }
  alarm(45);
  try {
    run(argv[1], argv[2], argv[3], argv[4]);
  } catch (const std::exception& e) {
    std::cerr << e.what() << std::endl;
    return 1;
  }
  return 0;
}
