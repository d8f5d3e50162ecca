import SyncCore
import Synchronization

/// A journey that is told with a storage that fails at a certain call, and what came of it.
final class Rehearsal: Sendable {
  @TaskLocal static var current: Rehearsal?

  /// What fails.
  enum Fault: Hashable {
    /// Nothing; every step is compared with a replica in memory and with a restart.
    case never
    /// Nothing; the calls are counted.
    case counted
    /// Nothing; at the end, the server fails over to each stale copy of its journal.
    case failover
    case at(Int, StorageFault.Kind)

    func made() -> StorageFault {
      guard case .at(let call, let kind) = self else { return StorageFault() }
      return StorageFault(kind, atCall: call)
    }
  }

  /// How a journey has ended.
  struct Outcome: Sendable {
    var calls = 0
    var commits: [Int] = []
    var hasStruck = false
    var feeds: [[FeedRow]] = []
    var inventories: [ReplicaInventory] = []
    var lines: [String] = []
    var broken: [String] = []
    var failovers = 0
  }

  let fault: Fault
  private let outcome = Mutex(Outcome())

  init(_ fault: Fault) {
    self.fault = fault
  }

  func ended(_ outcome: sending Outcome) { self.outcome.withLock { $0 = outcome } }

  /// Tells a journey so.
  static func tell(_ journey: Journey, _ fault: Fault) throws -> Outcome {
    let rehearsal = Rehearsal(fault)
    try $current.withValue(rehearsal) { try journey.tell() }
    return rehearsal.outcome.withLock { $0 }
  }
}
