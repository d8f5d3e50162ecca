public import Chronology

/// The limits of one exchange.
public struct ExchangeLimits: BitwiseCopyable, Hashable, Sendable {
  /// Only a transaction that has begun may exceed it.
  public var pushOperationsMax: Int
  public var pageRowsMax: UInt32

  @inlinable public init(pushOperationsMax: Int = 100, pageRowsMax: UInt32 = 100) {
    self.pushOperationsMax = pushOperationsMax
    self.pageRowsMax = pageRowsMax
  }
}

/// The connection between a replica and its server without faults or delays.
///
/// It keeps the messages of its last exchange, so that a caller can inspect or reuse them.
public struct PerfectLink: ~Copyable {
  public var limits: ExchangeLimits
  public var request = Request()
  public var response = Response()

  @inlinable public init(limits: ExchangeLimits = ExchangeLimits()) {
    self.limits = limits
  }

  /// One round trip; `committed` receives each row that results from the push. `deviceTime` is the
  /// time that the replica's device shows, if it sends one.
  @inlinable @discardableResult
  public mutating func exchange<Storage: ReplicaStorage & ~Copyable>(
    _ replica: inout Replica<Storage>, with server: inout Server, now: Instant,
    deviceTime: Instant? = nil, committed: (FeedRow, UInt32) -> Void = { _, _ in }
  ) throws(Storage.Failure) -> ApplyResult {
    replica.fill(
      &request, pushOperationsMax: limits.pushOperationsMax, pageRowsMax: limits.pageRowsMax,
      now: deviceTime)
    server.respond(request, now: now, into: &response, committed: committed)
    return try replica.apply(response)
  }

  /// FAM-8: the user signs in on the replica's device.
  @inlinable @discardableResult
  public mutating func signIn<Storage: ReplicaStorage & ~Copyable>(
    _ replica: inout Replica<Storage>, with server: inout Server, now: Instant
  ) throws(Storage.Failure) -> ApplyResult {
    replica.fillSignIn(&request)
    server.respond(request, now: now, into: &response) { _, _ in }
    return try replica.apply(response)
  }
}
