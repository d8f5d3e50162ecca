/// One write of a replica, as the checks know it.
struct EngineWrite: Sendable {
  /// What a write does.
  enum Kind: Equatable, Sendable {
    /// Writes a register or a field of a map; nil drops it.
    case write(String?)
    /// Brings an element, which no other write brings. Additions to counters are elements as well:
    /// their amounts are powers of four, so that a sum tells which of them are in it.
    case insert(String)
    /// Removes the element of a write.
    case remove(Int)
    /// Brings the element of a write back, which was removed.
    case insertAgain(Int)
    /// Does what only the engine understands.
    case act
  }

  var replica: Int
  var time: Int
  /// The `apply` that it belongs to.
  var apply: Int
  var cell: EngineCell
  var kind: Kind
  var outcome = EngineReply.Result.pending
  /// The writes of the same register or field that its author saw being replaced.
  var supersedes = WriteSet()
  /// The acknowledged elements that its author showed.
  var context = WriteSet()
  /// Whether a fault may have lost it: an older copy of its replica was brought back, and no other
  /// replica had shown it.
  var isAtRisk = false
  /// The replica that has reported that it was refused, and knows it still. A copy of it may be the
  /// first to know, and an older copy that was brought back does not.
  var refusedBy: Int?

  var isElement: Bool {
    if case .insert = kind { return true }
    return false
  }

  /// Whether it must be there in the end.
  var isSecured: Bool { outcome == .ok && !isAtRisk }
}

/// A register, a field of a map, or a key with elements.
struct EngineCell: Hashable, Sendable, CustomStringConvertible {
  var key: EngineKey
  var field = ""

  var description: String { field.isEmpty ? "\(key)" : "\(field) of \(key)" }
}

/// What a replica shows, in terms of writes.
struct EngineShown: Equatable, Sendable {
  var values: [EngineKey: EngineValue] = [:]
  var elements = WriteSet()
  /// The write whose value is shown; nothing for one that is empty.
  var cells: [EngineCell: Int] = [:]
}

/// What is known of a replica.
struct EngineView: Sendable {
  /// What it has shown last, since it was opened.
  var shown: EngineShown?
  /// The writes that it has.
  var known = WriteSet()
  /// The elements that it has shown and then no more.
  var gone = WriteSet()
}

/// A replica no longer shows what it showed.
struct EngineRegression: Sendable {
  /// The element; nil for a register or a field.
  var element: Int?
  var property: EngineProperty
  var what: String
  var detail: String
  var replica: Int
  var time: Int
}
