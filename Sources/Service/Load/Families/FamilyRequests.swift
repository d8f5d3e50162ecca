import JSONText

/// The bytes of requests to the endpoints of a server.
struct FamilyRequests: Sendable {
  private let prefix: String
  private let fields: String

  init(_ target: HTTPTarget) {
    prefix = target.prefix
    fields = "Host: \(target.authority)\r\nUser-Agent: shakeout\r\n"
  }

  private func head(_ path: String, _ token: String?, method: String = "POST") -> String {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    return "\(method) \(prefix)\(path) HTTP/1.1\r\n\(fields)\(authorization)"
  }

  /// A request with a JSON body.
  func post(
    _ path: String, _ body: JSONNode, token: String? = nil, key: String? = nil
  ) -> [UInt8] {
    request("POST", path, body, token: token, key: key)
  }

  /// One that sets something.
  func put(_ path: String, _ body: JSONNode, token: String) -> [UInt8] {
    request("PUT", path, body, token: token, key: nil)
  }

  private func request(
    _ method: String, _ path: String, _ body: JSONNode, token: String?, key: String?
  ) -> [UInt8] {
    let content = JSONWriter(.compact).text(body)
    let rest =
      (key.map { "Idempotency-Key: \($0)\r\n" } ?? "") + "Content-Type: application/json\r\n"
      + "Content-Length: \(content.utf8.count)\r\n\r\n"
    return Array((head(path, token, method: method) + rest + content).utf8)
  }

  /// A request without a body.
  func bare(_ method: String, _ path: String, token: String) -> [UInt8] {
    Array((head(path, token, method: method) + "\r\n").utf8)
  }

  /// A request that waits for news for so many seconds.
  func news(token: String, after cursor: String?, seconds: Int) -> [UInt8] {
    bare(
      "GET", "/v1/news?wait=\(seconds)" + (cursor.map { "&cursor=\($0)" } ?? ""), token: token)
  }

  /// The head of the exchanges of a device, up to the length of the body.
  func exchangeHead(token: String) -> [UInt8] {
    Array(
      (head("/v1/exchange", token)
        + "Content-Type: application/vnd.shakeout.wire;v=2\r\nContent-Length: ").utf8)
  }
}
