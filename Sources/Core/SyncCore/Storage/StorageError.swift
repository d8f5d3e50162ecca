/// Why a storage did not complete a call.
///
/// Nothing was acknowledged when this is thrown. After `full` and `busy` the storage is as before
/// the transaction. After the others it is unknown how far the call came, so the storage is opened
/// again before anything else.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no room for the transaction; all before it is there.
  case full
  /// Another process has been writing for too long.
  case busy
  /// Its files cannot be opened or written.
  case unavailable
  /// The process or the medium failed during the transaction.
  case stopped
  /// The storage was never written.
  case empty
  /// Another process has just made a replica there.
  case occupied
  /// Its content contradicts itself.
  case damaged(Damage)

  /// The possible contradictions in a storage.
  public enum Damage: Hashable, Sendable {
    /// The outbox has a gap, or does not end with the last sequence number.
    case outbox
    /// The rows do not match the position.
    case rows
    /// No scope can have this genesis.
    case genesis
    /// A record, or what leads to it, is not what was written.
    case record
    /// The last transactions are missing, or the file is an older copy.
    case end
    /// An entry of the journal is about a scope, site or account that no entry before it made, or
    /// its replay differs from the record.
    case journal
  }

  public var description: String {
    switch self {
    case .full: "There is no room left to save anything."
    case .busy: "Another process is still saving; try again."
    case .unavailable: "The files of the storage cannot be opened or written."
    case .stopped: "The storage failed while saving; open it again."
    case .empty: "The storage is still empty."
    case .occupied: "Another process has just begun to use the storage; open it."
    case .damaged(.outbox): "The storage has lost a part of the pending operations."
    case .damaged(.rows): "The rows in the storage do not match its position."
    case .damaged(.genesis): "The storage contains an impossible genesis."
    case .damaged(.record): "The storage contains records that are not what was written."
    case .damaged(.end): "The storage has lost its last transactions, or is an older copy."
    case .damaged(.journal): "The journal contradicts itself."
    }
  }
}
