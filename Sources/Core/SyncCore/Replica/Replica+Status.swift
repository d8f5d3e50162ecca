public import DomainCore

/// OFF-2: the sync status between a device and the server, as a screen shows it.
public enum SyncStatus: Hashable, Sendable {
  /// The server has everything.
  case synced
  /// So many operations are in flight or waiting to be sent.
  case pending(Int)
  /// There is no connection; so many operations are pending.
  case offline(pending: Int)
  /// FAM-8: the user must sign in before the pending operations can be sent.
  case needsSignIn(pending: Int)
  /// FAM-8: a sign-in was refused, for this reason.
  case signInRefused(Refusal, pending: Int)
  /// P12: the device has nothing of the scope any more, for this reason.
  case removed(Refusal)
}

/// OFF-2: an operation that the server rejected, and why.
public struct Rejection: Hashable, Sendable {
  public let operation: Operation
  public let reason: Refusal

  public var what: FactKind { operation.fact.kind }
  /// The reason, as a screen shows it.
  public var sentence: String { reason.sentence }
}

extension Replica where Storage: ~Copyable {
  /// OFF-2: the status that the device shows; only the carrier knows whether there is a connection.
  ///
  /// The most blocking cause comes first: a removal, then a missing connection, then the sign-in.
  public func status(isOnline: Bool) -> SyncStatus {
    if let reason = store.revocation { return .removed(reason) }
    let pending = store.pendingCount
    if !isOnline { return .offline(pending: pending) }
    if signIn.isNeeded {
      return signIn.refusal.map { .signInRefused($0, pending: pending) }
        ?? .needsSignIn(pending: pending)
    }
    return pending == 0 ? .synced : .pending(pending)
  }

  /// OFF-2: every rejected operation, oldest first, with the reason.
  public var rejections: [Rejection] {
    (0..<store.rejectedCount).compactMap { index in
      let row = store.rejected(index)
      return row.verdict.refusal.map { Rejection(operation: row.operation, reason: $0) }
    }
  }

  /// OFF-2: retries by hand: the next request sends all that is pending, whatever earlier responses
  /// confirmed.
  ///
  /// Nothing is lost without it, since the outbox is sent until a page has confirmed it.
  public mutating func retry() {
    sequenceDecided = 0
  }
}
