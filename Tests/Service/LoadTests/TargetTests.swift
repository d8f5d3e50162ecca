import Testing

@testable import Load

@Suite("Targets")
struct TargetTests {
  @Test(
    "a URL has a host, a port and what comes before every path",
    arguments: [
      ("http://127.0.0.1:8080", "127.0.0.1", 8_080, "", "127.0.0.1:8080"),
      ("http://example.org", "example.org", 80, "", "example.org"),
      ("http://example.org/", "example.org", 80, "", "example.org"),
      ("http://example.org:81/api/", "example.org", 81, "/api", "example.org:81"),
      ("http://[::1]:8080/x", "::1", 8_080, "/x", "[::1]:8080"),
    ] as [(String, String, UInt16, String, String)])
  func parts(text: String, host: String, port: UInt16, prefix: String, authority: String) throws {
    let target = try HTTPTarget(text)
    #expect(target.host == host && target.port == port)
    #expect(target.prefix == prefix && target.authority == authority)
  }

  @Test(
    "what is no target is refused",
    arguments: [
      ("https://example.org", "needs TLS"), ("example.org:80", "of the form"),
      ("http://", "no host"), ("http://:80", "no host"), ("http://a:0", "port"),
      ("http://a:99999", "port"), ("http://a:x", "port"), ("http://[::1]x", "no host"),
      ("http://a/b c", "form"), ("ftp://a", "form"),
    ])
  func wrong(text: String, part: String) {
    do {
      _ = try HTTPTarget(text)
      Issue.record("'\(text)' was accepted")
    } catch {
      #expect(error.message.contains(part), "\(error.message)")
    }
  }
}
