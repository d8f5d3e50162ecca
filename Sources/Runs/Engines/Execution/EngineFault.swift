/// A kind of fault that a seed may draw.
public enum EngineFault: String, CaseIterable, Sendable {
  /// Messages are lost.
  case loss
  /// Messages arrive twice.
  case duplicates
  /// Messages arrive much later, after others.
  case delays
  /// A replica is without network for a while.
  case offline
  /// Some replicas cannot reach the others for a while.
  case partitions
  /// A replica loses what it has not saved, and starts again.
  case crashes
  /// An older copy of a replica is brought back.
  case backups
  /// A second replica runs on a copy of a first.
  case clones
  /// Clocks are wrong, and jump.
  case clocks
  /// The end of what a replica has saved is missing.
  case cuts

  /// Whether an engine can have it.
  func fits(_ hello: EngineHello) -> Bool {
    switch self {
    case .crashes, .backups, .clones: hello.persistence != .nothing
    case .cuts:
      // A real server knows what a client with sockets has written since it was saved.
      hello.persistence == .directory && hello.network == .messages
        || hello.persistence == .bytes && hello.features.contains(.checkedSaves)
    default: true
    }
  }
}
