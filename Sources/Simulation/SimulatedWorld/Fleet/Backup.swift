import Environment
import SyncCore

/// A backup's copy of a replica.
final class Backup {
  let copy: ReplicaState
  /// The version of the app that made the backup.
  let version: AppVersion

  init(of replica: borrowing MemoryReplica, version: AppVersion) {
    copy = replica.store.copied()
    self.version = version
  }
}
