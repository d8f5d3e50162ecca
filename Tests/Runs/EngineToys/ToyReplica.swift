public import Engines

/// A bug to plant into a toy engine.
public enum ToyBug: String, CaseIterable, Sendable {
  /// Of two writes of a register, the one that arrives last wins.
  case lastArrivalWins
  /// The server forgets some of what it acknowledges.
  case serverForgets
  /// The server acknowledges removals and does not keep them.
  case removalsForgotten
  /// What was removed once can never be inserted again.
  case removesForEver
  /// The server acknowledges what is inserted again and does not keep it.
  case returnsForgotten
  /// The server does not notice that it has an addition already.
  case additionsTwice
  /// The server does not notice that it has an element already.
  case elementsTwice
  /// `save` leaves the outbox out.
  case outboxNotSaved
  /// The name under which a replica numbers its operations is saved with it.
  case savedActor
  /// A write is acknowledged, and shown when the server has it.
  case shownLate
  /// The last feed to arrive replaces the state.
  case feedReplaces
  /// Operations are applied in whatever order they arrive.
  case anyOrder
  /// The operations of an apply are sent one by one.
  case splitTransactions
  /// A write of a field writes the whole map.
  case wholeMaps
  /// It sends nothing for a minute and a half.
  case longBackoff
  /// A value gets a letter that no one wrote.
  case changedValues
  /// A refused write is stored.
  case refusalsStored
  /// The server does not count before it gives a seat away.
  case overbooks
  /// A save whose end is missing is opened as if there were none.
  case cutSavesOpened
  /// It dies when it gets operations of two replicas under one name.
  case diesOfCopies

  /// How the toy's replicas talk.
  public var shape: EngineHello.Shape {
    switch self {
    case .lastArrivalWins, .anyOrder, .wholeMaps, .changedValues, .diesOfCopies: .peers
    default: .clientServer
    }
  }
}

/// What toys send.
enum ToyMessage {
  /// What its sender has, by author.
  case have([UInt64: Int])
  /// With what a replica must have before it may take them.
  case operations([ToyOperation], after: [UInt64: Int])
  case push([ToyOperation], position: Int)
  case feed(from: Int, [ToyOperation], have: [UInt64: Int])

  /// Whether it brings another operation under the name of one that a replica has.
  func hasDoubles(of replica: ToyReplica) -> Bool {
    guard case .operations(let operations, _) = self else { return false }
    return operations.contains { operation in
      replica.log.contains {
        $0.actor == operation.actor && $0.sequence == operation.sequence && $0 != operation
      }
    }
  }
}

/// A replica of a toy engine: a log of operations, and an outbox where there is a server.
struct ToyReplica {
  let role: EngineOpening.Role
  let bug: ToyBug?
  /// Whether it acknowledges a write only when the server has it, and shows it only then.
  let asksServer: Bool
  var actor: UInt64
  var sequence = 0
  var clock = 0
  var log: [ToyOperation] = []
  var outbox: [ToyOperation] = []
  var have: [UInt64: Int] = [:]
  /// The applies that wait for the server, by the sequence of their operation.
  var waiting: [Int: Int] = [:]

  init(_ opening: EngineOpening, bug: ToyBug?, asksServer: Bool) {
    role = opening.role
    self.bug = bug
    self.asksServer = asksServer
    actor = opening.seed
  }

  private var state: ToyState {
    ToyState(
      ordersByLog: role != .peer || bug == .lastArrivalWins,
      doubles: bug == .elementsTwice, writesWholeMaps: bug == .wholeMaps,
      removesForEver: bug == .removesForEver)
  }

  private var shown: [ToyOperation] {
    asksServer || bug == .shownLate ? log : log + outbox
  }

  func value(of key: EngineKey) -> EngineValue {
    let value = state.value(of: key, shown)
    if bug == .changedValues, case .register(let text?) = value { return .register(text + "!") }
    return value
  }

  // MARK: Writing

  mutating func apply(_ operations: [EngineOperation], now: Int, call: Int) -> EngineReply {
    clock = max(clock + 1, now)
    let everything = log + outbox
    var changes: [ToyOperation.Change] = []
    for operation in operations {
      var change = ToyOperation.Change(operation: operation, left: nil)
      if case .insert(let key, .some(let place), _) = operation, place > 0 {
        let elements = state.value(of: key, everything).elements
        change.left = place <= elements.count ? elements[place - 1] : nil
      }
      if bug == .wholeMaps, case .map(var map) = state.value(of: operation.key, everything) {
        if case .put(_, let field, let value) = operation { map[field] = value }
        if case .drop(_, let field) = operation { map[field] = nil }
        change.map = map
      }
      changes.append(change)
    }
    let parts = bug == .splitTransactions ? changes.map { [$0] } : [changes]
    var made: [ToyOperation] = []
    for part in parts {
      sequence += 1
      made.append(
        ToyOperation(actor: actor, sequence: sequence, stamp: clock, changes: part))
    }
    if role == .peer {
      log += made
      have[actor] = sequence
      var reply = EngineReply(result: .ok)
      reply.wake = .after(milliseconds: 500)
      return reply
    }
    outbox += made
    // Only the server knows whether there is a seat.
    let mustAsk = asksServer || operations.contains { $0.key.limit != nil }
    var reply = EngineReply(result: mustAsk ? .pending : .ok)
    if mustAsk { waiting[sequence] = call }
    reply.wake = .after(milliseconds: bug == .longBackoff ? 100_000 : 100)
    if bug == .refusalsStored, sequence % 3 == 2 { return EngineReply(.abort, "no") }
    return reply
  }

