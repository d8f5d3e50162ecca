import Testing

@testable import Load

@Suite("HTTP responses")
struct ResponseParserTests {
  /// Reads bytes that come in pieces of this size; returns the outcome and the body.
  private static func read(
    _ text: String, pieces: Int, ends: Bool = false
  ) -> (outcome: ResponseParser.Outcome, body: String) {
    var bytes = Array(text.utf8)
    var parser = ResponseParser()
    var outcome = ResponseParser.Outcome.needsMore
    var body = ""
    bytes.withUnsafeMutableBytes { all in
      var count = 0
      repeat {
        count = min(count + pieces, all.count)
        outcome = parser.read(
          UnsafeMutableRawBufferPointer(rebasing: all[..<count]),
          isEnd: ends && count == all.count)
      } while outcome == .needsMore && count < all.count
      if case .complete(let response) = outcome {
        body = String(
          decoding: all[response.bodyStart..<(response.bodyStart + response.bodyCount)],
          as: UTF8.self)
      }
    }
    return (outcome, body)
  }

  private static func response(_ outcome: ResponseParser.Outcome) -> ResponseParser.Response? {
    if case .complete(let response) = outcome { response } else { nil }
  }

  @Test("with a length, in chunks or up to the end, in any pieces", arguments: [1, 2, 7, 1_000])
  func bodies(pieces: Int) throws {
    let head = "HTTP/1.1 200 OK\r\nServer: x\r\n"
    let length = Self.read(head + "content-LENGTH:  5 \r\n\r\nhello", pieces: pieces)
    #expect(length.body == "hello" && Self.response(length.outcome)?.status == 200)
    let chunks = Self.read(
      head + "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=1\r\nlo\r\n0\r\nA: b\r\n\r\n",
      pieces: pieces)
    #expect(chunks.body == "hello")
    let end = Self.read(head + "\r\nhello", pieces: pieces, ends: true)
    #expect(end.body == "hello" && Self.response(end.outcome)?.closes == true)
  }

  @Test("without a body by its status")
  func empty() {
    for status in ["204 No Content", "304 Not Modified", "100 Continue"] {
      let read = Self.read("HTTP/1.1 \(status)\r\n\r\nHTTP", pieces: 100)
      #expect(Self.response(read.outcome)?.byteCount == 13 + status.utf8.count)
    }
  }

  @Test("it says whether the connection stays open, and when to try again")
  func fields() throws {
    let old = Self.read("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", pieces: 100)
    #expect(Self.response(old.outcome)?.closes == true)
    let kept = Self.read(
      "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n", pieces: 100)
    #expect(Self.response(kept.outcome)?.closes == false)
    let busy = Self.read(
      "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
      pieces: 100)
    let response = try #require(Self.response(busy.outcome))
    #expect(response.retryAfterSeconds == 7 && response.closes && response.status == 503)
  }

  @Test(
    "what is no response is refused",
    arguments: [
      "SSH-2.0-OpenSSH_9\r\n\r\n", "HTTP/1.1 xyz\r\n\r\n", "HTTP/2 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      String(repeating: "x", count: 70_000),
    ])
  func malformed(text: String) {
    guard case .malformed = Self.read(text, pieces: 100_000).outcome else {
      Issue.record("'\(text.prefix(30))' was taken for a response")
      return
    }
  }

  @Test(
    "a connection that ends too early leaves no response",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n",
    ])
  func cutOff(text: String) {
    guard case .malformed = Self.read(text, pieces: 7, ends: true).outcome else {
      Issue.record("'\(text)' was taken for a response")
      return
    }
  }
}
