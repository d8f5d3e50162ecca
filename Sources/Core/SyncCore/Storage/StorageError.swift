/// Why a storage did not do what it was asked for.
///
/// Whoever meets one has been told nothing, so nothing was promised to anybody. After `full` the
/// storage is as it was before the transaction. After the others nobody knows how far it came, so
/// it is opened again before anything else.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no room for the transaction; all before it is there.
  case full
  /// The process or the medium went away in the middle of it.
  case stopped
  /// Nobody has ever written there.
  case empty
  /// What lies there contradicts itself.
  case damaged(Damage)

  /// What records of a storage can contradict.
  public enum Damage: Hashable, Sendable {
    /// The outbox has a gap, or does not end with the last number given.
    case outbox
    /// There are other rows than the position says.
    case rows
    /// No scope can have been founded so.
    case genesis
    /// An entry of the journal is about a scope, site or account that no entry before it made, or
    /// comes out differently than it was written down.
    case journal
  }

  public var description: String {
    switch self {
    case .full: "There is no room left to save anything."
    case .stopped: "The storage went away while something was saved; open it again."
    case .empty: "There is nothing in the storage yet."
    case .damaged(.outbox): "The storage has lost a part of what waits to be sent."
    case .damaged(.rows): "The storage has other rows than it says."
    case .damaged(.genesis): "The storage names a beginning that cannot be."
    case .damaged(.journal): "The journal contradicts itself."
    }
  }
}
