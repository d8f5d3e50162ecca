import Base
import JSONText

/// A call of the protocol (docs/engine-protocol.md).
public struct EngineCall: Sendable {
  /// Of an `apply`: what names it in `settled`.
  public var id: Int
  public var body: Body

  public init(id: Int, _ body: Body) {
    self.id = id
    self.body = body
  }

  /// What an engine is asked to do.
  public enum Body: Sendable {
    case hello
    case begin(seed: UInt64, replicas: [String])
    case open(EngineOpening)
    case apply(replica: String, now: Int, [EngineOperation])
    case read(replica: String, now: Int, [EngineKey])
    /// `online`: the network is there again, or the app came to the front.
    case wake(replica: String, now: Int, online: Bool)
    case deliver(replica: String, now: Int, from: String, message: [UInt8])
    case save(replica: String, now: Int)
    case close(replica: String)
    case end
  }

  /// The name of the call.
  public var name: String {
    switch body {
    case .hello: "hello"
    case .begin: "begin"
    case .open: "open"
    case .apply: "apply"
    case .read: "read"
    case .wake: "wake"
    case .deliver: "deliver"
    case .save: "save"
    case .close: "close"
    case .end: "end"
    }
  }

  /// The replica that it is for.
  public var replica: String? {
    switch body {
    case .hello, .begin, .end: nil
    case .open(let opening): opening.replica
    case .apply(let replica, _, _), .read(let replica, _, _), .wake(let replica, _, _),
      .deliver(let replica, _, _, _), .save(let replica, _), .close(let replica):
      replica
    }
  }

  /// The line of the call, without its end.
  public var line: [UInt8] {
    JSONWriter(.compact).bytes(
      .object([("id", .integer(id)), ("call", .string(name))] + members))
  }

  private var members: [(String, JSONNode)] {
    var members: [(String, JSONNode)] = []
    if let replica { members.append(("replica", .string(replica))) }
    switch body {
    case .hello: return [("protocol", .integer(EngineHello.protocolVersion))]
    case .begin(let seed, let replicas):
      return [("seed", .integer(seed)), ("replicas", .array(replicas.map { .string($0) }))]
    case .open(let opening): return members + opening.members
    case .apply(_, let now, let operations):
      return members + [
        ("now", .integer(now)), ("operations", .array(operations.map(\.json))),
      ]
    case .read(_, let now, let keys):
      return members + [
        ("now", .integer(now)), ("keys", .array(keys.map { .string("\($0)") })),
      ]
    case .wake(_, let now, let online):
      return members + [("now", .integer(now)), ("online", .boolean(online))]
    case .deliver(_, let now, let from, let message):
      return members + [
        ("now", .integer(now)), ("from", .string(from)),
        ("message", .string(Base64.text(message))),
      ]
    case .save(_, let now): return members + [("now", .integer(now))]
    case .close: return members
    case .end: return []
    }
  }
}

/// How a replica is opened.
public struct EngineOpening: Sendable {
  /// What a replica is for the others.
  public enum Role: String, Sendable {
    case peer, client, server
  }

  public var replica: String
  public var role: Role
  public var incarnation: Int
  public var seed: UInt64
  public var now: Int
  /// What an earlier `save` returned.
  public var saved: [UInt8]?
  /// Where an engine that keeps files has them.
  public var directory: String?
  /// Where a client with a network of its own finds the server.
  public var server: String?

  public init(
    replica: String, role: Role, incarnation: Int, seed: UInt64, now: Int, saved: [UInt8]? = nil,
    directory: String? = nil, server: String? = nil
  ) {
    self.replica = replica
    self.role = role
    self.incarnation = incarnation
    self.seed = seed
    self.now = now
    self.saved = saved
    self.directory = directory
    self.server = server
  }

  var members: [(String, JSONNode)] {
    var members: [(String, JSONNode)] = [
      ("role", .string(role.rawValue)), ("incarnation", .integer(incarnation)),
      ("seed", .integer(seed)), ("now", .integer(now)),
    ]
    if let saved { members.append(("saved", .string(Base64.text(saved)))) }
    if let directory { members.append(("directory", .string(directory))) }
    if let server { members.append(("server", .string(server))) }
    return members
  }
}
