import Chronology
import Plans
import Population
import Scenarios
import Properties
import Simulator
import Testing
import SimulatedWorld

@testable import Stress

@Suite("A plan that is shrunk")
struct ShrinkerTests {
  /// The engine keeps its promises, so something else is looked for here: that the server refuses
  /// something, which takes two people who do not know of each other, or one that is away.
  private static func refusal(_ plan: Plan) -> Violation? {
    let run = PlannedRun(plan)
    for index in plan.communities.indices
    where run.simulated(index).world.events.counters.rejected > 0 {
      return Violation(
        .quiescence, at: Instant(milliseconds: 0), scope: 0, what: "the server refuses something")
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

  /// A seed in which the server refuses something.
  private static func failingSeed() throws -> UInt64 {
    try #require(
      try (1...30 as ClosedRange<UInt64>).first { refusal(try SmallSeed.plan(seed: $0)) != nil })
  }

  @Test("fails still, is a plan that can be written and read, and has no step too many")
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

  @Test("that does not fail is not shrunk")
  func fine() throws {
    var shrinker = Shrinker(
      try SmallSeed.plan(seed: 1), failing: Signature(.isolation, "something else"),
      mayContinue: { true })
    #expect(shrinker.run() == nil)
  }

  @Test("is what was found by then, when time is up")
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
      program: "test", signature: Signature(.quiescence, "the server refuses something"),
      origin: Reproduction.Origin(scenario: "small", seed: 1, settings: ["a=1"], swarm: "0"),
      plan: plan)
  }
}

@Suite("A reproduction")
struct ReproductionTests {
  private static func text() throws -> String {
    ShrinkerTests.reproduction(try SmallSeed.plan(seed: 1)).text
  }

  @Test("of another version, or what is none, is told by place and reason")
  func mistakes() throws {
    let text = try Self.text()
    let cases = [
      ("{}", "1:1: this is no reproduction: it has no 'reproduction'"),
      (
        text.replacing("\"reproduction\": 1", with: "\"reproduction\": 9"),
        "2:17: this reproduction is of version 9; this program reads 1"
      ),
      (text.replacing("\"P6\"", with: "\"P99\""), "4:13: 'property' is 'P99'; allowed: "),
      (
        text.replacing("{\"plan\":1", with: "{\"plan\":7"),
        "11:1: this plan is of version 7; this program reads 1"
      ),
      (String(text.dropLast(4)), "the end of the text"),
    ]
    for (text, sentence) in cases {
      #expect { try Reproduction(reading: Array(text.utf8)) } throws: {
        "\($0)".contains(sentence)
      }
    }
  }

  @Test("is told up to a little behind its break, or to an instant, and says how much it is then")
  func cut() throws {
    var story = Timeline(of: try SmallSeed.plan(seed: 3))
    let (signature, count) = (Signature(.convergence, "two copies differ"), story.lines.count)
    #expect(story.cut(until: nil, behind: signature).lines.count == count)
    story.lines[20].violation = Violation(
      .convergence, at: story.lines[20].time, scope: 0, what: signature.what)
    let cut = story.cut(until: nil, behind: signature)
    #expect(cut.lines.count == 31 && cut.omitted?.count == count - 31)
    let last = story.lines[count - 1].time
    let more = "… and \(count - 31) events more: '--until \(last)' tells all of them.\n"
    #expect(cut.text.hasSuffix(more))
    #expect(TimelinePage(cut, title: "", verdict: "").text.contains("\(count - 31) events more"))
    #expect(story.cut(until: last, behind: signature).omitted == nil)
    let early = story.cut(until: story.lines[5].time, behind: signature)
    #expect(early.lines.allSatisfy { $0.time <= story.lines[5].time } && early.lines.count >= 6)
  }

  @Test("tells its story: who did what when, and what became of messages")
  func story() throws {
    let story = Timeline(of: try SmallSeed.plan(seed: 3))
    let text = story.text
    #expect(text.contains("somebody opens the app"))
    #expect(text.contains("says “saved”: p"))
    #expect(text.contains("it is lost on the way"))
    #expect(text.contains("in the log"))
    #expect(text.contains("applies p"))
    let times = story.lines.map(\.time)
    #expect(times == times.sorted())
    let page = TimelinePage(story, title: "a < b", verdict: "fine").text
    #expect(page.contains("<h1>a &lt; b</h1>"))
    #expect(!page.contains("http"))
  }

  @Test("says of each row what it says, and on which devices it is another")
  func rows() throws {
    var story = Timeline(of: try SmallSeed.plan(seed: 3))
    let meal = try #require(story.rows.first { $0.text.hasSuffix(" mealLogged") })
    #expect(meal.said.contains(#"{"do":"mealLogged","of":"m"#) && meal.said.contains(" on 20"))
    // Whoever reads the feed has every row of it in the end, as it is.
    for row in story.rows {
      #expect(!row.devices.isEmpty && !row.devices.values.contains(.missing), "\(row)")
      #expect(row.devices.values.allSatisfy { $0 == .same || $0 == .inSnapshot }, "\(row)")
    }
    let fine = TimelinePage(story, title: "", verdict: "").text
    #expect(!fine.contains(#"<td class="differs">"#))
    let device = try #require(story.rows[0].devices.keys.first)
    story.rows[0].devices[device] = .other("<something else>")
    story.rows[1].devices[device] = .missing
    let page = TimelinePage(story, title: "", verdict: "").text
    #expect(page.contains(#"<td class="differs">&lt;something else&gt;</td>"#))
    #expect(page.contains(#"<td class="differs">not there</td>"#))
    // What a server has lost that began anew is missed by nobody.
    story.rows[1].isLost = true
    let lost = TimelinePage(story, title: "", verdict: "").text
    #expect(!lost.contains("not there") && lost.contains("; lost when a server began anew</td>"))
  }

  @Test("says what was expected and what was found, in every form")
  func difference() throws {
    let plan = try SmallSeed.plan(seed: 3)
    let violation = Violation(
      .conservation, at: Instant(milliseconds: 0), scope: 0, what: "a balance is wrong",
      expected: "3 points", found: "4")
    #expect(violation.whole == "a balance is wrong; expected 3 points, found 4")
    #expect(Timeline.paragraph(of: violation, in: plan).contains(violation.whole))
    // What it is called, which is the same for all that are of one kind, has no amounts.
    #expect(Signature(violation).description == "P20: a balance is wrong")
  }
}
