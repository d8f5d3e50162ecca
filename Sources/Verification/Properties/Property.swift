/// The properties that the monitor checks, by their names in the sync design.
public enum Property: UInt8, BitwiseCopyable, CaseIterable, Sendable, Codable {
  case durableIntent = 1
  case acknowledgedWrites = 2
  case exactlyOnce = 3
  case sessionOrder = 4
  case convergence = 5
  case quiescence = 6
  case readYourWrites = 7
  case monotonicReads = 8
  case causality = 9
  case atomicVisibility = 10
  case noResurrection = 11
  case isolation = 12
  case caps = 13
  case derivedState = 14
  case rollback = 15
  case feedCompleteness = 16
  /// The most expensive part of P3, which a large run checks for a sample of its scopes. It has a
  /// count of its own: one check for each scope.
  case logFold = 30
  case clockSafety = 17
  case outboxLiveness = 18
  case versions = 19
  case conservation = 20
  case restartEquivalence = 22
  case boundedStaleness = 23
  case notifications = 24
  case storageHonesty = 26
  /// No property of a correct engine, so not one of `allCases`: only the default policy keeps it,
  /// and only a run that asks for it reports it.
  case lostUpdate = 31

  /// The properties that every run checks.
  public static let allCases: [Property] = [
    .durableIntent, .acknowledgedWrites, .exactlyOnce, .sessionOrder, .convergence, .quiescence,
    .readYourWrites, .monotonicReads, .causality, .atomicVisibility, .noResurrection, .isolation,
    .caps, .derivedState, .rollback, .feedCompleteness, .logFold, .clockSafety, .outboxLiveness,
    .versions, .conservation, .restartEquivalence, .boundedStaleness, .notifications,
    .storageHonesty,
  ]

  /// The short name: "P5".
  public var id: String {
    switch self {
    case .logFold: "P3-fold"
    case .lostUpdate: "lost-update"
    default: "P\(rawValue)"
    }
  }

  /// The property with a short name.
  public init?(id: String) {
    guard let found = (Self.allCases + [.lostUpdate]).first(where: { $0.id == id }) else {
      return nil
    }
    self = found
  }

  /// What the property guarantees, in one line.
  public var guarantee: String {
    switch self {
    case .durableIntent: "a saved operation stays until it is decided, or is returned with a reason"
    case .acknowledgedWrites: "no acknowledged write is lost; each has exactly one verdict"
    case .exactlyOnce: "duplicates and retries change nothing"
    case .sessionOrder: "a device's operations are decided in order and without gaps"
    case .convergence: "replicas that have applied the same log prefix are byte-identical"
    case .quiescence: "once the network has healed, outboxes empty and replicas equal the server"
    case .readYourWrites: "a device shows its own writes"
    case .monotonicReads: "a replica never returns to an earlier state (monotonic reads)"
    case .causality: "a timestamp is greater than every timestamp its author had seen or written"
    case .atomicVisibility: "a transaction's operations appear together"
    case .noResurrection: "a permanently deleted record does not come back"
    case .isolation: "no data of a scope reaches a person without access"
    case .caps: "no more seats, duties or points are granted than exist, and none is withheld"
    case .derivedState: "derived state equals a recomputation from the raw log"
    case .rollback: "a rejected operation leaves nothing behind on its device"
    case .feedCompleteness: "a page contains each row after its position once"
    case .outboxLiveness: "no operation waits forever or blocks the others"
    case .notifications: "no person is notified of a cause twice, or of one that has ended"
    case .storageHonesty: "what a disk has damaged is reported, and never another value is shown"
    case .logFold: "replaying a log gives the same state (one check for each scope)"
    case .clockSafety: "no timestamp is further in the future than the server allows"
    case .restartEquivalence: "an app restarts after a crash with the state that it had saved"
    case .boundedStaleness: "a device that is online receives new rows in time"
    case .versions: "fields that a later app version writes pass through earlier versions unchanged"
    case .lostUpdate: "of two conflicting writes the one that was meant later wins"
    case .conservation: "a balance is the sum of its ledger, and a cause pays at most once"
    }
  }
}

// Counts by property are stored with the numbers of the properties as keys, so that a coder can
// sort them. Otherwise a dictionary has another order in every process.
extension Property: CodingKeyRepresentable {
  private struct Number: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map { "\($0)" } ?? "" }

    init(_ property: Property) { intValue = Int(property.rawValue) }

    init?(stringValue: String) {
      guard let number = Int(stringValue) else { return nil }
      intValue = number
    }

    init?(intValue: Int) { self.intValue = intValue }
  }

  public var codingKey: any CodingKey { Number(self) }

  public init?<Key: CodingKey>(codingKey: Key) {
    guard let number = Number(stringValue: codingKey.stringValue)?.intValue,
      let raw = UInt8(exactly: number), let property = Self(rawValue: raw)
    else { return nil }
    self = property
  }
}
