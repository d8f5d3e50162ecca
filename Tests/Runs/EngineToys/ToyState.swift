import Engines

/// What a toy engine stores and sends for one `apply`.
struct ToyOperation: Equatable {
  var actor: UInt64
  var sequence: Int
  /// A hybrid clock: greater than that of every operation that its author had.
  var stamp: Int
  var changes: [Change]

  struct Change: Equatable {
    var operation: EngineOperation
    /// The element before an inserted one, of lists and texts.
    var left: String?
    /// The whole map after a change, for a toy that writes whole maps.
    var map: [String: String] = [:]
  }
}

/// The state that follows from operations.
struct ToyState {
  /// Whether the order of the operations decides which write of a register wins, and not stamps.
  var ordersByLog: Bool
  /// Whether an operation that is there twice counts twice.
  var doubles = false
  var writesWholeMaps = false
  /// Whether what was removed once can never be inserted again.
  var removesForEver = false

  func value(of key: EngineKey, _ log: [ToyOperation]) -> EngineValue {
    let changes = log.flatMap { operation in
      operation.changes.filter { $0.operation.key == key }.map { (operation, $0) }
    }
    switch key.type {
    case .register: return .register(cells(changes)[""])
    case .map: return .map(writesWholeMaps ? wholeMap(changes) : cells(changes))
    case .counter:
      return .counter(
        changes.reduce(0) { sum, change in
          if case .add(_, let amount) = change.1.operation { sum + amount } else { sum }
        })
    case .set, .seats: return .set(elements(changes).sorted())
    case .list: return .list(elements(changes))
    case .text: return .text(elements(changes).joined())
    case .own:
      return .own(changes.map { "\($0.1.operation)" }.sorted().joined(separator: ", "))
    }
  }

  private typealias Change = (by: ToyOperation, change: ToyOperation.Change)

  private func isLater(_ left: ToyOperation, than right: ToyOperation?) -> Bool {
    guard let right, !ordersByLog else { return true }
    return (left.stamp, left.actor) >= (right.stamp, right.actor)
  }

  private func cells(_ changes: [(ToyOperation, ToyOperation.Change)]) -> [String: String] {
    var winners: [String: (by: ToyOperation, value: String?)] = [:]
    for (by, change) in changes {
      let written: (field: String, value: String?)
      switch change.operation {
      case .set(_, let value): written = ("", value)
      case .put(_, let field, let value): written = (field, value)
      case .drop(_, let field): written = (field, nil)
      default: continue
      }
      if isLater(by, than: winners[written.field]?.by) {
        winners[written.field] = (by, written.value)
      }
    }
    return winners.compactMapValues(\.value)
  }

  private func wholeMap(_ changes: [(ToyOperation, ToyOperation.Change)]) -> [String: String] {
    var winner: (by: ToyOperation, map: [String: String])?
    for (by, change) in changes where isLater(by, than: winner?.by) { winner = (by, change.map) }
    return winner?.map ?? [:]
  }

  private func inserted(_ changes: [(ToyOperation, ToyOperation.Change)]) -> Set<String> {
    var found: Set<String> = []
    for (_, change) in changes {
      guard case .insert(let key, _, let text) = change.operation else { continue }
      found.formUnion(key.type == .text ? text.unicodeScalars.map { String($0) } : [text])
    }
    return found
  }

  /// A growing array of elements: those inserted behind the same one, the latest first.
  private func elements(_ changes: [(ToyOperation, ToyOperation.Change)]) -> [String] {
    struct Node {
      var value: String
      var stamp: Int
      var actor: UInt64
    }
    var children: [String: [Node]] = [:]
    /// When each element was last inserted and removed.
    var inserts: [String: (stamp: Int, place: Int)] = [:]
    var removals: [String: (stamp: Int, place: Int)] = [:]
    var seen: Set<String> = []
    // What was inserted behind an element that the server refused is first.
    let inserted = ordersByLog ? inserted(changes) : nil
    for (place, (by, change)) in changes.enumerated() {
      let time = (stamp: ordersByLog ? 0 : by.stamp, place: place)
      switch change.operation {
      case .insert(let key, _, let text):
        var left = change.left ?? ""
        if let inserted, !inserted.contains(left) { left = "" }
        let parts = key.type == .text ? text.unicodeScalars.map { String($0) } : [text]
        for part in parts {
          if let last = inserts[part], last > time {} else { inserts[part] = time }
          if !seen.insert(part).inserted && !doubles { continue }
          children[left, default: []].append(Node(value: part, stamp: by.stamp, actor: by.actor))
          left = part
        }
      case .remove(_, _, let value):
        if let last = removals[value], last > time {} else { removals[value] = time }
      default: continue
      }
    }
    func isRemoved(_ value: String) -> Bool {
      guard let removal = removals[value] else { return false }
      return removesForEver || inserts[value].map { $0 < removal } ?? true
    }
    var found: [String] = []
    var stack = [Node(value: "", stamp: 0, actor: 0)]
    var visited: Set<String> = []
    while let node = stack.popLast() {
      if !node.value.isEmpty, !isRemoved(node.value) { found.append(node.value) }
      guard visited.insert(node.value).inserted else { continue }
      let next = (children[node.value] ?? []).sorted {
        ($0.stamp, $0.actor) < ($1.stamp, $1.actor)
      }
      stack += next
    }
    return found
  }
}
