import Foundation
import JSONText
import Responder
import TestKit
import Testing

@Suite("shakeout load")
struct LoadCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func load(_ url: String, _ options: String...) throws -> ShakeoutProgram.Ending {
    try ShakeoutProgram.run(
      ["load", "--target", url, "--rate", "200", "--duration", "1"] + options, in: folder)
  }

  private func content(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: folder.path).appending(path: name), encoding: .utf8)
  }

  @Test("sends a load, prints a summary and writes every file")
  func everything() throws {
    let responder = try #require(ResponderThread())
    let ending = try load(
      responder.url, "--fail-if", "latency.p50>5s", "--json", "load.json", "--junit", "load.xml",
      "--markdown", "load.md", "--report", "load.html")
    #expect(ending.code == 0 && ending.errors == "", "\(ending.errors)")
    #expect(responder.stop() == 200)
    #expect(ending.output.contains("200 of 200 sent, 200 answered, 200/s"))
    #expect(ending.output.contains("kept    fails if latency.p50>5s: measured "))
    #expect(ending.output.hasSuffix("Report: load.html\n"))
    let json = try JSONReader().read(Array(try content("load.json").utf8))
    #expect(json["answered"]?.integer(as: Int.self) == 200)
    #expect(try content("load.xml").contains(#"failures="0""#))
    #expect(try content("load.md").hasPrefix("### Load: GET /"))
    #expect(try content("load.html").hasPrefix("<!DOCTYPE html>"))
  }

  @Test("a missed threshold exits with 99, and '--quiet' prints nothing")
  func missed() throws {
    let responder = try #require(ResponderThread(answer: .init(status: "500 Oops")))
    let ending = try load(responder.url, "--fail-if", "errors>1%", "--quiet")
    #expect(ending.code == 99 && ending.output == "" && ending.errors == "")
  }

  @Test("a report in a folder that does not exist is refused before the load")
  func noFolder() throws {
    let ending = try load("http://127.0.0.1:1", "--report", "none/load.html")
    #expect(ending.code == 1)
    #expect(ending.errors.contains("'none/load.html': its folder does not exist."))
  }

  @Test("a load that cannot be sent exits with 99")
  func aborted() throws {
    let responder = try #require(ResponderThread(answer: .init(raw: "HTTP/1.1 200 OK\r\n")))
    let ending = try ShakeoutProgram.run(
      [
        "load", "--target", responder.url, "--connections", "1", "--duration", "60", "--timeout",
        "1",
      ], in: folder)
    #expect(ending.code == 99)
    #expect(ending.output.contains("Aborted: in the last 5 intervals"), "\(ending.output)")
  }

  @Test(
    "wrong input gets one sentence and the status of a wrong command line",
    arguments: [
      (["--target", "https://x"], "needs TLS"),
      (["--target", "x"], "of the form 'http://HOST:PORT'"),
      (["--target", "http://127.0.0.1:1", "--fail-if", "latancy.p99>1ms"], "Did you mean"),
      (["--target", "http://127.0.0.1:1", "--path", "x"], "does not begin with a slash"),
      (
        ["--target", "http://127.0.0.1:1", "--from", "2000"],
        "'--from' is 2,000 and '--rate' is 1,000"
      ),
      (["--target", "http://127.0.0.1:1", "--from", "5"], "needs a profile that has a lower rate"),
      (["--target", "http://127.0.0.1:1", "--rate", "0"], "a number from 0.1 to 10000000."),
      (["--target", "http://127.0.0.1:1", "--profile", "rampe"], "one of 'constant'"),
    ])
  func wrong(options: [String], part: String) throws {
    let ending = try ShakeoutProgram.run(["load"] + options, in: folder)
    #expect(ending.code == 64 && ending.errors.contains(part), "\(ending.errors)")
  }

  @Test("a server that does not listen, and a body that cannot be read")
  func missing() throws {
    let nobody = try load("http://127.0.0.1:1", "--timeout", "0.2")
    #expect(nobody.code == 1)
    #expect(
      nobody.errors == "Error: No connection to 'http://127.0.0.1:1': connection refused.\n")
    let body = try load("http://127.0.0.1:1", "--body", "none.bin")
    #expect(body.code == 65 && body.errors.contains("none.bin: there is no such file"))
  }
}
