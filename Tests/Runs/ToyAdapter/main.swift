import EngineToys
import Engines

// toy-adapter <peers | client-server> [bug]: a toy engine behind the protocol.

let words = CommandLine.arguments.dropFirst()
let shape = words.first.flatMap { EngineHello.Shape(rawValue: $0) } ?? .peers
let bug = words.dropFirst().first.flatMap { ToyBug(rawValue: $0) }
_ = EngineServer.run(ToyEngine(ToyEngine.hello(shape), bug: bug))
