import SimulatedDisk
import SyncCore
import Synchronization

/// A run of a journey with a storage that fails at a certain call, and its outcome.
final class Rehearsal: Sendable {
  @TaskLocal static var current: Rehearsal?

  /// The injected fault.
  enum Fault: Hashable {
    /// None; every step is compared with a replica in memory and with a restart.
    case never
    /// None; the calls are counted.
    case counted
    /// None; at the end, the server fails over to each stale replica of its journal.
    case failover
    case at(Int, StorageFault.Kind)
    /// In SQLite on simulated disks, with one fault at a call of the file system, or none.
    case disk(DiskFault?, atCall: Int, seed: UInt64)
    /// In SQLite on simulated disks whose power is cut, on copies, before each so many calls.
    case cuts(draws: Int, stride: Int)

    func made() -> StorageFault {
      guard case .at(let call, let kind) = self else { return StorageFault() }
      return StorageFault(kind, atCall: call)
    }

    func madeDiskRun() -> DiskRun? {
      switch self {
      case .disk(let fault?, let call, let seed):
        DiskRun(DiskTrigger(fault, atCall: call), seed: seed)
      case .disk: DiskRun(DiskTrigger())
      case .cuts(let draws, let stride): DiskRun(DiskTrigger(), draws: draws, stride: stride)
      default: nil
      }
    }
  }

  /// The end of a journey.
  struct Outcome: Sendable {
    var calls = 0
    var commits: [Int] = []
    var hasTriggered = false
    var feeds: [[FeedRow]] = []
    var inventories: [ReplicaInventory] = []
    var lines: [String] = []
    var broken: [String] = []
    var failovers = 0
    /// How often the power was cut on a copy of a drive.
    var cuts = 0
  }

  let fault: Fault
  private let outcome = Mutex(Outcome())

  init(_ fault: Fault) {
    self.fault = fault
  }

  func ended(_ outcome: sending Outcome) { self.outcome.withLock { $0 = outcome } }

  /// Runs a journey with a fault.
  static func run(_ journey: Journey, _ fault: Fault) throws -> Outcome {
    let rehearsal = Rehearsal(fault)
    try $current.withValue(rehearsal) { try journey.run() }
    return rehearsal.outcome.withLock { $0 }
  }
}
