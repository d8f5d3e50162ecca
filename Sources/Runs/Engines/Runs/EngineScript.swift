import SystemLibrary

/// A fixed series of calls, with a network that loses nothing.
final class EngineScript {
  /// What an adapter got wrong.
  enum Problem: Error {
    case failure(EngineFailure)
    case wrong(String)
    /// A replica shows another value than it must, perhaps nothing where it has just written.
    case shown(String, isNothing: Bool = false)
  }

  let link: any EngineLink
  private(set) var lastCall = "hello"
  private var id = 0
  private(set) var now = EngineWorld.epoch
  private(set) var replicas: [String] = []
  private var waiting: [(from: String, message: EngineMessage)] = []
  private var folder: EngineFolder?
  private var openings: UInt64 = 0
  /// All lines so far.
  private(set) var lines: [[UInt8]] = []

  /// The server that clients talk to themselves, if they do.
  private let stage: EngineStage?

  init(_ link: any EngineLink, _ stage: EngineStage? = nil) {
    self.link = link
    self.stage = stage
  }

  /// - Parameter mayFail: whether an error is a proper reply.
  @discardableResult
  func perform(
    _ body: EngineCall.Body, mayFail: Bool = false
  ) throws(Problem) -> EngineReply {
    id += 1
    now += 1
    let call = EngineCall(id: id, body)
    lastCall = call.name
    let reply: EngineReply
    do throws(EngineFailure) {
      reply = try link.perform(call)
    } catch {
      throw .failure(error)
    }
    if let last = link.lastLines {
      lines += [last.call, last.reply].map { folder?.withoutRoot($0) ?? $0 }
    }
    if let error = reply.error {
      let isAllowed = if case .read = body { true } else { false }
      guard isAllowed || mayFail else {
        throw .wrong(
          "'\(call.name)' gives the error \(error.code.rawValue) (\(error.text)) although nothing "
            + "is in its way")
      }
    }
    if let replica = call.replica {
      waiting += reply.messages.map { (replica, $0) }
    }
    return reply
  }

  // MARK: Parts

  func sayHello() throws(Problem) -> EngineHello {
    guard let hello = try perform(.hello).hello else {
      throw .wrong("the reply is empty; see 'hello' in docs/engine-protocol.md")
    }
    return hello
  }

  func openAndClose(_ hello: EngineHello) throws(Problem) {
    try begin(hello)
    for replica in replicas { try perform(.close(replica: replica)) }
    try perform(.end)
  }

  func write(_ type: EngineType, _ hello: EngineHello) throws(Problem) {
    try begin(hello)
    let key = EngineKey(type, 0)
    if type != .own { try expect([key: .empty(type)], "before anything was written") }
    for (operation, value) in Self.series(type) {
      try write([operation])
      if let value { try expect([key: value], "after '\(operation)'", isOfOneType: true) }
    }
    try perform(.end)
  }

  func writeTogether(_ hello: EngineHello) throws(Problem) {
    try begin(hello)
    let operations = hello.types.map { Self.series($0)[0].operation }
    try write(operations)
    var values: [EngineKey: EngineValue] = [:]
    for type in hello.types {
      if let value = Self.series(type)[0].value { values[EngineKey(type, 0)] = value }
    }
    try expect(values, "after an apply with \(operations.count) operations")
    try perform(.end)
  }

  func exchange(_ hello: EngineHello) throws(Problem) {
    try begin(hello)
    let type = hello.types[0]
    try write([Self.series(type)[0].operation])
    try exchangeAll()
    let key = EngineKey(type, 0)
    var wanted = Self.series(type)[0].value
    if wanted == nil { wanted = try read(replicas[0], [key])?[key] }
    for replica in replicas {
      guard let shown = try read(replica, [key]) else { continue }
      guard shown[key] == wanted else {
        throw .shown(
          "'\(replicas[0])' has written '\(Self.series(type)[0].operation)', and '\(replica)' still "
            + "shows \(shown[key] ?? .empty(type)) although everybody was woken thirty times "
            + "and all messages were delivered. Send messages in the replies to 'apply', 'wake' or "
            + "'deliver', and take them in 'deliver'; with a network of your own, talk to the "
            + "server that 'open' names in 'apply' or 'wake'")
      }
    }
    try perform(.end)
  }

