import Base
import Properties
import SyncCore

/// Each person's saved, lost and conflicting operations, after the run has reached quiescence.
public struct DataLosses: Sendable {
  /// The operations of one person, and how many of them were lost or conflict.
  public struct PersonLosses: Sendable {
    /// Operations that their devices reported as saved.
    public var saved: Int64 = 0
    /// Those of them that no replica and no log has any more, without a rejection: they were erased
    /// with an install, or a server had decided them and lost them for good.
    public var lost: Int64 = 0
    /// Writes that replaced one of which their author did not know, in the logs that were read.
    public var conflicts: Int64 = 0
    /// Those of them that are not resolved: replicas of that family or group still differ.
    public var conflictsOpen: Int64 = 0
  }

  private var shares: [PersonLosses]

  /// O(operations).
  public init(in world: borrowing World) {
    shares = [PersonLosses](repeating: PersonLosses(), count: world.directory.people.count)
    for site in 0..<min(world.events.monitor.shared.ledger.siteCount, world.fleet.siteCount) {
      countOperations(of: UInt32(site), in: world)
    }
    for place in 0..<world.events.monitor.lostUpdates.all.count {
      let write = world.events.monitor.lostUpdates.all[place]
      let person = world.fleet.speaker(at: write.site).person
      shares[person].conflicts += 1
      if world.events.monitor.shared.tally.isUnsettled(write.scope) {
        shares[person].conflictsOpen += 1
      }
    }
  }

  public subscript(person: Int) -> PersonLosses { shares[person] }

  private mutating func countOperations(of site: UInt32, in world: borrowing World) {
    let count = world.events.monitor.shared.ledger.count(site)
    guard count > 0 else { return }
    let person = world.fleet.speaker(at: site).person
    shares[person].saved += Int64(count)
    for sequence in stride(from: 1, through: UInt32(count), by: 1)
    where Self.isLost(sequence, of: site, in: world) {
      shares[person].lost += 1
    }
  }

  @inline(__always)
  private static func isLost(
    _ sequence: UInt32, of site: UInt32, in world: borrowing World
  ) -> Bool {
    let entry = world.events.monitor.shared.ledger.entry(site, sequence)
    if entry.isDecided { return false }
    if entry.isLost { return true }
    return !entry.isReturnedUndecided && !waits(sequence, of: site, in: world)
  }

  /// Whether a device still has an operation and will send it; a replaced site has none.
  private static func waits(
    _ sequence: UInt32, of site: UInt32, in world: borrowing World
  ) -> Bool {
    let replica = world.fleet.replicaBySite[Int(site)]
    guard world.fleet.replicas[replica].site == site else { return false }
    for index in 0..<world.fleet.replicas[replica].store.pendingCount
    where world.fleet.replicas[replica].store.pending(index).sequence == sequence { return true }
    return false
  }
}
