import Environment
import SyncCore

/// A backup's copy of a replica.
final class Backup {
  /// What the copy says of itself.
  let head: ReplicaHead
  let content: Content
  /// The version of the app that made the backup.
  let version: AppVersion
  /// How many of its rows an earlier version of the app had read.
  let rowsReadPartially: Int?

  /// The copy, as the replica was stored.
  enum Content: ~Copyable {
    case memory(FleetReplicaState)
    case files(ReplicaImage)
  }

  init(
    of replica: borrowing FleetReplica, files: ReplicaImage?, version: AppVersion,
    rowsReadPartially: Int?
  ) {
    head = replica.store.head
    content = if let files { .files(files) } else { .memory(replica.store.copied()) }
    self.version = version
    self.rowsReadPartially = rowsReadPartially
  }
}