  func restart(_ hello: EngineHello) throws(Problem) {
    try begin(hello)
    let type = hello.types[0]
    let key = EngineKey(type, 0)
    try write([Self.series(type)[0].operation])
    let replica = replicas[0]
    let before = try read(replica, [key])?[key] ?? .empty(type)
    let reply = try perform(.save(replica: replica, now: now))
    if hello.persistence == .bytes, reply.saved == nil {
      throw .wrong("the reply to 'save' has no 'saved', the bytes of all state")
    }
    try perform(.close(replica: replica))
    try open(replica, hello, saved: reply.saved, isNew: false)
    try expect([key: before], "after 'save', 'close' and 'open'")
    try perform(.end)
  }

  func beginAgain(_ hello: EngineHello) throws(Problem) {
    let type = hello.types[0]
    let key = EngineKey(type, 0)
    try begin(hello)
    let before = try read(replicas[0], [key])?[key] ?? .empty(type)
    try write([Self.series(type)[0].operation])
    try perform(.end)
    try begin(hello)
    try expect([key: before], "in a new test")
    try perform(.end)
  }

  func repeatAll(
    _ hello: EngineHello, _ start: () throws(EngineFailure) -> any EngineLink
  ) throws(Problem) {
    let first = try transcript(hello)
    let other: EngineScript
    do throws(EngineFailure) {
      other = EngineScript(try start())
    } catch {
      throw .failure(error)
    }
    defer { other.link.dismiss() }
    let second = try other.transcript(hello)
    guard let place = first.indices.first(where: { $0 >= second.count || first[$0] != second[$0] })
    else { return }
    let excerpts = [first, second].map { lines in
      place < lines.count ? EngineReplyReader.excerpt(lines[place]) : "nothing"
    }
    throw .wrong(
      "it once replied \(excerpts[0]), and then \(excerpts[1]). Draw from the 'seed' of 'open' "
        + "alone, read no clock, and do not depend on the order of hashed collections")
  }

  private func transcript(_ hello: EngineHello) throws(Problem) -> [[UInt8]] {
    try begin(hello)
    for type in hello.types { try write([Self.series(type)[0].operation]) }
    try exchangeAll()
    for replica in replicas { _ = try read(replica, hello.types.map { EngineKey($0, 0) }) }
    try perform(.end)
    return lines
  }

  func endInput() throws(Problem) {
    try perform(.hello)
    guard link.endsWithInput() else {
      throw .wrong(
        "it still ran a second after its standard input had ended. End the loop at the end of "
          + "input")
    }
  }

  // MARK: Calls

  func begin(_ hello: EngineHello) throws(Problem) {
    id = 0
    waiting = []
    // A real server is no replica of the adapter.
    let hasServer = hello.shape == .clientServer && stage == nil
    replicas = ["r1", "r2"] + (hasServer ? [EnginePlan.server] : [])
    if hello.persistence == .directory, folder == nil {
      do {
        folder = try EngineFolder()
      } catch {
        throw .failure(.notStarted("no folder for its files can be created: \(error)"))
      }
    }
    try perform(.begin(seed: 1, replicas: replicas))
    for replica in replicas.reversed() { try open(replica, hello, saved: nil, isNew: true) }
  }

  @discardableResult
  func open(
    _ replica: String, _ hello: EngineHello, saved: [UInt8]?, isNew: Bool, incarnation: Int = 1,
    mayFail: Bool = false
  ) throws(Problem) -> EngineReply {
    openings += 1
    var directory: String?
    if let folder {
      directory = isNew ? folder.create(replica) : folder.path(replica)
    }
    return try perform(
      .open(
        EngineOpening(
          replica: replica,
          role: hello.shape == .peers
            ? .peer : replica == EnginePlan.server ? .server : .client,
          incarnation: incarnation, seed: 4_503_599_627 &* openings, now: now, saved: saved,
          directory: directory,
          server: stage?.address(of: replica == "r1" ? 0 : 1))), mayFail: mayFail)
  }

  /// Writes on the first replica, or on another one.
  func write(
    _ operations: [EngineOperation], by replica: String? = nil
  ) throws(Problem) {
    let reply = try perform(.apply(replica: replica ?? replicas[0], now: now, operations))
    guard reply.outcome == .pending else { return }
    let apply = id
    var isSettled = reply.settled.contains { $0.apply == apply }
    for _ in 0..<30 where !isSettled {
      isSettled = try exchangeOnce().contains { $0.apply == apply }
    }
    guard isSettled else {
      throw .wrong(
        "the apply \(apply) is 'pending', and no later reply had it in 'settled' although "
          + "everybody was woken thirty times")
    }
  }

  func exchangeAll() throws(Problem) {
    for _ in 0..<30 { _ = try exchangeOnce() }
  }

