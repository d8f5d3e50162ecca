public import Engines
import SimulatedDisk

/// Shakeout's own engine behind the protocol for engines of others: the control of its checks.
///
/// It is written with what an app has: sessions over SQLite on the phones, a driver that decides
/// when to send, and a server over a journal. All phones are installs of one parent. A register is
/// the name of a child; an element of a set, and an addition to a counter, is a meal in a diary
/// whose description says so. What is its own are families: habits, goals, bonuses and rewards.
public final class ShakeoutEngine: EngineLink {
  private var clients: [String: CoreClient] = [:]
  /// The phones of the test. Each is registered before it begins, as its app's first start would.
  private var names: [String] = []
  private var server: CoreServer?

  public var lastLines: (call: [UInt8], reply: [UInt8])? { nil }
  public var isOver: Bool { false }

  private let version: String
  private let types: [EngineType]

  /// - Parameter types: those that it says it has.
  public init(version: String, types: [EngineType] = [.register, .counter, .set]) {
    self.version = version
    self.types = types
  }

  public func dismiss() {}

  private var hello: EngineHello {
    var hello = EngineHello(
      name: "shakeout", version: version, shape: .clientServer, types: types,
      hasTransactions: true)
    hello.persistence = .bytes
    hello.features = [.incarnation, .checkedSaves]
    return hello
  }

  public func perform(_ call: EngineCall) throws(EngineFailure) -> EngineReply {
    var reply = EngineReply()
    do {
      try perform(call, &reply)
    } catch {
      return EngineReply(.crash, "\(error)")
    }
    return reply
  }

  private func forget() {
    clients = [:]
    server = nil
    names = []
  }

  private func perform(_ call: EngineCall, _ reply: inout EngineReply) throws {
    switch call.body {
    case .hello: reply.hello = hello
    case .begin(_, let replicas):
      forget()
      Disk.restartDrawsOfLibrary(seed: 1)
      names = replicas.filter { $0 != CoreMessage.server }
    case .end: forget()
    case .open(let opening) where opening.role == .server:
      server = try CoreServer(
        opening, installs: names.map { CoreClient.install($0, incarnation: 1) })
    case .open(let opening):
      guard let site = names.firstIndex(of: opening.replica) else {
        reply = EngineReply(.malformedRequest, "'begin' did not name \(opening.replica)")
        return
      }
      let client = try CoreClient(opening, site: site)
      clients[opening.replica] = client
      try client.wake(at: opening.now, isOnline: false, &reply)
    case .close(let name):
      if clients.removeValue(forKey: name) == nil { server = nil }
    case .apply(let name, let now, let operations):
      try clients[name]?.apply(operations, at: now, call: call.id, &reply)
    case .read(let name, let now, let keys):
      guard let client = clients[name] else {
        reply = EngineReply(.notSupported, "the server shows nothing to people")
        return
      }
      reply.values = client.values(of: keys, at: now)
    case .wake(let name, let now, let isOnline):
      try clients[name]?.wake(at: now, isOnline: isOnline, &reply)
    case .deliver(let name, let now, let from, let bytes):
      guard let message = CoreMessage(bytes) else {
        reply = EngineReply(.malformedRequest, "no message of this engine")
        return
      }
      if let client = clients[name] {
        try client.deliver(message, at: now, &reply)
      } else if let answer = try server?.answer(message, at: now) {
        reply.messages = [EngineMessage(to: from, answer.bytes)]
      }
    case .save(let name, _):
      reply.saved = clients[name]?.saved ?? server?.saved
    }
  }
}
