import DomainCore
import SQLiteStores
import SimulatedDisk
public import SyncCore

/// A replica of a world, in memory or in a database on its device's drive.
public typealias FleetReplica = Replica<FleetStorage>
typealias FleetReplicaState = ReplicaState<SharedBase>

/// Where a replica's storage is: the device, and the name of its files there.
struct ReplicaSpot {
  var device: Int
  var name: String
  /// How many of the first rows an earlier version of the app has read.
  var rowsReadPartially = 0
}

/// Makes the replicas of a world. Only this type knows how they are stored.
struct ReplicaFactory {
  let policy: ConflictPolicy
  /// Whether devices keep their own operations, for a server that may fail over and lose them.
  let keepsOwnRows: Bool
  /// Whether each replica has a table of texts of its own.
  let hasOwnTexts: Bool
  /// The drives of the devices; nil where replicas exist only in memory.
  let disks: WorldDisks?

  /// A disk fails at one call; then there is another try.
  private static let triesMax = 4

  /// A replica of a new install, which has only the first state of its scope.
  func empty(
    at spot: ReplicaSpot, site: UInt32, scope: UInt32, state: consuming ScopeState,
    install: InstallNonce
  ) -> FleetReplica {
    guard let disks else {
      let head = ReplicaHead(site: site, scope: scope, install: install)
      return FleetReplica(
        inMemory: ReplicaState(
          head: head, state: state, keepsOwnRows: keepsOwnRows, texts: emptyTable),
        storage: FleetStorage(), policy: policy)
    }
    let genesis = ScopeGenesis(of: state)
    do throws(StorageError) {
      return try retrying(on: spot.device) { () throws(StorageError) in
        disks.create(spot.name, on: spot.device)
        return try FleetReplica(
          site: site, scope: scope, genesis: genesis.copied(), storage: try storage(at: spot),
          policy: policy, install: install, texts: emptyTable)
      }
    } catch {
      preconditionFailure("a replica can be made on an empty drive: \(error)")
    }
  }

  /// A replica that another process, or a backup, has left in memory.
  func inMemory(_ copy: consuming FleetReplicaState, install: InstallNonce) -> FleetReplica {
    FleetReplica(inMemory: copy, storage: FleetStorage(), policy: policy, as: install)
  }

  /// A replica as a new process reads it from its storage; it throws when the storage is damaged.
  func opened(at spot: ReplicaSpot, install: InstallNonce) throws(StorageError) -> FleetReplica {
    try retrying(on: spot.device) { () throws(StorageError) in
      try FleetReplica.open(
        try storage(at: spot), policy: policy, as: install, texts: emptyTable)
    }
  }

  /// What is whole in a damaged storage, as the storage of a new install.
  /// `isCopy` is whether another install has written the replica.
  func salvage(
    at spot: ReplicaSpot, isCopy: Bool, install: InstallNonce
  ) throws(StorageError) -> SalvageReport {
    guard let disks else { throw .empty }
    return try retrying(on: spot.device) { () throws(StorageError) in
      do throws(StoreOpeningError) {
        return try SQLiteReplicaStorage.salvage(
          at: disks.place(spot.name, on: spot.device), isCopy: isCopy
        ) { install.raw }
      } catch {
        throw error.storageError
      }
    }
  }

  /// The table of a replica that begins, or is read.
  private var emptyTable: ScopeTexts? { hasOwnTexts ? ScopeTexts() : nil }

  /// Tries again after a failure, as a process that starts again: a disk fails at one call.
  private func retrying<Result: ~Copyable>(
    on device: Int, _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    var failure = StorageError.empty
    for _ in 0..<Self.triesMax {
      disks?.drive(device).restart()
      do throws(StorageError) {
        return try body()
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private func storage(at spot: ReplicaSpot) throws(StorageError) -> FleetStorage {
    guard let disks else { throw .empty }
    do throws(StoreOpeningError) {
      return FleetStorage(
        try SQLiteReplicaStorage(at: disks.place(spot.name, on: spot.device)),
        rowsReadPartially: spot.rowsReadPartially)
    } catch {
      throw error.storageError
    }
  }
}
