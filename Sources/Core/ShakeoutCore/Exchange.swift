import Base
import DomainCore
public import SyncCore

/// What a response has done to a session.
public struct Changes: Hashable, Sendable {
  /// The number of applied rows, own and others'.
  public let rows: Int
  /// Whether another request is worth sending now: something is unsent, or the server has more.
  public let isWorthAsking: Bool
  /// Why the bytes were no response, or nil; the session is unchanged then.
  public let malformed: WireError?
  /// What it was for the replica, unless the bytes were no response.
  let result: ApplyResult?

  /// Repeats an exchange until both sides are up to date; returns the number of applied rows.
  static func repeated<Failure: Error>(
    _ exchange: () throws(Failure) -> Changes
  ) throws(Failure) -> Int {
    var applied = 0
    var changes: Changes
    repeat {
      changes = try exchange()
      applied += changes.rows
    } while changes.isWorthAsking
    return applied
  }
}

// Requests and responses as bytes. `exchange(with:)` is nothing but these calls in a loop.
extension Session where Storage: ~Copyable {
  /// The next message to the server, as bytes that any transport may carry, late or twice.
  ///
  /// It holds what the server may not have of this session, and where this copy ends.
  public mutating func request() throws(Storage.Failure) -> [UInt8] {
    try meetDay()
    return replica.requestBytes(now: clock(), zone: zone)
  }

  /// FAM-8: the message by which the person signs in, as bytes; their credentials travel beside it.
  public func signInRequest() -> [UInt8] { replica.signInBytes() }

  /// Applies the bytes of a response. Whatever they are, the copy advances as a whole or stays
  /// unchanged.
  @discardableResult
  public mutating func take(_ response: [UInt8]) throws(Storage.Failure) -> Changes {
    let changes = try replica.take(response)
    if changes.malformed == nil { lastServerContact = clock() }
    let sent = replica.store.sequence
    try meetDay()
    return Changes(
      rows: changes.rows, isWorthAsking: changes.isWorthAsking || replica.store.sequence != sent,
      malformed: changes.malformed, result: changes.result)
  }

  /// Sends pending operations and applies those of others, until both sides are up to date.
  ///
  /// Returns the number of applied rows, own and others'.
  @discardableResult
  public mutating func exchange(with server: inout FamilyServer) throws(Storage.Failure) -> Int {
    try Changes.repeated { () throws(Storage.Failure) in
      try take(server.respond(to: request()))
    }
  }

  /// FAM-8: the person signs in again after thirty days without contact. Pending operations are
  /// kept.
  public mutating func signIn(with server: inout FamilyServer) throws(Storage.Failure) {
    _ = try replica.take(server.respond(to: signInRequest()))
  }

  /// OFF-2: the sync status between this session and the server.
  public func status(isOnline: Bool = true) -> SyncStatus { replica.status(isOnline: isOnline) }

  /// OFF-2: why the server rejected operations of this session, oldest first.
  public var refusals: [Refusal] { replica.rejections.map(\.reason) }
}

extension FamilyServer {
  /// Responds to the bytes of a request with those of a response.
  ///
  /// The transport has verified that they come from the install that they name. Bytes that are no
  /// request get an empty response, which no session takes for one.
  public mutating func respond(to request: [UInt8]) -> [UInt8] {
    var asked = Request()
    do {
      try request.withUnsafeBufferPointer { bytes throws(WireError) in try asked.decode(bytes) }
    } catch {
      return []
    }
    var response = Response()
    server.respond(asked, now: clock(), into: &response) { _, _ in }
    if follows(asked), follow(response.header.scope, zone: asked.zone ?? .utc) {
      // The server has acted on what it received; a request that comes again changes nothing.
      server.respond(asked, now: clock(), into: &response) { _, _ in }
    }
    var writer = WireWriter()
    response.encode(into: &writer)
    return writer.bytes.withElements { Array($0) }
  }

  /// Whether a request is one that the server acts upon: a known member's, and not its own.
  private func follows(_ request: borrowing Request) -> Bool {
    let site = Int(request.header.site)
    return request.header.kind != .signIn && site < server.sites.count
      && !server.sites[site].isReserved && !service.sites.contains(request.header.site)
  }
}

extension Replica where Storage: ~Copyable {
  func requestBytes(now: Instant, zone: Zone) -> [UInt8] {
    let limits = ExchangeLimits()
    var request = Request()
    fill(
      &request, pushOperationsMax: limits.pushOperationsMax, pageRowsMax: limits.pageRowsMax,
      now: now)
    request.zone = zone
    return Self.bytes(of: request)
  }

  func signInBytes() -> [UInt8] {
    var request = Request()
    fillSignIn(&request)
    return Self.bytes(of: request)
  }

  private static func bytes(of request: borrowing Request) -> [UInt8] {
    var writer = WireWriter()
    request.encode(into: &writer)
    return writer.bytes.withElements { Array($0) }
  }

  mutating func take(_ bytes: [UInt8]) throws(Storage.Failure) -> Changes {
    var response = Response()
    do throws(WireError) {
      try bytes.withUnsafeBufferPointer { bytes throws(WireError) in try response.decode(bytes) }
    } catch {
      return Changes(rows: 0, isWorthAsking: false, malformed: error, result: nil)
    }
    let result = try apply(response)
    return Changes(
      rows: result.rowsApplied,
      isWorthAsking: result.hasAdvanced && (hasUnsent || response.header.hasMore), malformed: nil,
      result: result)
  }

  /// Sends pending operations and applies those of others, until both sides are up to date.
  mutating func exchangeAll(
    with server: inout FamilyServer, zone: Zone
  ) throws(Storage.Failure) -> Int {
    try Changes.repeated { () throws(Storage.Failure) in
      try take(server.respond(to: requestBytes(now: server.clock(), zone: zone)))
    }
  }
}