  // MARK: Messages

  mutating func wake(online: Bool) -> (to: String, messages: [ToyMessage]) {
    switch role {
    case .peer:
      if bug == .anyOrder {
        return ("*", log.suffix(3).map { .operations([$0], after: [:]) } + [.have(have)])
      }
      return ("*", [.have(have)])
    case .server: return ("*", [])
    case .client:
      if bug == .longBackoff, online { return ("server", []) }
      if bug == .splitTransactions, !outbox.isEmpty {
        return ("server", [.push([outbox[0]], position: log.count)])
      }
      return ("server", [.push(outbox, position: log.count)])
    }
  }

  mutating func deliver(
    _ message: ToyMessage, settled: inout [EngineReply.Settled]
  ) -> [ToyMessage] {
    switch message {
    case .have(let theirs):
      let lacking = log.filter { $0.sequence > theirs[$0.actor] ?? 0 }
      let hasMore = theirs.contains { $0.value > have[$0.key] ?? 0 }
      return (lacking.isEmpty ? [] : [.operations(lacking, after: theirs)])
        + (hasMore ? [.have(have)] : [])
    case .operations(let operations, let basis):
      // A replica that has gone back since it asked has less than it said.
      guard basis.allSatisfy({ $0.value <= have[$0.key] ?? 0 }) else { return [.have(have)] }
      for operation in operations {
        let last = have[operation.actor] ?? 0
        if bug == .anyOrder {
          if !log.contains(operation) { log.append(operation) }
          let known = Set(log.filter { $0.actor == operation.actor }.map(\.sequence))
          var end = last
          while known.contains(end + 1) { end += 1 }
          have[operation.actor] = end
        } else if operation.sequence == last + 1 {
          log.append(operation)
          have[operation.actor] = operation.sequence
        }
        clock = max(clock, operation.stamp)
      }
      return []
    case .push(let operations, let position):
      for operation in operations { keep(operation) }
      let start = min(position, log.count)
      return [
        bug == .feedReplaces
          ? .feed(from: 0, log, have: have)
          : .feed(from: start, Array(log[start...]), have: have)
      ]
    case .feed(let start, let operations, let theirs):
      take(start, operations, theirs, &settled)
      return []
    }
  }

  /// The server keeps an operation that it does not have.
  private mutating func keep(_ operation: ToyOperation) {
    let last = have[operation.actor] ?? 0
    guard operation.sequence == last + 1 else {
      let isDoubled = operation.changes.contains { change in
        switch change.operation {
        case .add: bug == .additionsTwice
        case .insert(let key, _, _): bug == .elementsTwice && key.type == .list
        default: false
        }
      }
      if isDoubled, operation.sequence <= last { log.append(operation) }
      return
    }
    have[operation.actor] = operation.sequence
    let brings = operation.changes.allSatisfy {
      if case .insert = $0.operation { true } else { false }
    }
    if bug == .serverForgets, brings, operation.sequence % 3 == 2 { return }
    if bug != .overbooks, exceedsLimit(operation) { return }
    var kept = operation
    if bug == .removalsForgotten {
      kept.changes.removeAll { if case .remove = $0.operation { true } else { false } }
    }
    if bug == .returnsForgotten {
      kept.changes.removeAll { change in
        guard case .insert(let key, nil, let value) = change.operation else { return false }
        return log.contains { other in
          other.changes.contains { $0.operation == .insert(key, at: nil, value: value) }
        }
      }
    }
    log.append(kept)
  }

  private func exceedsLimit(_ operation: ToyOperation) -> Bool {
    let keys = Set(operation.changes.map(\.operation.key))
    return keys.contains { key in
      guard let limit = key.limit else { return false }
      return state.value(of: key, log + [operation]).elements.count > limit
    }
  }

  /// A client takes what the server has decided.
  private mutating func take(
    _ start: Int, _ operations: [ToyOperation], _ theirs: [UInt64: Int],
    _ settled: inout [EngineReply.Settled]
  ) {
    if bug == .feedReplaces {
      log = operations
    } else {
      guard start <= log.count else { return }
      log += operations.dropFirst(log.count - start)
    }
    clock = max(clock, log.map(\.stamp).max() ?? 0)
    outbox.removeAll { $0.sequence <= theirs[$0.actor] ?? 0 }
    for (number, call) in waiting.sorted(by: { $0.key < $1.key })
    where number <= theirs[actor] ?? 0 {
      let isKept = log.contains { $0.actor == actor && $0.sequence == number }
      let isAcknowledged = isKept || bug == .serverForgets
      settled.append(EngineReply.Settled(apply: call, isAcknowledged ? .ok : .refused))
      waiting[number] = nil
    }
  }

  // MARK: Saving

  /// What is saved of it.
  var saved: ToyReplica {
    var saved = self
    if bug == .outboxNotSaved { saved.outbox = [] }
    saved.waiting = [:]
    return saved
  }

  /// The same replica when it is opened again.
  func opened(_ opening: EngineOpening) -> ToyReplica {
    var opened = ToyReplica(opening, bug: bug, asksServer: asksServer)
    opened.clock = clock
    opened.log = log
    opened.outbox = outbox
    opened.have = have
    if bug == .savedActor || bug == .diesOfCopies {
      opened.actor = actor
      opened.sequence = sequence
    }
    return opened
  }
}
