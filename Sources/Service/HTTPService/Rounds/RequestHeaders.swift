import CMicroHTTPD
import SystemLibrary

/// The headers that the service reads, each as it was sent first; valid as long as the request.
/// One walk over all finds them: asking for each by its name walks as often.
struct RequestHeaders {
  private(set) var transferEncoding: UnsafeBufferPointer<UInt8>?
  private(set) var contentLength: UnsafeBufferPointer<UInt8>?
  private(set) var contentType: UnsafeBufferPointer<UInt8>?
  private(set) var authorization: UnsafeBufferPointer<UInt8>?
  private(set) var idempotencyKey: UnsafeBufferPointer<UInt8>?

  init(of connection: OpaquePointer) {
    withUnsafeMutablePointer(to: &self) {
      _ = MHD_get_connection_values_n(connection, httpd_header, takeHeader, $0)
    }
  }

  /// Takes a header if it is one of these. Their names have lengths of their own.
  fileprivate mutating func take(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) {
    switch name.count {
    case 12 where contentType == nil && name.begins(with: "Content-Type"): contentType = value
    case 13 where authorization == nil && name.begins(with: "Authorization"): authorization = value
    case 14 where contentLength == nil && name.begins(with: "Content-Length"):
      contentLength = value
    case 15 where idempotencyKey == nil && name.begins(with: "Idempotency-Key"):
      idempotencyKey = value
    case 17 where transferEncoding == nil && name.begins(with: "Transfer-Encoding"):
      transferEncoding = value
    default: break
    }
  }
}

private let takeHeader: MHD_KeyValueIteratorN = {
  headers, _, name, nameCount, value, valueCount in
  guard let headers, let name, let value else { return httpd_yes }
  headers.assumingMemoryBound(to: RequestHeaders.self).pointee.take(
    UnsafeBufferPointer(start: name.bytes, count: nameCount),
    UnsafeBufferPointer(start: value.bytes, count: valueCount))
  return httpd_yes
}

extension UnsafePointer<CChar> {
  fileprivate var bytes: UnsafePointer<UInt8> {
    UnsafeRawPointer(self).assumingMemoryBound(to: UInt8.self)
  }
}

extension StaticString {
  /// The same for C: literals end with a zero.
  var characters: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether it begins with a text, in letters of any case.
  func begins(with text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount, let baseAddress else { return false }
    let own = UnsafeRawPointer(baseAddress).assumingMemoryBound(to: CChar.self)
    return strncasecmp(own, text.characters, text.utf8CodeUnitCount) == 0
  }

  func isEqual(to text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let baseAddress else { return false }
    return memcmp(baseAddress, text.utf8Start, count) == 0
  }

  /// The number whose digits these are; nil if it is none, or has more digits than any length.
  var wholeNumber: Int? {
    guard (1...18).contains(count) else { return nil }
    var number = 0
    for digit in self {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = 10 * number + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
