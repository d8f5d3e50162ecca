/// What an engine of any kind must keep; docs/engine-protocol.md says what each needs.
public enum EngineProperty: String, CaseIterable, Sendable {
  case convergence
  case acknowledgedWrites = "acknowledged-writes"
  case noResurrection = "no-resurrection"
  case counterExactness = "counter-exactness"
  case exactlyOnce = "exactly-once"
  case durability
  case backupSafety = "backup-safety"
  case cloneSafety = "clone-safety"
  case readYourWrites = "read-your-writes"
  case monotonicReads = "monotonic-reads"
  case causality
  case atomicity
  case lostUpdates = "lost-updates"
  case boundedStaleness = "bounded-staleness"
  case integrity
  case liveness
  case capacity

  /// What it guarantees, in one line.
  public var guarantee: String {
    switch self {
    case .convergence: "in the end all replicas show the same"
    case .acknowledgedWrites: "no acknowledged write is lost"
    case .noResurrection: "what was removed does not come back"
    case .counterExactness: "a counter is the sum of what was acknowledged"
    case .exactlyOnce: "no element appears twice"
    case .durability: "after a crash a replica shows what it showed at its last save"
    case .backupSafety: "all of this holds when a backup was brought back"
    case .cloneSafety: "all of this holds when a second device runs on a copy"
    case .readYourWrites: "a replica shows its own write at once"
    case .monotonicReads: "a replica does not go back"
    case .causality: "who shows a write also shows what its author had seen"
    case .atomicity: "the operations of one apply appear together"
    case .lostUpdates: "concurrent writes of different fields of a map both survive"
    case .boundedStaleness: "a healed network brings everything everywhere in time"
    case .integrity: "a replica shows only what was written"
    case .liveness: "the engine responds to each call"
    case .capacity: "a set with a limit has no more elements"
    }
  }
}

extension EngineHello {
  /// Whether a property can be checked with this engine, and the engine guarantees it.
  func hasWhatIsNeeded(for property: EngineProperty) -> Bool {
    if disclaimed.contains(property) { return false }
    switch property {
    case .noResurrection: return types.contains { $0.hasElements || $0 == .map }
    case .counterExactness: return types.contains(.counter)
    case .exactlyOnce: return types.contains(where: \.hasElements)
    case .integrity: return types.contains { $0 != .counter && $0 != .own }
    case .acknowledgedWrites: return types.contains { $0 != .counter && $0 != .map && $0 != .own }
    case .durability, .backupSafety, .cloneSafety: return persistence != .nothing
    case .causality: return types.contains { $0.hasElements || $0 == .counter }
    case .atomicity:
      return hasTransactions && types.contains { $0.hasElements || $0 == .counter }
    case .lostUpdates: return types.contains(.map)
    case .capacity: return types.contains(.seats)
    case .readYourWrites, .monotonicReads: return types != [.own]
    case .convergence, .boundedStaleness, .liveness: return true
    }
  }
}

/// A property that an engine broke.
public struct EngineViolation: Equatable, Sendable {
  public var property: EngineProperty
  /// How, without names: equal for failures of one kind.
  public var what: String
  /// The same with names and values.
  public var detail: String
  /// The replica that showed it.
  public var replica: String?
  /// Milliseconds from the start.
  public var time: Int

  /// Equal for failures of one kind.
  public var signature: EngineSignature { EngineSignature(property, what) }
}

/// How an engine failed.
public struct EngineSignature: Hashable, Sendable, CustomStringConvertible {
  public var property: EngineProperty
  public var what: String

  public init(_ property: EngineProperty, _ what: String) {
    self.property = property
    self.what = what
  }

  /// "counter-exactness: an addition counts twice".
  public var description: String { "\(property.rawValue): \(what)" }
}
