import EngineToys
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Engines

/// Lines that tests collect.
final class CollectedLines: Sendable {
  private let lines = Mutex<[String]>([])

  @Sendable func add(_ line: [UInt8], _ isReply: Bool) {
    lines.withLock { $0.append((isReply ? "< " : "> ") + String(decoding: line, as: UTF8.self)) }
  }

  var all: [String] { lines.withLock { $0 } }
}

@Suite("A toy behind pipes")
struct ToyAdapterTests {
  private func request(_ words: String) throws -> EngineStressRequest {
    EngineStressRequest(command: "'\(try BuiltProgram.url("toy-adapter").path)' \(words)")
  }

  private func transcript(_ words: String, seeds: Int) throws -> (lines: [String], EngineReport) {
    let collected = CollectedLines()
    var request = try request(words)
    request.seedCount = seeds
    request.transcript = collected.add
    let report = try EngineStress(request).run()
    return (collected.all, report)
  }

  @Test(
    "the same seeds give the same transcript, line by line", arguments: ["peers", "client-server"])
  func transcripts(shape: String) throws {
    let one = try transcript(shape, seeds: 5)
    let two = try transcript(shape, seeds: 5)
    #expect(one.lines.count > 1_000)
    #expect(one.lines == two.lines)
    #expect(one.1.digest == two.1.digest && one.1.failures.isEmpty)
    // A call, its reply, the next call.
    for (place, line) in one.lines.enumerated() {
      #expect(line.hasPrefix(place.isMultiple(of: 2) ? "> " : "< "))
    }
  }

  @Test("a bug behind pipes is found, shrunk and replayed")
  func found() throws {
    var request = try request("client-server savedActor")
    request.seedCount = 200
    request.failuresMax = 1
    request.faults = [.backups]
    let report = try EngineStress(request).run()
    let failure = try #require(report.failures.first)
    #expect(failure.property == .backupSafety && failure.plan.size <= 8)
    let replay = try EngineReplay(try #require(failure.reproduction))
    #expect(replay.stillFails)
    #expect(replay.timeline.contains("its backup is brought back"))
    // The engine without the bug does not fail.
    let mended = try EngineReplay(
      try #require(failure.reproduction), command: try self.request("client-server").command)
    #expect(!mended.stillFails && mended.verdict.hasPrefix("It no longer fails in this way"))
    // An engine of another shape cannot replay it.
    #expect(throws: EngineFailure.self) {
      try EngineReplay(
        try #require(failure.reproduction), command: try self.request("peers").command)
    }
  }

  @Test("a correct toy conforms, through pipes", arguments: ["peers", "client-server"])
  func conforms(shape: String) throws {
    let (findings, hello) = try EngineConformance(request(shape).start).check { _ in }
    #expect(findings.count == (hello?.types.count ?? 0) + 9)
    #expect(findings.allSatisfy { $0.mistake == nil }, "\(findings.map(\.line))")
  }

  @Test(
    "a feature that an engine does not have is noticed",
    arguments: [
      (EngineHello.Feature.versions, nil, "returns no 'version'"),
      (.checkedSaves, .cutSavesOpened, "bytes that were saved, and shows"),
      (.incarnation, .savedActor, "nothing may be lost or counted twice"),
    ] as [(EngineHello.Feature, ToyBug?, String)])
  func features(feature: EngineHello.Feature, bug: ToyBug?, sentence: String) throws {
    var hello = ToyEngine.hello(.clientServer, types: [.counter, .set])
    hello.features = [feature]
    func wrong(_ bug: ToyBug?) throws -> [String] {
      let conformance = EngineConformance { () throws(EngineFailure) in ToyEngine(hello, bug: bug) }
      return try conformance.check { _ in }.findings.filter { finding in
        finding.part == "feature: \(feature.rawValue)" && finding.mistake != nil
      }.compactMap(\.line)
    }
    let found = try wrong(bug)
    #expect(found.count == 1 && found.allSatisfy { $0.contains(sentence) }, "\(found)")
    #expect(try bug == nil || wrong(nil).isEmpty)
  }

  @Test("every reply of a toy is read as it was written")
  func roundTrip() throws {
    let toy = ToyEngine(ToyEngine.hello(.clientServer), asksServer: true)
    let hello = ToyEngine.hello(.clientServer)
    let link = WrittenLink(toy)
    for seed in 1...30 as ClosedRange<UInt64> {
      let plan = EnginePlanDraw.plan(
        seed: seed, for: hello, allowing: Set(EngineFault.allCases)
      ).plan
      let outcome = EngineWorld.run(plan, with: link, hello)
      #expect(outcome.failure == nil && outcome.violation == nil)
    }
    #expect(link.differences == 0)
  }
}

/// Writes each call and reply as lines, reads them again and compares.
private final class WrittenLink: EngineLink {
  private let toy: ToyEngine
  var differences = 0

  init(_ toy: ToyEngine) { self.toy = toy }

  var lastLines: (call: [UInt8], reply: [UInt8])? { nil }
  var isOver: Bool { false }

  func dismiss() {}

  func perform(_ call: EngineCall) throws(EngineFailure) -> EngineReply {
    guard let read = EngineCallReader().read(call.line), read.line == call.line else {
      differences += 1
      return try toy.perform(call)
    }
    let reply = try toy.perform(read)
    let again = try EngineReplyReader(to: call).read(reply.line(to: call))
    if again != reply { differences += 1 }
    return again
  }
}
