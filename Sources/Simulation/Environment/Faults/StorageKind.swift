/// What the replicas and the server of a world rest on.
public enum StorageKind: String, CaseIterable, Sendable {
  /// Nothing: they exist only in memory, and no storage can fail. It costs nothing.
  case memory
  /// SQLite databases on simulated disks, one disk for each device and one for the server.
  case sqlite
}
