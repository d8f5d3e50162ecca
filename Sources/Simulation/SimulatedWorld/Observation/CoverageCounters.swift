public import DomainCore
public import Environment

/// The sync state in which an operation was submitted on its device or decided by the server.
public enum SyncState: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  // On the device that submits it.
  /// Nothing is pending or in flight.
  case idle = 0
  /// Other operations are pending in the outbox.
  case queued = 1
  /// A request is in flight.
  case awaiting = 2
  /// A request failed and will be retried.
  case retrying = 3
  /// The device has no network.
  case offline = 4
  // At the server.
  /// Accepted, and its device had received all earlier operations.
  case upToDate = 5
  /// Accepted, and its device had not received some earlier operations.
  case behind = 6
  /// Rejected.
  case refused = 7

  public var words: String {
    switch self {
    case .idle: "submitted while idle"
    case .queued: "submitted behind others"
    case .awaiting: "submitted while awaiting a response"
    case .retrying: "submitted while retrying"
    case .offline: "submitted offline"
    case .upToDate: "accepted, device up to date"
    case .behind: "accepted, device behind"
    case .refused: "rejected by the server"
    }
  }
}

/// Which kinds of operations met which states of the exchange, and which faults really occurred:
/// what the run has covered.
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
