/// A request that HTTP has been taken off.
public struct ServiceCall: Sendable {
  public var route: ServiceRoute
  /// The hash of its token; nil without one.
  public var token: SecretHash?
  /// Its `Idempotency-Key`.
  public var key: [UInt8]?
  public var body: [UInt8]

  public init(
    _ route: ServiceRoute, token: SecretHash? = nil, key: [UInt8]? = nil, body: [UInt8] = []
  ) {
    self.route = route
    self.token = token
    self.key = key
    self.body = body
  }
}

/// An install that waits for news.
public struct NewsWait: Hashable, Sendable {
  let account: UInt32
  let install: UInt64
  let cursor: UInt64
  /// The scopes whose changes may be news.
  public let scopes: [UInt32]
  /// How long it waits.
  public let seconds: Int
}
