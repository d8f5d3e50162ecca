import JSONText

/// The bytes of requests to the endpoints of a server.
struct FamilyRequests: Sendable {
  private let prefix: String
  private let fields: String

  init(_ target: HTTPTarget) {
    prefix = target.prefix
    fields = "Host: \(target.authority)\r\nUser-Agent: shakeout\r\n"
  }

  private func head(_ path: String, _ token: String?) -> String {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    return "POST \(prefix)\(path) HTTP/1.1\r\n\(fields)\(authorization)"
  }

  /// A request with a JSON body.
  func post(
    _ path: String, _ body: JSONNode, token: String? = nil, key: String? = nil
  ) -> [UInt8] {
    let content = JSONWriter(.compact).text(body)
    let rest =
      (key.map { "Idempotency-Key: \($0)\r\n" } ?? "") + "Content-Type: application/json\r\n"
      + "Content-Length: \(content.utf8.count)\r\n\r\n"
    return Array((head(path, token) + rest + content).utf8)
  }

  /// The head of the exchanges of a device, up to the length of the body.
  func exchangeHead(token: String) -> [UInt8] {
    Array(
      (head("/v1/exchange", token)
        + "Content-Type: application/vnd.shakeout.wire;v=1\r\nContent-Length: ").utf8)
  }
}

/// Base64, as JSON carries bytes.
enum Base64 {
  /// The bytes of a text, or nil if it is not Base64.
  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (word, bits) = (UInt32(0), 0)
    for letter in text.utf8 where letter != UInt8(ascii: "=") {
      guard let value = value(of: letter) else { return nil }
      word = word << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
