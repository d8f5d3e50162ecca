public import Chronology

/// How much is sent at once.
public struct ExchangeLimits: BitwiseCopyable, Hashable, Sendable {
  /// Only a transaction that has begun goes beyond it.
  public var pushOperationsMax: Int
  public var pageRowsMax: UInt32

  @inlinable public init(pushOperationsMax: Int = 100, pageRowsMax: UInt32 = 100) {
    self.pushOperationsMax = pushOperationsMax
    self.pageRowsMax = pageRowsMax
  }
}

/// The way between a replica and its server on which nothing ever goes wrong and no time passes.
///
/// It keeps the messages of its last exchange, to be looked at and to be used again.
public struct PerfectLink: ~Copyable {
  public var limits: ExchangeLimits
  public var request = Request()
  public var response = Response()

  @inlinable public init(limits: ExchangeLimits = ExchangeLimits()) {
    self.limits = limits
  }

  /// One round trip; `committed` sees each row that came of the push. `deviceTime` is what the
  /// replica's device shows as the time, if it says.
  @inlinable @discardableResult
  public mutating func exchange<Storage: ReplicaStorage & ~Copyable>(
    _ replica: inout Replica<Storage>, with server: inout Server, now: Instant,
    deviceTime: Instant? = nil, committed: (FeedRow, UInt32) -> Void = { _, _ in }
  ) throws(Storage.Failure) -> ApplyResult {
    replica.fill(
      &request, pushOperationsMax: limits.pushOperationsMax, pageRowsMax: limits.pageRowsMax,
      now: deviceTime)
    server.respond(request, now: now, into: &response, committed: committed)
    return try replica.take(response)
  }

  /// FAM-8: somebody signs in on the replica's device.
  @inlinable @discardableResult
  public mutating func signIn<Storage: ReplicaStorage & ~Copyable>(
    _ replica: inout Replica<Storage>, with server: inout Server, now: Instant
  ) throws(Storage.Failure) -> ApplyResult {
    replica.fillSignIn(&request)
    server.respond(request, now: now, into: &response) { _, _ in }
    return try replica.take(response)
  }
}
