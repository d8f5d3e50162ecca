import CMicroHTTPD
import ServiceCore
import SystemLibrary

/// One request on a connection, from its first byte to its answer. It lives as long as the library
/// holds its pointer.
final class RequestContext {
  // One thread uses it, and nothing of it while it changes: a check of that at each use would cost
  // more than what a use does.
  @exclusivity(unchecked) private(set) var connection: OpaquePointer
  @exclusivity(unchecked) private(set) var started: Int64
  @exclusivity(unchecked) var route: ServiceRoute?
  /// Why it is not performed.
  @exclusivity(unchecked) private(set) var problem: Problem?
  /// Whether there is such a problem: asked more often, and its texts stay unread.
  @exclusivity(unchecked) private(set) var isRefused = false
  @exclusivity(unchecked) var token: SecretHash?
  @exclusivity(unchecked) var key: [UInt8]?
  @exclusivity(unchecked) var body: [UInt8] = []
  /// What is sent when the library asks next.
  @exclusivity(unchecked) var answer: ServiceAnswer?
  /// Whether an answer was given to the library.
  @exclusivity(unchecked) var isAnswered = false
  /// Whether its connection is closed without an answer: its transaction may or may not be there.
  @exclusivity(unchecked) var isDropped = false
  /// Whether it waits for the next transaction.
  @exclusivity(unchecked) var isInRound = false
  /// Its number while it waits for news.
  @exclusivity(unchecked) var waiting: Int?
  /// Whether the library leaves its connection alone until it is resumed.
  @exclusivity(unchecked) var isSuspended = false

  init(_ connection: OpaquePointer, started: Int64) {
    self.connection = connection
    self.started = started
  }

  /// Makes it that of another request, which uses its memory.
  func begin(_ connection: OpaquePointer, started: Int64) {
    self.connection = connection
    self.started = started
    route = nil
    if isRefused { problem = nil }
    isRefused = false
    token = nil
    key = nil
    // One long body must not keep its memory for ever.
    body.removeAll(keepingCapacity: body.capacity <= Self.bodyBytesKept)
    answer = nil
    isAnswered = false
    isDropped = false
    isInRound = false
    waiting = nil
    isSuspended = false
  }

  func refuse(_ problem: Problem) {
    self.problem = problem
    isRefused = true
  }

  private static let bodyBytesKept = 1 << 14

  // MARK: Headers

  /// A parameter behind the path; nil if it is missing or has no value.
  func parameter(_ name: String) -> String? {
    MHD_lookup_connection_value(connection, httpd_parameter, name).map {
      String(cString: $0)
    }
  }

  /// Reads what the headers say of the body and of who asks; throws what makes the request useless.
  func readHead(bodyBytesMax: Int, _ tokens: inout TokenMemory) throws(Problem) {
    let headers = RequestHeaders(of: connection)
    if headers.transferEncoding != nil {
      throw Problem(
        411, "length-needed",
        "A body needs the header 'Content-Length'; 'Transfer-Encoding' is not accepted.")
    }
    if let text = headers.contentLength {
      guard let length = text.wholeNumber else {
        throw Problem(
          400, "header-invalid", "The header 'Content-Length' can be a number of bytes.")
      }
      guard length <= bodyBytesMax else {
        throw Problem(
          413, "body-too-long", "A body has at most \(bodyBytesMax) bytes, and this one \(length).")
      }
      body.reserveCapacity(length)
    } else if route?.bodyType != nil {
      throw Problem(411, "length-needed", "This needs a body with the header 'Content-Length'.")
    }
    token = try Self.token(headers.authorization, &tokens)
    if route != .exchange { key = headers.idempotencyKey.map { Array($0) } }
    guard let route else { return }
    if route.needsToken && token == nil { throw .tokenMissing }
    if let type = route.bodyType { try checkType(type, headers.contentType) }
  }

  private func checkType(
    _ type: ServiceAnswer.BodyType, _ given: UnsafeBufferPointer<UInt8>?
  ) throws(Problem) {
    guard let given else {
      throw Problem(
        415, "type-unknown", "This needs the header 'Content-Type: \(type.text)'.")
    }
    if given.isEqual(to: type.text) { return }
    let compact = ServiceAnswer.BodyType.wireCompact
    if type == .wire && given.isEqual(to: compact.text) { return }
    let text = String(decoding: given, as: UTF8.self).lowercased().filter { $0 != " " }
    let isSame =
      text == "\(type.text)" || (type == .json && text == "application/json;charset=utf-8")
      || (type == .wire && text == "\(compact.text)")
    guard isSame else {
      throw Problem(
        415, "type-unknown",
        "The header 'Content-Type' is \"\(text.prefix(80))\"; it can be '\(type.text)'"
          + "\(type == .wire ? " or '\(compact.text)'" : "").")
    }
  }

  /// The hash of the token in a header; nil without one.
  private static func token(
    _ header: UnsafeBufferPointer<UInt8>?, _ tokens: inout TokenMemory
  ) throws(Problem) -> SecretHash? {
    guard let header else { return nil }
    let scheme: StaticString = "Bearer "
    guard header.count == scheme.utf8CodeUnitCount + 64, header.begins(with: scheme),
      let hash = tokens.hash(
        of: UnsafeBufferPointer(rebasing: header[scheme.utf8CodeUnitCount...]))
    else {
      throw Problem(
        401, "token-unknown",
        "The header 'Authorization' can be 'Bearer' and 64 lower-case hexadecimal digits.")
    }
    return hash
  }
}
