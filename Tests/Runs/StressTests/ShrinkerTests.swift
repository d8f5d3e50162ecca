import Base
import Chronology
import JSONText
import Plans
import Population
import Scenarios
import Properties
import Simulator
import TestKit
import Testing
import SimulatedWorld

@testable import Stress

@Suite("A shrunk plan")
struct ShrinkerTests {
  /// The engine violates no property, so the tests look for something else: that the server rejects
  /// an operation, which takes two people who do not see each other's writes, or one who is
  /// offline.
  private static func refusal(_ plan: Plan) -> Violation? {
    let run = PlannedRun(plan)
    for index in plan.communities.indices
    where run.simulated(index).world.events.counters.rejected > 0 {
      return Violation(
        .quiescence, at: Instant(milliseconds: 0), scope: 0, what: "the server rejects something")
    }
    return nil
  }

  private static func shrunk(seed: UInt64) throws -> Plan {
    var shrinker = Shrinker(
      try SmallSeed.plan(seed: seed), mayContinue: { true },
      failure: { plan, _ in
        refusal(plan).map { PlannedRun.FoundViolation(violation: $0, messages: 1) }
      })
    #expect(shrinker.run() != nil)
    return shrinker.plan
  }

  /// A seed in which the server rejects something.
  private static func failingSeed() throws -> UInt64 {
    try #require(
      try (1...30 as ClosedRange<UInt64>).first { refusal(try SmallSeed.plan(seed: $0)) != nil })
  }

  @Test("still fails, can be written and read, and has no unneeded step")
  func minimal() throws {
    let plan = try Self.shrunk(seed: try Self.failingSeed())
    #expect(Self.refusal(plan) != nil)
    let community = plan.communities[0]
    #expect(plan.communities.count == 1)
    #expect(community.stepCount <= 12)
    #expect(community.setup.households.allSatisfy { !$0.isNotified })
    for step in 0..<community.stepCount {
      var less = plan
      less.communities[0] = community.keeping(
        steps: (0..<community.stepCount).filter { $0 != step })
      #expect(Self.refusal(less) == nil)
    }
    for messageDelivery in community.messageDeliveries.indices {
      var less = plan
      less.communities[0].messageDeliveries.remove(at: messageDelivery)
      #expect(Self.refusal(less) == nil)
    }
    let reproduction = Self.reproduction(plan)
    let read = try Reproduction(reading: Array(reproduction.text.utf8))
    #expect(Self.refusal(read.plan) != nil)
    #expect(read.text == reproduction.text)
  }

  @Test("is nil for a plan that does not fail")
  func fine() throws {
    var shrinker = Shrinker(
      try SmallSeed.plan(seed: 1), failing: Signature(.isolation, "something else"),
      mayContinue: { true })
    #expect(shrinker.run() == nil)
  }

  @Test("is the smallest plan so far when the time is up")
  func timeIsUp() throws {
    let plan = try SmallSeed.plan(seed: try Self.failingSeed())
    var trials = 0
    var shrinker = Shrinker(plan, mayContinue: { trials < 12 }) { candidate, _ in
      trials += 1
      return Self.refusal(candidate).map { PlannedRun.FoundViolation(violation: $0, messages: 1) }
    }
    #expect(shrinker.run() != nil)
    #expect(Self.refusal(shrinker.plan) != nil)
    #expect(shrinker.plan.communities[0].stepCount < plan.communities[0].stepCount)
  }

  static func reproduction(_ plan: Plan) -> Reproduction {
    Reproduction(
      program: ProgramIdentity(version: "test"),
      signature: Signature(.quiescence, "the server rejects something"),
      origin: Reproduction.Origin(scenario: "small", seed: 1, settings: ["a=1"], swarm: "0"),
      plan: plan)
  }
}

@Suite("A reproduction")
struct ReproductionTests {
  private static func text() throws -> String {
    ShrinkerTests.reproduction(try SmallSeed.plan(seed: 1)).text
  }

