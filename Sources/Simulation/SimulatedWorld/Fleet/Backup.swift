import Environment
import SyncCore

/// What a backup has of a replica.
final class Backup {
  let copy: ReplicaState
  /// The version of the app that it is a backup of.
  let version: AppVersion

  init(of replica: borrowing MemoryReplica, version: AppVersion) {
    copy = replica.store.copied()
    self.version = version
  }
}
