import Engines

/// Clients with an outbox that talk to a `ToyRestServer` over sockets of their own.
final class ToyRestClient: EngineLink {
  private struct Replica {
    var device: String
    var incarnation: Int
    var port: UInt16
    var number = 0
    var outbox: [(device: String, number: Int, key: EngineKey, amount: Int, isDone: Bool)] = []
    var revision = 0
    var counters: [String: Int] = [:]
  }

  private var replicas: [String: Replica] = [:]
  private var saves: [Replica] = []

  var lastLines: (call: [UInt8], reply: [UInt8])? { nil }
  var isOver: Bool { false }

  func dismiss() {}

  func perform(_ call: EngineCall) throws(EngineFailure) -> EngineReply {
    var reply = EngineReply()
    switch call.body {
    case .hello:
      var hello = EngineHello(
        name: "toy of sockets", version: "1", shape: .clientServer, types: [.counter])
      hello.persistence = .bytes
      hello.network = .own
      reply.hello = hello
    case .begin, .end: (replicas, saves) = ([:], [])
    case .open(let opening):
      replicas[opening.replica] = open(opening)
      reply.wake = .after(milliseconds: 1_000)
    case .close(let name): replicas[name] = nil
    case .apply(let name, _, let operations):
      for operation in operations {
        guard case .add(let key, let amount) = operation else { continue }
        replicas[name]!.number += 1
        let (device, number) = (replicas[name]!.device, replicas[name]!.number)
        replicas[name]!.outbox.append((device, number, key, amount, false))
      }
      reply.result = .ok
    case .read(let name, _, let keys):
      for key in keys {
        let pending = replicas[name]!.outbox.filter { $0.key == key }.map(\.amount)
        let known = replicas[name]!.counters["\(key)"] ?? 0
        reply.values[key] = .counter(pending.reduce(known, +))
      }
    case .wake(let name, _, _):
      Self.sync(&replicas[name]!)
      reply.wake = .after(milliseconds: replicas[name]!.outbox.isEmpty ? 3_000 : 1_000)
    case .deliver: reply = EngineReply(.notSupported)
    case .save(let name, _):
      saves.append(replicas[name]!)
      reply.saved = Array("\(saves.count - 1)".utf8)
    }
    return reply
  }

  private func open(_ opening: EngineOpening) -> Replica {
    let port = UInt16(opening.server?.split(separator: ":").last ?? "") ?? 0
    let device = "\(opening.replica)-\(opening.seed)"
    guard let saved = opening.saved, let place = Int(String(decoding: saved, as: UTF8.self)) else {
      return Replica(device: device, incarnation: opening.incarnation, port: port)
    }
    var replica = saves[place]
    replica.port = port
    if replica.incarnation != opening.incarnation {
      (replica.device, replica.number) = (device, 0)
      replica.incarnation = opening.incarnation
    }
    return replica
  }

  /// Sends the outbox, in its order, and takes what the server has.
  private static func sync(_ replica: inout Replica) {
    for (place, add) in replica.outbox.enumerated() where !add.isDone {
      let line = "add \(add.device) \(add.number) \(add.key) \(add.amount)"
      guard ToySocket.exchange(line, port: replica.port) != nil else { return }
      replica.outbox[place].isDone = true
    }
    guard let answer = ToySocket.exchange("get", port: replica.port) else { return }
    let words = answer.split(separator: " ")
    guard let revision = words.first.flatMap({ Int($0) }), revision >= replica.revision else {
      return
    }
    var values: [String: Int] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=")
      if parts.count == 2 { values[String(parts[0])] = Int(parts[1]) }
    }
    replica.revision = revision
    replica.counters = values
    replica.outbox.removeAll { $0.number <= values[$0.device] ?? 0 }
  }
}
