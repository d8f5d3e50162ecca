import Base
import Chronology
import DomainCore
import SyncCore
import TestKit
import Testing

/// A replica in a class, on a medium that outlasts its process.
///
/// When the process ends in the middle of an operation, it restarts and checks the storage: a saved
/// operation is saved, whether it was acknowledged or not; an unsaved one its owner repeats.
final class Copy {
  let medium: Medium
  var replica: Replica<StageReplicaStorage>
  /// The same in memory alone, when a rehearsal compares the two.
  private var inMemory: Replica<MemoryReplicaStorage>?
  var joined: Entity?
  var knownMember: MemberHandle?
  private let media: Media

  init(
    site: UInt32, scope: UInt32, genesis: borrowing ScopeGenesis, member: MemberHandle?,
    on media: Media
  ) {
    self.media = media
    // An install that is killed in its first moments is installed again.
    var medium = media.makeMedium()
    var installed = Self.install(site: site, scope: scope, genesis, on: medium)
    while installed == nil {
      medium = media.makeMedium()
      installed = Self.install(site: site, scope: scope, genesis, on: medium)
    }
    self.medium = medium
    replica = installed.take()!
    knownMember = member
    if media.comparesWithMemory {
      inMemory = Replica(site: site, scope: scope, state: genesis.founded())
    }
  }

  private static func install(
    site: UInt32, scope: UInt32, _ genesis: borrowing ScopeGenesis,
    on medium: Medium
  ) -> Replica<StageReplicaStorage>? {
    try? Replica(
      site: site, scope: scope, genesis: genesis.copied(), storage: medium.replicaStorage())
  }

  private func starts() {
    do throws(StorageError) {
      replica = try Replica.open(medium.replicaStorage())
    } catch {
      preconditionFailure("a replica can no longer be opened: \(error)")
    }
  }

  // MARK: The owner's actions

  func commit(
    _ commands: [Command], author: MemberHandle, day: LocalDay, zone: Zone, now: Instant,
    isOnline: Bool
  ) -> Result<Operation, RefusalError> {
    let before = replica.store.sequence
    var outcome: Result<Operation, RefusalError>?
    medium.begin(step: media.nextStep())
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
    let expected = inMemory?.commit(
      commands, author: author, day: day, zone: zone, now: now, isOnline: isOnline)
    if let expected { #expect(expected == outcome) }
    compare()
    return outcome!
  }

  /// One round trip, repeated until no side crashes in the middle of it.
  func exchange(now: Instant) {
    var request = Request()
    var response = Response()
    media.medium.begin(step: media.nextStep())
    medium.begin(step: media.nextStep())
    while true {
      replica.fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
      do throws(StorageError) {
        try media.respond(request, now: now, into: &response)
      } catch {
        media.restart()
        continue
      }
      do throws(StorageError) {
        _ = try replica.apply(response)
        break
      } catch {
        if error != .full { starts() }
      }
    }
    _ = inMemory?.apply(response)
    compare()
  }

  // MARK: Comparing

  /// Compares the replica with one that a restart would open, and with one that exists only in
  /// memory.
  private func compare() {
    guard media.comparesWithMemory else { return }
    do throws(StorageError) {
      let opened = try Replica.open(medium.replicaStorage())
      #expect(opened.inventory == replica.inventory)
      #expect(inMemory?.inventory == replica.inventory)
      let isIdentical = opened.store.state.isIdentical(to: replica.store.state)
      #expect(isIdentical)
    } catch {
      Issue.record("a replica can no longer be opened: \(error)")
    }
    let isSameInMemory = inMemory?.store.state.isIdentical(to: replica.store.state)
    #expect(isSameInMemory == true)
  }
}

/// The data of a replica, with the digest of its base.
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
      pending: pendingOperations,
      rejected: rejectedRows)
  }
}