  @Test("that cannot be read gives a sentence with its position and the reason")
  func mistakes() throws {
    let text = try Self.text()
    let cases = [
      ("{}", "1:1: this is not a reproduction: it has no 'reproduction'"),
      (
        text.replacing("\"reproduction\": 3", with: "\"reproduction\": 9"),
        "2:17: this reproduction has format version 9, which a newer shakeout wrote; this program"
      ),
      (
        text.replacing("\"reproduction\": 3", with: "\"reproduction\": 0"),
        "2:17: this reproduction has format version 0, which an older shakeout wrote; this program"
      ),
      (text.replacing("\"P6\"", with: "\"P99\""), "6:13: 'property' is 'P99'; allowed: "),
      (
        text.replacing("{\"plan\":3", with: "{\"plan\":7"),
        "13:1: this plan has format version 7, which a newer shakeout, "
      ),
      (
        text.replacing("\"description\": ", with: "\"what\": "),
        "7:9: 'what' is now called 'description'"
      ),
      (
        text.replacing("\"do\":\"submit\"", with: "\"do\":\"say\""),
        "'do' is 'say', which is now called 'submit'"
      ),
      (String(text.dropLast(4)), "the end of the text"),
    ]
    for (text, sentence) in cases {
      #expect { try Reproduction(reading: Array(text.utf8)) } throws: {
        "\($0)".contains(sentence)
      }
    }
  }

  @Test("names the program that wrote it, as far as it was known")
  func program() throws {
    var reproduction = ShrinkerTests.reproduction(try SmallSeed.plan(seed: 1))
    reproduction.program = ProgramIdentity(version: "9.0.0", commit: "c0ffee", sources: "5eed")
    let text = reproduction.text
    #expect(try Reproduction(reading: Array(text.utf8)).program == reproduction.program)
    #expect(text.contains(#"{"plan":3,"program":"9.0.0","commit":"c0ffee","sources":"5eed"}"#))
    // Version 1 did not have the two keys.
    let first = text.replacing("\"reproduction\": 3", with: "\"reproduction\": 1")
      .replacing("\"commit\": \"c0ffee\",\n", with: "")
      .replacing("\"sources\": \"5eed\",\n", with: "")
    let program = try Reproduction(reading: Array(first.utf8)).program
    #expect(program == ProgramIdentity(version: "9.0.0"))
    #expect(program.mayDiffer(from: .unstated) && !program.mayDiffer(from: reproduction.program))
  }

  @Test("has the recorded format")
  func format() throws {
    let node = try JSONReader().read(try Self.text())
    let record = FormatRecord(
      "reproduction", Reproduction.format.current, at: "Sources/Runs/Stress/Reproduction.swift",
      node.keyPaths().filter { !$0.hasPrefix("plan[]") })
    #expect(try record.problem() == nil)
  }

  @Test(
    "has a timeline up to a few events after the violation, or to an instant, and counts the rest")
  func cut() throws {
    var timeline = Timeline(of: try SmallSeed.plan(seed: 3))
    let (signature, count) = (Signature(.convergence, "two copies differ"), timeline.lines.count)
    #expect(timeline.cut(until: nil, behind: signature).lines.count == count)
    timeline.lines[20].violation = Violation(
      .convergence, at: timeline.lines[20].time, scope: 0, what: signature.what)
    let cut = timeline.cut(until: nil, behind: signature)
    #expect(cut.lines.count == 31 && cut.omitted?.count == count - 31)
    let last = timeline.lines[count - 1].time
    let more = "… and \(grouped(count - 31)) events more: '--until \(last)' shows all of them.\n"
    #expect(cut.text.hasSuffix(more))
    #expect(
      TimelinePage(cut, title: "", verdict: "").text.contains("\(grouped(count - 31)) events"))
    #expect(timeline.cut(until: last, behind: signature).omitted == nil)
    let early = timeline.cut(until: timeline.lines[5].time, behind: signature)
    #expect(early.lines.allSatisfy { $0.time <= timeline.lines[5].time } && early.lines.count >= 6)
  }

  @Test("has a timeline with steps, messages and their deliveries")
  func timeline() throws {
    let timeline = Timeline(of: try SmallSeed.plan(seed: 3))
    let text = timeline.text
    #expect(text.contains("a person opens the app"))
    #expect(text.contains("confirms “saved”: p"))
    #expect(text.contains("it is lost"))
    #expect(text.contains("in the log"))
    #expect(text.contains("applies p"))
    let times = timeline.lines.map(\.time)
    #expect(times == times.sorted())
    let page = TimelinePage(timeline, title: "a < b", verdict: "fine").text
    #expect(page.contains("<h1>a &lt; b</h1>"))
    #expect(!page.contains("http"))
  }

  @Test("shows the content of each row, and the devices on which it differs")
  func rows() throws {
    var timeline = Timeline(of: try SmallSeed.plan(seed: 3))
    let meal = try #require(timeline.rows.first { $0.text.hasSuffix(" mealLogged") })
    #expect(
      meal.content.contains(#"{"do":"mealLogged","of":"m"#) && meal.content.contains(" on 20"))
    // A device that reads the feed has every row in the end, unchanged.
    for row in timeline.rows {
      #expect(!row.devices.isEmpty && !row.devices.values.contains(.missing), "\(row)")
      #expect(row.devices.values.allSatisfy { $0 == .same || $0 == .inSnapshot }, "\(row)")
    }
    let fine = TimelinePage(timeline, title: "", verdict: "").text
    #expect(!fine.contains(#"<td class="differs">"#))
    let device = try #require(timeline.rows[0].devices.keys.first)
    timeline.rows[0].devices[device] = .other("<something else>")
    timeline.rows[1].devices[device] = .missing
    let page = TimelinePage(timeline, title: "", verdict: "").text
    #expect(page.contains(#"<td class="differs">&lt;something else&gt;</td>"#))
    #expect(page.contains(#"<td class="differs">missing</td>"#))
    // A row lost in a failover is missing on no device.
    timeline.rows[1].isLost = true
    let lost = TimelinePage(timeline, title: "", verdict: "").text
    #expect(!lost.contains(">missing<") && lost.contains("; lost in a failover</td>"))
  }

  @Test("shows the expected and the actual value in every format")
  func difference() throws {
    let plan = try SmallSeed.plan(seed: 3)
    let violation = Violation(
      .conservation, at: Instant(milliseconds: 0), scope: 0, what: "a balance is wrong",
      expected: "3 points", found: "4")
    #expect(violation.whole == "a balance is wrong; expected 3 points, found 4")
    #expect(Timeline.paragraph(of: violation, in: plan).contains(violation.whole))
    // The signature is the same for all failures of one kind, so it has no amounts.
    #expect(Signature(violation).description == "P20: a balance is wrong")
  }
}
