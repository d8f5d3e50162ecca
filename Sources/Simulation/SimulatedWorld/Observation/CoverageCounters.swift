public import DomainCore
public import Environment

/// What state of the exchange an operation met, on its device or at the server.
public enum SyncState: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  // On the device that says it.
  /// Nothing waits and nothing is under way.
  case atRest = 0
  /// Others of its outbox wait already.
  case queued = 1
  /// An answer is awaited.
  case awaiting = 2
  /// An exchange has failed, and will be tried again.
  case retrying = 3
  /// There is no network.
  case offline = 4
  // At the server.
  /// Its author had seen everything.
  case upToDate = 5
  /// Others have spoken in the meantime, unseen by its author.
  case behind = 6
  /// The server has refused it.
  case refused = 7

  public var words: String {
    switch self {
    case .atRest: "said at rest"
    case .queued: "said behind others"
    case .awaiting: "said while awaiting an answer"
    case .retrying: "said while trying again"
    case .offline: "said offline"
    case .upToDate: "decided, all seen"
    case .behind: "decided, others unseen"
    case .refused: "refused by the server"
    }
  }
}

/// Which kinds of operations met which states of the exchange, and what has really gone wrong:
/// whether a run has seen anything.
public struct CoverageCounters: Sendable {
  private var counts = [UInt32](repeating: 0, count: 256 * SyncState.allCases.count)
  private var faults = [UInt32](repeating: 0, count: FaultOccurrence.allCases.count)

  public init() {}

  mutating func note(_ kind: FactKind, _ state: SyncState) {
    counts[Int(kind.rawValue) * SyncState.allCases.count + Int(state.rawValue)] += 1
  }

  public mutating func note(_ occurrence: FaultOccurrence) {
    faults[Int(occurrence.rawValue)] += 1
  }

  public func count(_ occurrence: FaultOccurrence) -> Int {
    Int(faults[Int(occurrence.rawValue)])
  }

  public func count(_ kind: FactKind, _ state: SyncState) -> Int {
    Int(counts[Int(kind.rawValue) * SyncState.allCases.count + Int(state.rawValue)])
  }
}
