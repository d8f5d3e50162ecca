import Base
import EngineToys
import Foundation
import JSONText
import TestKit
import Testing

@testable import Engines

@Suite("Stress runs with engines")
struct EngineStressTests {
  /// A run with a toy in this process.
  private func report(
    _ bug: ToyBug?, types: [EngineType], seeds: Int, failuresMax: Int = 1,
    transactions: Bool = false, faults: Set<EngineFault> = Set(EngineFault.allCases)
  ) throws -> EngineReport {
    var request = EngineStressRequest(command: "toy")
    request.seedCount = seeds
    request.failuresMax = failuresMax
    request.faults = faults
    request.words = ["shakeout", "stress", "--engine", "toy"]
    let hello = ToyEngine.hello(
      bug?.shape ?? .peers, types: types, transactions: transactions)
    return try EngineStress(request) { () throws(EngineFailure) in
      ToyEngine(hello, bug: bug)
    }.run()
  }

  @Test(
    "a planted bug is found within 200 seeds and shrunk to at most eight steps",
    arguments: [
      (ToyBug.additionsTwice, [EngineType.counter], EngineProperty.counterExactness),
      (.elementsTwice, [.list], .exactlyOnce), (.removalsForgotten, [.set], .noResurrection),
      (.savedActor, [.set], .backupSafety), (.outboxNotSaved, [.set], .durability),
      (.lastArrivalWins, [.register], .convergence), (.wholeMaps, [.map], .lostUpdates),
      (.feedReplaces, [.counter], .monotonicReads),
    ] as [(ToyBug, [EngineType], EngineProperty)])
  func shrunk(bug: ToyBug, types: [EngineType], property: EngineProperty) throws {
    let faults: Set<EngineFault> =
      bug == .savedActor ? [.backups] : [.loss, .duplicates, .delays, .crashes, .offline]
    let report = try report(bug, types: types, seeds: 200, faults: faults)
    let failure = try #require(report.failures.first)
    #expect(failure.property == property)
    #expect(failure.isMinimal)
    #expect(failure.plan.size <= 8, "\(failure.text)")
    #expect(failure.plan.network.isCalm, "\(failure.text)")
    #expect(failure.timeline.count > 3)
    #expect(failure.text.contains(failure.violation.detail))
  }

  @Test("a correct toy passes, and the report says what was exercised")
  func correct() throws {
    let report = try report(nil, types: EngineType.allCases, seeds: 60, transactions: true)
    #expect(report.failures.isEmpty && report.problem == nil)
    #expect(report.seeds == 60 && report.inconclusiveReason == nil)
    #expect(report.isDeterministic == true)
    #expect(!report.text.contains("Not exercised"))
    #expect(report.acknowledged == report.writes)
    #expect(report.junit.contains("failures=\"0\" errors=\"0\""))
  }

  @Test("an engine that acknowledges nothing shows nothing")
  func inconclusive() throws {
    let report = try report(nil, types: [.counter], seeds: 0)
    #expect(report.inconclusiveReason == "No seed ran: the result is inconclusive.")
  }

  @Test("the JSON of a run has the recorded format")
  func format() throws {
    let report = try report(.additionsTwice, types: [.counter], seeds: 100)
    #expect(report.failures.count == 1)
    let record = FormatRecord(
      "stress-engine-json", EngineReport.schemaVersion,
      at: "Sources/Runs/Engines/Runs/EngineReport.swift",
      report.json.keyPaths(maps: ["drawn", "occurred", "checks"]))
    #expect(try record.problem() == nil)
  }

  @Test("reproductions have the recorded format, and are read as they are written")
  func reproduction() throws {
    let report = try report(.savedActor, types: [.set, .counter], seeds: 200, faults: [.backups])
    let written = try #require(report.failures.first?.reproduction)
    let read = try EngineReproduction(reading: Array(written.text.utf8))
    #expect(read.plan == written.plan)
    #expect(read.property == .backupSafety && read.signature == written.signature)
    #expect(EngineReproduction.isStart(of: Array(written.text.utf8)))
    let record = FormatRecord(
      "engine-reproduction", EngineReproduction.format.current,
      at: "Sources/Runs/Engines/Shrink/EngineReproduction.swift",
      try JSONReader().read(written.text).keyPaths(maps: ["plan.skews"]))
    #expect(try record.problem() == nil)
  }

