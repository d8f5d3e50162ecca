public import DomainCore

/// OFF-2: how things stand between a device and the server, as a screen says it.
public enum SyncStatus: Hashable, Sendable {
  /// Everything is with the server.
  case synced
  /// So many operations are on their way, or wait to be.
  case pending(Int)
  /// There is no connection; so many operations wait for one.
  case offline(pending: Int)
  /// FAM-8: somebody must sign in before the waiting operations can go.
  case needsSignIn(pending: Int)
  /// FAM-8: somebody has tried to sign in, and this is why they cannot.
  case signInRefused(Refusal, pending: Int)
  /// P12: the device holds nothing of the scope any more, and this is why.
  case removed(Refusal)
}

/// OFF-2: something that the server would not take: what it was, and why.
public struct Rejection: Hashable, Sendable {
  public let operation: Operation
  public let reason: Refusal

  public var what: FactKind { operation.fact.kind }
  /// Why, as a screen says it.
  public var sentence: String { reason.sentence }
}

extension Replica where Storage: ~Copyable {
  /// OFF-2: what the device says of itself; only the carrier knows whether there is a connection.
  ///
  /// What can be done about it comes first: nothing after a removal, nothing without a connection,
  /// then the sign-in.
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

  /// OFF-2: everything that came back rejected, oldest first, with the reason.
  public var rejections: [Rejection] {
    (0..<store.rejectedCount).compactMap { index in
      let row = store.rejected(index)
      return row.verdict.refusal.map { Rejection(operation: row.operation, reason: $0) }
    }
  }

  /// OFF-2: retries by hand: the next request sends all that is pending, whatever an answer said.
  ///
  /// Nothing is lost without it, since the outbox is sent until a page has confirmed it.
  public mutating func retry() {
    sequenceDecided = 0
  }
}
