/// The promises that are watched, by the names of the sync design.
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
  /// The dearest part of P3, which a large run does for a sample of its scopes; so it is counted by
  /// itself, once for each scope that was looked at.
  case logFold = 30
  case clockSafety = 17
  case outboxLiveness = 18
  case versions = 19
  case conservation = 20
  case restartEquivalence = 22
  case boundedStaleness = 23
  case notifications = 24

  /// The short name: "P5".
  public var id: String { self == .logFold ? "P3-fold" : "P\(rawValue)" }

  /// What it promises, in one line.
  public var guarantee: String {
    switch self {
    case .durableIntent: "what was saved stays until it is decided, or is given back with a reason"
    case .acknowledgedWrites: "no acknowledged write is lost, each has exactly one verdict"
    case .exactlyOnce: "duplicates and retries change nothing"
    case .sessionOrder: "a site's operations are decided in order and without a gap"
    case .convergence: "same scope and position, same bytes"
    case .quiescence: "once healed, outboxes empty and copies equal the server's"
    case .readYourWrites: "a device shows its own writes"
    case .monotonicReads: "a copy never goes back"
    case .causality: "what was seen, or said before, has a smaller stamp"
    case .atomicVisibility: "a transaction's operations appear together"
    case .noResurrection: "what was deleted for good does not come back"
    case .isolation: "nothing of a scope reaches who was not let in"
    case .caps: "no more seats, duties or points are given than there are, and none withheld"
    case .derivedState: "what is derived equals a recomputation from the raw log"
    case .rollback: "what was refused leaves nothing behind on its device"
    case .feedCompleteness: "a page has each row behind a position once"
    case .outboxLiveness: "nothing waits for ever, and holds up nothing"
    case .notifications: "nobody is told of a cause twice, or of one that has ended"
    case .logFold: "a scope's log, folded once more, gives its state (one check for a scope)"
    case .clockSafety: "no stamp is further in the future than the server bears"
    case .restartEquivalence: "an app that was ended begins again as what it was"
    case .boundedStaleness: "who is online hears in time"
    case .versions: "what a later version of the app says passes through earlier ones unharmed"
    case .conservation: "a balance is the sum of its ledger, and a cause pays at most once"
    }
  }
}
