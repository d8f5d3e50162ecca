import CMicroHTTPD
import ServiceCore
import SystemLibrary

/// One request on a connection, from its first byte to its answer. It lives as long as the library
/// holds its pointer.
final class RequestContext {
  let connection: OpaquePointer
  let started: Int64
  var route: ServiceRoute?
  /// Why it is not performed.
  var problem: Problem?
  var token: SecretHash?
  var key: [UInt8]?
  var body: [UInt8] = []
  /// What is sent when the library asks next.
  var answer: ServiceAnswer?
  /// Whether an answer was given to the library.
  var isAnswered = false
  /// Whether its connection is closed without an answer: its transaction may or may not be there.
  var isDropped = false
  /// Whether it waits for the next transaction.
  var isInRound = false
  /// Its number while it waits for news.
  var waiting: Int?
  /// Whether the library leaves its connection alone until it is resumed.
  var isSuspended = false

  init(_ connection: OpaquePointer, started: Int64) {
    self.connection = connection
    self.started = started
  }

  // MARK: Headers

  /// The value of a header, valid as long as the request.
  func header(_ name: StaticString) -> UnsafePointer<CChar>? {
    var value: UnsafePointer<CChar>?
    _ = MHD_lookup_connection_value_n(
      connection, httpd_header, name.characters, name.utf8CodeUnitCount, &value, nil)
    return value
  }

  /// A parameter behind the path; nil if it is missing or has no value.
  func parameter(_ name: String) -> String? {
    MHD_lookup_connection_value(connection, httpd_parameter, name).map {
      String(cString: $0)
    }
  }

  /// Reads what the headers say of the body and of who asks; throws what makes the request useless.
  func readHead(bodyBytesMax: Int, _ tokens: inout TokenMemory) throws(Problem) {
    if header("Transfer-Encoding") != nil {
      throw Problem(
        411, "length-needed",
        "A body needs the header 'Content-Length'; 'Transfer-Encoding' is not accepted.")
    }
    if let text = header("Content-Length") {
      guard let length = Int(String(cString: text)), length >= 0 else {
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
    token = try Self.token(header("Authorization"), &tokens)
    if route != .exchange {
      key = header("Idempotency-Key").map { Array(UnsafeBufferPointer(cString: $0)) }
    }
    if let route, route.needsToken, token == nil { throw .tokenMissing }
    if let type = route?.bodyType { try checkType(type) }
  }

  private func checkType(_ type: ServiceAnswer.BodyType) throws(Problem) {
    guard let given = header("Content-Type") else {
      throw Problem(
        415, "type-unknown", "This needs the header 'Content-Type: \(type.text)'.")
    }
    if strcmp(given, type.text.characters) == 0 { return }
    let compact = ServiceAnswer.BodyType.wireCompact
    if type == .wire && strcmp(given, compact.text.characters) == 0 { return }
    let bytes = UnsafeBufferPointer(cString: given)
    let text = String(decoding: bytes, as: UTF8.self).lowercased().filter { $0 != " " }
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
    _ header: UnsafePointer<CChar>?, _ tokens: inout TokenMemory
  ) throws(Problem) -> SecretHash? {
    guard let header else { return nil }
    let bytes = UnsafeBufferPointer(cString: header)
    let scheme: StaticString = "Bearer "
    let schemeCount = scheme.utf8CodeUnitCount
    guard bytes.count == schemeCount + 64,
      scheme.withUTF8Buffer({ strncasecmp(header, $0.baseAddress!, schemeCount) })
        == 0,
      let hash = tokens.hash(of: UnsafeBufferPointer(rebasing: bytes[schemeCount...]))
    else {
      throw Problem(
        401, "token-unknown",
        "The header 'Authorization' can be 'Bearer' and 64 lower-case hexadecimal digits.")
    }
    return hash
  }
}

extension StaticString {
  /// The same for C: literals end with a zero.
  var characters: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes of a C string, without its end.
  fileprivate init(cString: UnsafePointer<CChar>) {
    let count = strlen(cString)
    self.init(
      start: UnsafeRawPointer(cString).assumingMemoryBound(to: UInt8.self), count: count)
  }
}
