import EngineToys
import TestKit
import Testing

@testable import Engines

@Suite("Families of recorded plans, and engines of others")
struct FamilyLivesTests {
  /// A family with three devices that marks, eats, renames and is offline, for so many days.
  private static func plan(days: Int) -> [UInt8] {
    var lines = [
      #"{"plan":3,"program":"1"}"#,
      #"{"household":0,"people":[{"person":0,"devices":2},{"person":1,"devices":1}]}"#,
      #"{"household":1,"people":[{"person":2,"devices":1}]}"#,
      #"{"at":"2026-01-05T10:00:00Z","do":"submit","device":"p2.0","what":{"do":"mealLogged"}}"#,
    ]
    func step(_ day: Int, _ time: String, _ device: String, _ rest: String) {
      let date = day < 10 ? "0\(day)" : "\(day)"
      lines.append(#"{"at":"2026-01-\#(date)T\#(time)Z","device":"\#(device)",\#(rest)}"#)
    }
    for day in 1...days {
      step(day, "08:00:00", "p0.0", #""do":"open""#)
      step(
        day, "08:00:01", "p0.0",
        #""do":"submit","what":{"do":"completionSet","habit":"@h","done":\#(day % 5 != 0)}"#)
      step(day, "08:00:02", "p1.0", #""do":"submit","what":{"do":"waterLogged","of":"m1"}"#)
      step(day, "08:00:02", "p0.1", #""do":"submit","what":{"do":"habitNameSet","habit":"@h"}"#)
      step(
        day, "09:00:00", "p1.0",
        #""do":"submitTogether","what":[{"do":"mealLogged"},{"do":"habitCreated","of":"m1"}]"#)
      step(
        day, "09:00:00", "p0.0",
        #""do":"offline","from":"2026-01-01T09:30:00Z","until":"2026-01-01T10:00:00Z""#)
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private func stress(
    _ lives: FamilyLives, seeds: Int, bug: ToyBug? = nil
  ) throws -> EngineReport {
    var request = EngineStressRequest(command: "")
    request.seedCount = seeds
    request.lives = lives
    request.shrinkSeconds = 2
    return try EngineStress(
      request,
      start: { () throws(EngineFailure) in ToyEngine(ToyEngine.hello(.clientServer), bug: bug) }
    ).run()
  }

  @Test("a life is cut into parts of forty writes, and who is alone has none")
  func parts() throws {
    let lives = try FamilyLives(Self.plan(days: 25), name: "plan")
    #expect(lives.count == 3)
    #expect(lives.parts.allSatisfy { $0.devices == ["p0.0", "p0.1", "p1.0"] })
    let writes = lives.parts.map { part in
      part.steps.count { if case .write = $0.action { true } else { false } }
    }
    #expect(writes == [40, 40, 20])
  }

  @Test("a command becomes the write that comes closest among the types of an engine")
  func intents() {
    func intent(_ kind: FamilyLife.Kind, _ types: [EngineType]) -> EngineIntent {
      FamilyLife.intent(FamilyLife.Wish(kind: kind, about: 2), types)
    }
    let all = EngineType.allCases
    #expect(intent(.mark(isDone: true), all) == .insert(EngineKey(.set, 0)))
    #expect(intent(.mark(isDone: false), all) == .remove(EngineKey(.set, 0)))
    #expect(intent(.change, all) == .set(EngineKey(.register, 0)))
    #expect(intent(.count, all) == .add(EngineKey(.counter, 0), isNegative: false))
    #expect(intent(.make, all) == .put(EngineKey(.map, 0), field: 0))
    #expect(intent(.seat(isTaken: true), all) == .insert(EngineKey(.seats, 0)))
    #expect(intent(.seat(isTaken: false), all) == .remove(EngineKey(.seats, 0)))
    #expect(intent(.mark(isDone: true), [.own]) == .act(EngineKey(.own, 0)))
    #expect(intent(.mark(isDone: true), [.register]) == .set(EngineKey(.register, 0)))
    #expect(intent(.count, [.text]) == .append(EngineKey(.text, 0)))
  }

  @Test("days are close together, and steps of one moment stay so")
  func times() throws {
    let lives = try FamilyLives(Self.plan(days: 3), name: "plan")
    let steps = lives.parts[0].engineSteps(
      for: ToyEngine.hello(.clientServer), from: 1_000, isOffline: true)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(steps.last.map { $0.time < 30_000 } == true)
    #expect(steps.contains { $0.action == .offline(for: 20_000) })
    #expect(Set(steps.map(\.id)).count == steps.count)
  }

  @Test("a correct engine passes, and a bug is found and replayed without the plan")
  func stressed() throws {
    let lives = try FamilyLives(Self.plan(days: 25), name: "plan")
    let sound = try stress(lives, seeds: 30)
    #expect(sound.failures.map(\.signature) == [] && sound.seeds == 30)
    let report = try stress(lives, seeds: 60, bug: .savedActor)
    let failure = try #require(report.failures.first)
    #expect(failure.reproduction?.plan == failure.plan)
  }

  @Test("what is no plan is a sentence")
  func refused() {
    #expect(throws: FamilyLives.Unreadable.self) {
      try FamilyLives(Array(#"{"name":"baseline"}"#.utf8), name: "baseline.jsonc")
    }
    #expect(throws: FamilyLives.Unreadable.self) {
      try FamilyLives(Array("{\"plan\":3}\n{".utf8), name: "half")
    }
    #expect(throws: FamilyLives.Unreadable.self) {
      try FamilyLives(
        Array("{\"plan\":3}\n{\"household\":0,\"people\":[{\"person\":0,\"devices\":-1}]}".utf8),
        name: "negative")
    }
    #expect(throws: FamilyLives.Unreadable.self) {
      try FamilyLives(Array(#"{"plan":3}"#.utf8), name: "empty")
    }
  }
}
