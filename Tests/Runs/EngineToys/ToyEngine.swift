public import Engines

/// An engine in memory, with a bug if one is asked for.
public final class ToyEngine: EngineLink {
  private let bug: ToyBug?
  private let asksServer: Bool
  private let own: EngineHello
  private var replicas: [String: ToyReplica] = [:]
  /// What was saved and sent; the bytes that go out are numbers of places here.
  private var saves: [ToyReplica] = []
  private var messages: [ToyMessage] = []
  /// The call at which it dies.
  public var diesIn: String?

  public var lastLines: (call: [UInt8], reply: [UInt8])? { nil }
  public var isOver: Bool { false }

  public init(_ hello: EngineHello, bug: ToyBug? = nil, asksServer: Bool = false) {
    own = hello
    self.bug = bug
    self.asksServer = asksServer
  }

  /// A toy with all types.
  public static func hello(
    _ shape: EngineHello.Shape, types: [EngineType] = EngineType.allCases,
    transactions: Bool = true
  ) -> EngineHello {
    // Without a server no one can say whether there is a seat.
    var hello = EngineHello(
      name: "toy", version: "1", shape: shape,
      types: types.filter { shape == .clientServer || $0 != .seats },
      hasTransactions: transactions)
    hello.persistence = .bytes
    hello.features = [.checkedSaves]
    return hello
  }

  public func dismiss() {}

  public func perform(_ call: EngineCall) throws(EngineFailure) -> EngineReply {
    if call.name == diesIn { throw .died("signal 11", output: "") }
    var reply = EngineReply()
    switch call.body {
    case .hello: reply.hello = own
    case .begin, .end:
      replicas = [:]
      saves = []
      messages = []
    case .open(let opening):
      if let saved = opening.saved, saved.count < 4, bug != .cutSavesOpened {
        return EngineReply(.malformedRequest, "the end of the save is missing")
      }
      if let saved = opening.saved, saved.count == 4 {
        replicas[opening.replica] = saves[Self.number(saved)].opened(opening)
      } else {
        replicas[opening.replica] = ToyReplica(opening, bug: bug, asksServer: asksServer)
      }
      reply.wake = .after(milliseconds: 500)
    case .close(let name): replicas[name] = nil
    case .apply(let name, let now, let operations):
      reply = replicas[name]!.apply(operations, now: now, call: call.id)
    case .read(let name, _, let keys):
      for key in keys { reply.values[key] = replicas[name]!.value(of: key) }
    case .save(let name, _):
      saves.append(replicas[name]!.saved)
      reply.saved = Self.bytes(saves.count - 1)
    case .wake(let name, _, let online):
      let (to, sent) = replicas[name]!.wake(online: online)
      reply.messages = sent.map { EngineMessage(to: to, bytes(of: $0)) }
      let hasMore = bug == .splitTransactions && !replicas[name]!.outbox.isEmpty
      // A longer wait does not begin again when the network comes back.
      let keepsWaiting = bug == .longBackoff && online
      reply.wake =
        keepsWaiting
        ? .unchanged
        : .after(
          milliseconds: bug == .longBackoff ? 100_000 : hasMore ? 500 : 5_000)
    case .deliver(let name, _, let from, let message):
      let isDouble = messages[Self.number(message)].hasDoubles(of: replicas[name]!)
      if bug == .diesOfCopies, isDouble { throw .died("signal 6", output: "") }
      let answers = replicas[name]!.deliver(messages[Self.number(message)], settled: &reply.settled)
      reply.messages = answers.map { EngineMessage(to: from, bytes(of: $0)) }
    }
    return reply
  }

  private func bytes(of message: ToyMessage) -> [UInt8] {
    messages.append(message)
    return Self.bytes(messages.count - 1)
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(_ bytes: [UInt8]) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
