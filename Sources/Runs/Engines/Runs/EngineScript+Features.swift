// What an adapter says of itself in 'features'.
extension EngineScript {
  /// A version stays while nothing changes, and is another one when something else is shown.
  func versions(_ hello: EngineHello) throws(Problem) {
    try begin(hello)
    let keys = hello.types.map { EngineKey($0, 0) }
    var last = try version(keys)
    for type in hello.types {
      let operation = Self.series(type)[0].operation
      let again = try version(keys)
      guard again.version == last.version else {
        throw .wrong(
          "two calls of 'read' without anything between them return the versions "
            + "'\(last.version)' and '\(again.version)'")
      }
      try write([operation])
      let next = try version(keys)
      if next.version == last.version, next.values != last.values {
        throw .wrong(
          "'read' returns the version '\(next.version)' before and after '\(operation)', although it "
            + "shows something else")
      }
      last = next
    }
    try perform(.end)
  }

  private func version(
    _ keys: [EngineKey]
  ) throws(Problem) -> (version: String, values: [EngineKey: EngineValue]) {
    let reply = try perform(.read(replica: replicas[0], now: now, keys))
    guard let version = reply.version else {
      throw .wrong("'read' returns no 'version', although 'hello' lists the feature 'versions'")
    }
    return (version, reply.values)
  }

  /// What is left of a save is refused, or is all that was saved.
  func checkedSaves(_ hello: EngineHello) throws(Problem) {
    try begin(hello)
    let (replica, type) = (replicas[0], hello.types[0])
    let key = EngineKey(type, 0)
    try write([Self.series(type)[0].operation])
    let before = try read(replica, [key])?[key] ?? .empty(type)
    let saved = try saved(replica)
    try perform(.close(replica: replica))
    for length in [saved.count - 1, saved.count / 2, 0] where length < saved.count {
      let part = Array(saved.prefix(length))
      if try open(replica, hello, saved: part, isNew: false, mayFail: true).error != nil {
        continue
      }
      let shown = try read(replica, [key])?[key] ?? .empty(type)
      guard shown == before else {
        throw .shown(
          "'open' takes \(length) of the \(saved.count) bytes that were saved, and shows \(shown) for "
            + "'\(key)' instead of \(before), although 'hello' lists the feature 'checked-saves'. "
            + "Save a length or a checksum, and reply with an error if it does not fit")
      }
      try perform(.close(replica: replica))
    }
    try open(replica, hello, saved: saved, isNew: false)
    try expect([key: before], "after 'open' was refused parts of what was saved, and got all of it")
    try perform(.end)
  }

  private static func growing(_ hello: EngineHello) -> EngineType? {
    hello.types.first { [.counter, .set, .list, .text].contains($0) }
  }

  /// Whether a copy can be compared with its original: bytes, and a type that loses nothing.
  static func hasCopies(_ hello: EngineHello) -> Bool {
    hello.persistence == .bytes && !hello.disclaimed.contains(.cloneSafety)
      && growing(hello) != nil
  }

  /// A copy of a replica and the replica itself write on, and nothing is lost.
  func copies(_ hello: EngineHello) throws(Problem) {
    guard let type = Self.growing(hello) else { return }
    try begin(hello)
    let (original, copy) = (replicas[0], replicas[1])
    let key = EngineKey(type, 0)
    try write([Self.series(type)[0].operation])
    let saved = try saved(original)
    try perform(.close(replica: copy))
    try open(copy, hello, saved: saved, isNew: false, incarnation: 2)
    // Some engines give a copy a name of its own when it first has a connection.
    try exchangeAll()
    try write([Self.addition(key, 2)])
    try write([Self.addition(key, 3)], by: copy)
    try exchangeAll()
    let wanted = Self.contents(of: key, [1, 2, 3])
    for replica in [original, copy] {
      let shown = try read(replica, [key])?[key] ?? .empty(type)
      guard Self.sorted(shown) == wanted else {
        throw .shown(
          "'\(copy)' was opened on what '\(original)' had saved, with the 'incarnation' 2 in place of "
            + "1, and both wrote. In the end '\(replica)' shows \(shown) for '\(key)', and of what "
            + "was written nothing may be lost or counted twice. A replica with another "
            + "'incarnation' than it has saved needs a new name for what it writes")
      }
    }
    try perform(.end)
  }

  /// The first one is that of the series of all types.
  private static func addition(_ key: EngineKey, _ number: Int) -> EngineOperation {
    switch key.type {
    case .counter: .add(key, amount: 1 << (2 * number))
    case .text: .insert(key, at: 0, value: number == 2 ? "丈" : "三")
    default: .insert(key, at: key.type.isOrdered ? 0 : nil, value: "v\(number)")
    }
  }

  private static func contents(of key: EngineKey, _ numbers: [Int]) -> [String] {
    switch key.type {
    case .counter: ["\(4 + 16 + 64)"]
    case .text: ["一", "丁", "丈", "三"].sorted()
    default: numbers.map { "v\($0)" }
    }
  }

  private static func sorted(_ value: EngineValue) -> [String] {
    if case .counter(let sum) = value { return ["\(sum)"] }
    return value.elements.sorted()
  }

  private func saved(_ replica: String) throws(Problem) -> [UInt8] {
    guard let saved = try perform(.save(replica: replica, now: now)).saved else {
      throw .wrong("the reply to 'save' has no 'saved', the bytes of all state")
    }
    return saved
  }
}
