import Foundation
import JSONText
import ServiceTestKit
import SystemLibrary
import TestKit
import Testing

@Suite("All phones come back at once", .serialized)
struct HerdTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A counter of the service; zero if it has not counted that yet.
  private static func count(_ name: String, at service: RunningService) throws -> Int {
    let text = String(
      decoding: try service.carrier.send(Sending("GET", "/metrics")).body, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
    return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  private static func exchanges(_ status: Int, at service: RunningService) throws -> Int {
    try count(
      #"shakeout_requests_total{route="POST /v1/exchange",status="\#(status)"}"#, at: service)
  }

  private func startLoad(_ port: UInt16) throws -> (process: Process, output: Pipe) {
    let process = Process()
    let output = Pipe()
    process.executableURL = try BuiltProgram.url("shakeout")
    process.arguments = [
      "load", "calm", "--people", "90", "--days", "8", "--target", "http://127.0.0.1:\(port)",
      "--rate", "300", "--duration", "7", "--connections", "128", "--abort-below", "0",
      "--timeout", "5", "--set", "sync.retryBackoffMillisecondsMin=400",
      "--set", "sync.retryBackoffMillisecondsMax=3000", "--json", "\(folder.path)/load.json",
    ]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return (process, output)
  }

  @Test("a server that was killed, and that can take few of them at once, refuses and saves all")
  func herd() throws {
    // When it is back, a transaction takes four requests; others that come beside them are refused.
    try folder.write(#"{ "queueMax": 4 }"#, to: "settings.json")
    let arguments = ["--store", "sqlite:\(folder.path)/families.sqlite"]
    var service = try RunningService(arguments)
    let port = service.port
    let load = try startLoad(port)
    defer { if load.process.isRunning { load.process.terminate() } }
    let deadline = Date() + 60
    while try Self.exchanges(200, at: service) < 200 && Date() < deadline { usleep(50_000) }
    service.end(by: SIGKILL)
    // Long enough for every phone to want something.
    sleep(2)
    service = try RunningService(
      arguments + ["--settings", "\(folder.path)/settings.json"], port: port)
    let output = load.output.fileHandleForReading.readDataToEndOfFile()
    load.process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    #expect(load.process.terminationStatus == 0, "\(text)")
    #expect(text.contains("nothing lost"), "\(text)")
    let json = try JSONReader().read(Array(folder.bytes("load.json")))
    let people = json["people"]
    let devices = people?["devices"]?.integer(as: Int.self) ?? 0
    #expect(devices > 60 && people?["undrained"]?.integer(as: Int.self) == 0)
    #expect(people?["checkedFamilies"]?.double == people?["families"]?.double)
    // They did come at once, and those who were refused did not come again and again.
    let refused = try Self.exchanges(503, at: service)
    let answered = try Self.exchanges(200, at: service)
    #expect(refused > 0, "\(answered) answered")
    #expect(refused < 10 * devices, "\(refused) refused, \(answered) answered, \(devices) phones")
    #expect(try Self.count("shakeout_storage_failures_total", at: service) == 0)
    #expect(service.end(by: SIGTERM) == 0)
  }
}
