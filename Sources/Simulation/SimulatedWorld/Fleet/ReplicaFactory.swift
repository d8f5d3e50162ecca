import DomainCore
public import SyncCore

/// A replica whose storage is in memory: the only kind that a world has.
public typealias MemoryReplica = Replica<MemoryReplicaStorage>

/// Makes the replicas of a world: the only place that knows what they are stored in.
struct ReplicaFactory {
  let policy: ConflictPolicy
  /// Whether devices keep what they have said, for a server that may fail over and lose it.
  let keepsOwnRows: Bool

  /// A replica of a new install, which has what the scope was founded with and nothing else.
  func empty(
    site: UInt32, scope: UInt32, state: consuming ScopeState, install: InstallNonce
  ) -> MemoryReplica {
    MemoryReplica(
      site: site, scope: scope, state: state, policy: policy, install: install,
      keepsOwnRows: keepsOwnRows)
  }

  /// A replica that opens what another process has saved, or what came with a backup.
  func restored(_ copy: consuming ReplicaState, install: InstallNonce) -> MemoryReplica {
    MemoryReplica(restored: copy, as: install, policy: policy)
  }
}