  @Test(
    "what is wrong in a reproduction is a sentence with its place",
    arguments: [
      ("\"seed\": 7,\n\"plan\"", "\"sed\": 7,\n\"plan\"", "there is no key 'sed'"),
      ("\"engineReproduction\": 2", "\"engineReproduction\": 9", "has format version 9"),
      ("\"callSeconds\": 10", "\"callSeconds\": 0", "'callSeconds' must be a number from 0.01"),
      ("\"shape\": \"peers\"", "\"shape\": \"star\"", "'shape' must be peers or client-server"),
      ("\"do\":\"read\"", "\"do\":\"reed\"", "'do' is 'reed'; allowed: read, sync"),
      ("\"op\":\"add\"", "\"op\":\"insert\"", "there is no operation 'insert' of counter-0"),
      ("\"steps\"", "\"stebs\"", "did you mean 'steps'?"),
    ])
  func mistakes(_ before: String, _ after: String, _ sentence: String) throws {
    var plan = EnginePlan(seed: 7, shape: .peers, replicaCount: 2)
    plan.steps = [
      EngineStep(id: 1, time: 5, replica: 1, .read),
      EngineStep(
        id: 2, time: 6, replica: 1, .write([.add(EngineKey(.counter, 0), isNegative: false)])),
    ]
    let text = EngineReproduction(
      of: EngineStressRequest(command: "x"), hello: ToyEngine.hello(.peers),
      signature: EngineSignature(.causality, "x"), property: .causality, seed: 7, plan: plan
    ).text
    _ = try EngineReproduction(reading: Array(text.utf8))
    #expect(text.contains(before))
    #expect {
      try EngineReproduction(reading: Array(text.replacing(before, with: after).utf8))
    } throws: { error in
      "\(error)".contains(sentence) && (error as? EngineReproductionError)?.position != nil
    }
  }

  @Test("a reproduction of version 1, without a folder and a time for replies, is still read")
  func older() throws {
    let plan = EnginePlan(seed: 7, shape: .peers, replicaCount: 2)
    let text = EngineReproduction(
      of: EngineStressRequest(command: "x"), hello: ToyEngine.hello(.peers),
      signature: EngineSignature(.causality, "x"), property: .causality, seed: 7, plan: plan
    ).text
    let older = text.split(separator: "\n")
      .filter { !$0.hasPrefix("\"directory\"") && !$0.hasPrefix("\"callSeconds\"") }
      .joined(separator: "\n")
      .replacing("\"engineReproduction\": 2", with: "\"engineReproduction\": 1")
    let read = try EngineReproduction(reading: Array(older.utf8))
    #expect(read.directory == nil && read.callSeconds == 10 && read.folderRemark == nil)
    #expect(read.plan == plan)
  }

  @Test("a plan goes through JSON with every kind of step")
  func plans() throws {
    let hello = ToyEngine.hello(.clientServer)
    for seed in 1...200 as ClosedRange<UInt64> {
      var plan = EnginePlanDraw.plan(
        seed: seed, for: hello, allowing: Set(EngineFault.allCases)
      ).plan
      plan.absent = seed.isMultiple(of: 2) ? [2] : []
      plan.deliveries = [
        seed: EnginePlan.Delivery(delay: nil, copyAfter: nil),
        seed + 1: EnginePlan.Delivery(delay: 7, copyAfter: 9),
      ]
      let text = JSONWriter(.compact).text(plan.json)
      #expect(try EnginePlan(JSONReader().read(text)) == plan)
    }
  }

  @Test("the same seed draws the same plan, and another seed another one")
  func draws() {
    let hello = ToyEngine.hello(.peers)
    let all = Set(EngineFault.allCases)
    let plans = (1...50 as ClosedRange<UInt64>).map {
      EnginePlanDraw.plan(seed: $0, for: hello, allowing: all).plan
    }
    #expect(
      plans
        == (1...50 as ClosedRange<UInt64>).map {
          EnginePlanDraw.plan(seed: $0, for: hello, allowing: all).plan
        })
    for (one, next) in zip(plans, plans.dropFirst()) { #expect(one.steps != next.steps) }
  }

  @Test("a fault that an engine cannot have is not drawn")
  func fits() {
    var hello = ToyEngine.hello(.peers)
    hello.persistence = .nothing
    for seed in 1...100 as ClosedRange<UInt64> {
      let drawn = EnginePlanDraw.plan(
        seed: seed, for: hello, allowing: Set(EngineFault.allCases)
      ).faults
      #expect(drawn.isDisjoint(with: [.crashes, .backups, .clones]))
      let one = EnginePlanDraw.plan(seed: seed, for: hello, allowing: [.loss]).faults
      #expect(one.isSubset(of: [.loss]))
    }
  }
}
