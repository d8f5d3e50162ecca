import EngineToys
import Engines
import SystemLibrary

// toy-adapter <peers | client-server> [bug]: a toy engine behind the protocol.
// toy-adapter rest-client: one whose clients talk to a server themselves.
// toy-adapter rest-server [counts-twice]: the server.

// A connection that was cut is an error, and not the end.
signal(SIGPIPE, SIG_IGN)
let words = Array(CommandLine.arguments.dropFirst())
if words.first == "rest-server" {
  var server = ToyRestServer(isIdempotent: !words.contains("counts-twice"))
  server.run()
} else if words.first == "rest-client" {
  _ = EngineServer.run(ToyRestClient())
} else {
  let shape = words.first.flatMap { EngineHello.Shape(rawValue: $0) } ?? .peers
  let bug = words.dropFirst().first.flatMap { ToyBug(rawValue: $0) }
  _ = EngineServer.run(ToyEngine(ToyEngine.hello(shape), bug: bug))
}
