import Base
import DomainCore
import Foundation
import HTTPService
import JSONText
import ServiceTestKit
import SyncCore
import Synchronization
import SystemLibrary
import TestKit
import Testing

@Suite("Families sent by 'shakeout load'", .serialized)
struct FamilyLoadTests {
  /// Runs the built program; returns its exit status and what it printed.
  static func run(_ arguments: [String]) throws -> (code: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = try BuiltProgram.url("shakeout")
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  /// Sends a small load; its JSON, too.
  private static func load(
    _ port: UInt16, _ options: String...
  ) throws -> (code: Int32, output: String, json: JSONNode) {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path).appending(path: "load.json")
    let ending = try run(
      [
        "load", "calm", "--people", "24", "--days", "5", "--target", "http://127.0.0.1:\(port)",
        "--rate", "250", "--duration", "3", "--connections", "8", "--abort-below", "0", "--json",
        file.path,
      ] + options)
    let bytes = (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
    return (ending.code, ending.output, (try? JSONReader().read(bytes)) ?? .null)
  }

  private static func count(_ name: String, _ json: JSONNode) -> Int {
    json["people"]?[name]?.integer(as: Int.self) ?? -1
  }

  @Test("a service that keeps what it acknowledges is found to have lost nothing")
  func honest() throws {
    let service = try LocalService()
    defer { service.stop() }
    let ending = try Self.load(
      service.port, "--fail-if", "durable.p50>10s", "--fail-if", "errors>0")
    #expect(ending.code == 0, "\(ending.output)")
    let json = ending.json
    #expect(Self.count("families", json) > 3 && Self.count("devices", json) > 8)
    #expect(Self.count("checkedFamilies", json) == Self.count("families", json))
    #expect(Self.count("operations", json) > 50 && Self.count("undrained", json) == 0)
    // A row for each operation, whether it was accepted or not.
    #expect(Self.count("rows", json) >= Self.count("operations", json))
    #expect(json["violations"]?.elements?.count == 0)
    let series = json["series"]?.elements ?? []
    let durable = try #require(series.first { $0["name"]?.string == "durable" })
    #expect(durable["count"]?.integer(as: Int.self) ?? 0 >= Self.count("operations", json))
    #expect(ending.output.contains("nothing lost"), "\(ending.output)")
  }

  @Test("a service that acknowledges an operation and loses it is found out: exit status 70")
  func lostOperation() throws {
    let service = try LocalService()
    defer { service.stop() }
    let proxy = try LosingProxy(to: service.port, .losesRow(after: 20))
    defer { proxy.stop() }
    let ending = try Self.load(proxy.port, "--drain", "4")
    let lost = try #require(proxy.lost, "nothing was lost: \(ending.output)")
    #expect(ending.code == 70, "\(ending.output)")
    let violations = (ending.json["violations"]?.elements ?? []).compactMap(\.string)
    #expect(
      violations.contains {
        $0.contains("operation \(lost.sequence) of site \(lost.site)")
          && $0.contains("is in no feed")
      }, "\(violations)")
    // The author's copy has a row more than the feed, whose digests count that row.
    #expect(violations.contains { $0.contains("site \(lost.site) got the answer") })
    #expect(violations.contains { $0.contains("the last row has") }, "\(violations)")
    #expect(ending.output.contains("Violated: "), "\(ending.output)")
  }

  @Test("a service that has forgotten everything is found out, though it answers")
  func forgotten() throws {
    let first = try LocalService()
    let port = first.port
    let restart = Mutex<LocalService?>(nil)
    let problem = HostSystem.startThread(stackByteCount: 1 << 20) {
      // Not before some phones have sent something.
      let line = #"route="POST /v1/exchange",status="200"} "#
      for _ in 0..<600 {
        Thread.sleep(forTimeInterval: 0.05)
        let metrics = (try? first.carrier.send(Sending("GET", "/metrics")))?.body ?? []
        let text = String(decoding: metrics, as: UTF8.self)
        let count = text.components(separatedBy: line).dropFirst().first?.prefix { $0 != "\n" }
        if count.flatMap({ Int($0) }) ?? 0 > 50 { break }
      }
      first.stop()
      let second = try? LocalService { $0.port = port }
      restart.withLock { $0 = second }
    }
    try #require(problem == 0)
    let ending = try Self.load(port, "--drain", "1", "--timeout", "2")
    defer { restart.withLock { $0 }?.stop() }
    #expect(ending.code == 70, "\(ending.output)")
    #expect(ending.output.contains("no new install of a member can read"), "\(ending.output)")
  }

  @Test("the options of equal requests refuse a scenario, and those of people need one")
  func usage() throws {
    let both = try Self.load(1, "--path", "/x")
    #expect(both.code == 64 && both.output.contains("'--path' and '--body'"), "\(both.output)")
    for options in [["--people", "5"], ["--fail-if", "durable.p99>1s"], ["--drain", "3"]] {
      let ending = try Self.run(["load", "--target", "http://127.0.0.1:1"] + options)
      #expect(ending.code == 64 && ending.output.contains("needs a scenario"), "\(ending.output)")
    }
    let unknown = try Self.run(["load", "clam", "--target", "http://127.0.0.1:1"])
    #expect(unknown.code == 65 && unknown.output.contains("'calm'"), "\(unknown.output)")
  }
}
