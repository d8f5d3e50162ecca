import Base
import Chronology
import DomainCore
import SyncCore
import Testing

/// A replica where a class can hold it, on a medium that outlives its process.
///
/// When the process ends in the middle of something, it starts again and looks: what it finds saved
/// is saved, whatever its owner was told; what it does not find, its owner does again.
final class Copy {
  let log: SimulatedReplicaStorage.Log
  var replica: Replica<SimulatedReplicaStorage>
  /// The same in memory alone, when a rehearsal compares the two.
  private var twin: Replica<MemoryReplicaStorage>?
  var joined: Entity?
  var knownMember: MemberHandle?
  private let media: Media

  init(
    site: UInt32, scope: UInt32, genesis: borrowing ScopeGenesis, member: MemberHandle?,
    on media: Media
  ) {
    self.media = media
    // An install that is stopped in its first moments is installed again.
    var log = SimulatedReplicaStorage.Log(fault: media.fault)
    var installed = Self.install(site: site, scope: scope, genesis, on: log)
    while installed == nil {
      log = SimulatedReplicaStorage.Log(fault: media.fault)
      installed = Self.install(site: site, scope: scope, genesis, on: log)
    }
    self.log = log
    replica = installed.take()!
    knownMember = member
    if media.comparesWithMemory {
      twin = Replica(site: site, scope: scope, state: genesis.founded())
    }
  }

  private static func install(
    site: UInt32, scope: UInt32, _ genesis: borrowing ScopeGenesis,
    on log: SimulatedReplicaStorage.Log
  ) -> Replica<SimulatedReplicaStorage>? {
    try? Replica(
      site: site, scope: scope, genesis: genesis.copied(),
      storage: SimulatedReplicaStorage(on: log))
  }

  private func starts() {
    do throws(StorageError) {
      replica = try Replica.open(SimulatedReplicaStorage(on: log))
    } catch {
      preconditionFailure("a replica is not opened any more: \(error)")
    }
  }

  // MARK: What its owner does

  func commit(
    _ commands: [Command], author: MemberHandle, day: LocalDay, zone: Zone, now: Instant,
    isOnline: Bool
  ) -> Result<Operation, RefusalError> {
    let before = replica.store.sequence
    var outcome: Result<Operation, RefusalError>?
    while outcome == nil {
      do throws(StorageError) {
        outcome = try replica.commit(
          commands, author: author, day: day, zone: zone, now: now, isOnline: isOnline)
      } catch {
        if error != .full { starts() }
        media.note(
          replica.store.sequence == before
            || replica.store.sequence == before + UInt32(commands.count),
          "P22: a half transaction was found")
        if replica.store.sequence > before {
          outcome = .success(replica.store.pending(replica.store.pendingCount - commands.count))
        }
      }
    }
    if case .success = outcome {
      let pending = replica.store.pendingCount
      for index in pending - commands.count..<pending {
        media.saw(saved: replica.store.pending(index))
      }
    }
    let twins = twin?.commit(
      commands, author: author, day: day, zone: zone, now: now, isOnline: isOnline)
    if let twins { #expect(twins == outcome) }
    compare()
    return outcome!
  }

  /// One round trip, however often it takes until nobody goes down in the middle of it.
  func exchange(now: Instant) {
    var request = Request()
    var response = Response()
    while true {
      replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
      do throws(StorageError) {
        try media.respond(request, now: now, into: &response)
      } catch {
        media.restart()
        continue
      }
      do throws(StorageError) {
        _ = try replica.take(response)
        break
      } catch {
        if error != .full { starts() }
      }
    }
    _ = twin?.take(response)
    compare()
  }

  // MARK: Comparing

  /// Holds what is in memory against what a restart would find, and against a replica that has
  /// nothing but its memory.
  private func compare() {
    guard media.comparesWithMemory else { return }
    do throws(StorageError) {
      let opened = try Replica.open(SimulatedReplicaStorage(on: log))
      #expect(opened.inventory == replica.inventory)
      #expect(twin?.inventory == replica.inventory)
      let isIdentical = opened.store.state.isIdentical(to: replica.store.state)
      #expect(isIdentical)
    } catch {
      Issue.record("a replica is not opened any more: \(error)")
    }
    let isTwin = twin?.store.state.isIdentical(to: replica.store.state)
    #expect(isTwin == true)
  }
}

/// All that a replica has, but for its base, of which it has the digest.
struct ReplicaInventory: Hashable {
  var head: ReplicaHead
  var digest: Digest128
  var pending: [Operation]
  var rejected: [FeedRow]
}

extension Replica where Storage: ~Copyable {
  var inventory: ReplicaInventory {
    ReplicaInventory(
      head: store.head, digest: store.state.digest,
      pending: (0..<store.pendingCount).map { store.pending($0) },
      rejected: (0..<store.rejectedCount).map { store.rejected($0) })
  }
}
