import DomainCore
public import SyncCore

/// A replica whose storage is in memory: the only kind that a world has.
public typealias MemoryReplica = Replica<MemoryReplicaStorage>

/// Makes the replicas of a world. Only this type knows how they are stored.
struct ReplicaFactory {
  let policy: ConflictPolicy
  /// Whether devices keep their own operations, for a server that may fail over and lose them.
  let keepsOwnRows: Bool

  /// A replica of a new install, which has only the first state of its scope.
  func empty(
    site: UInt32, scope: UInt32, state: consuming ScopeState, install: InstallNonce
  ) -> MemoryReplica {
    MemoryReplica(
      site: site, scope: scope, state: state, policy: policy, install: install,
      keepsOwnRows: keepsOwnRows)
  }

  /// A replica that opens the saved state of another process or of a backup.
  func restored(_ copy: consuming ReplicaState, install: InstallNonce) -> MemoryReplica {
    MemoryReplica(restored: copy, as: install, policy: policy)
  }
}