  /// Wakes everybody and delivers what they send, and what is sent in return.
  private func exchangeOnce() throws(Problem) -> [EngineReply.Settled] {
    var settled: [EngineReply.Settled] = []
    now += 1_000
    // Answers of a real server take their time.
    if stage != nil { usleep(20_000) }
    for replica in replicas {
      settled += try perform(.wake(replica: replica, now: now, online: true)).settled
    }
    var budget = 200
    while !waiting.isEmpty, budget > 0 {
      budget -= 1
      let (from, message) = waiting.removeFirst()
      let others =
        message.to == EngineMessage.everyone
        ? replicas.filter { $0 != from } : [message.to]
      for to in others {
        guard replicas.contains(to), to != from else {
          throw .wrong(
            "'\(from)' sends a message to '\(to)'; allowed: the other replicas, "
              + "\(replicas.filter { $0 != from }.joined(separator: ", ")), or \"*\"")
        }
        settled += try perform(
          .deliver(replica: to, now: now, from: from, message: message.bytes)
        ).settled
      }
    }
    waiting = []
    return settled
  }

  func read(
    _ replica: String, _ keys: [EngineKey]
  ) throws(Problem) -> [EngineKey: EngineValue]? {
    let reply = try perform(.read(replica: replica, now: now, keys))
    if reply.error != nil {
      guard replica == EnginePlan.server else {
        throw .wrong("'read' of '\(replica)' fails although nothing is in its way")
      }
      return nil
    }
    return reply.values
  }

  /// - Parameter isOfOneType: whether it is the part about this type, where a value that stays
  ///   empty shows the same in all of them.
  func expect(
    _ values: [EngineKey: EngineValue], _ when: String, isOfOneType: Bool = false
  ) throws(Problem) {
    let shown = try read(replicas[0], values.keys.sorted()) ?? [:]
    for (key, value) in values.sorted(by: { $0.key < $1.key }) where shown[key] != value {
      throw .shown(
        "'read' shows \(shown[key].map { "\($0)" } ?? "nothing") for '\(key)' \(when), and it must "
          + "be \(value)", isNothing: isOfOneType && shown[key] == .empty(key.type))
    }
  }

  /// What is written to each type, and what must be shown after it, if that is known.
  static func series(_ type: EngineType) -> [(operation: EngineOperation, value: EngineValue?)] {
    let key = EngineKey(type, 0)
    switch type {
    case .register:
      return [
        (.set(key, value: "v1"), .register("v1")), (.set(key, value: "ü„2"), .register("ü„2")),
      ]
    case .map:
      return [
        (.put(key, field: "f1", value: "v1"), .map(["f1": "v1"])),
        (.put(key, field: "f2", value: "v2"), .map(["f1": "v1", "f2": "v2"])),
        (.put(key, field: "f1", value: "v3"), .map(["f1": "v3", "f2": "v2"])),
        (.drop(key, field: "f1"), .map(["f2": "v2"])),
      ]
    case .counter:
      return [
        (.add(key, amount: 4), .counter(4)), (.add(key, amount: -16), .counter(-12)),
        (.add(key, amount: 1 << 46), .counter(1 << 46 - 12)),
      ]
    case .own: return [(.act(key, draw: 1), nil), (.act(key, draw: 4_503_599_627), nil)]
    case .set, .seats:
      return [
        (.insert(key, at: nil, value: "v1"), .set(["v1"])),
        (.insert(key, at: nil, value: "v2"), .set(["v1", "v2"])),
        (.remove(key, at: nil, value: "v1"), .set(["v2"])),
        (.insert(key, at: nil, value: "v1"), .set(["v1", "v2"])),
      ]
    case .list:
      return [
        (.insert(key, at: 0, value: "v1"), .list(["v1"])),
        (.insert(key, at: 0, value: "v2"), .list(["v2", "v1"])),
        (.insert(key, at: 1, value: "v3"), .list(["v2", "v3", "v1"])),
        (.insert(key, at: 3, value: "v4"), .list(["v2", "v3", "v1", "v4"])),
        (.remove(key, at: 1, value: "v3"), .list(["v2", "v1", "v4"])),
      ]
    case .text:
      return [
        (.insert(key, at: 0, value: "一丁"), .text("一丁")),
        (.insert(key, at: 1, value: "丂"), .text("一丂丁")),
        (.insert(key, at: 3, value: "七"), .text("一丂丁七")),
        (.remove(key, at: 2, value: "丁"), .text("一丂七")),
      ]
    }
  }
}
