import Foundation
import Population
import Scenarios
import Testing

@testable import Stress

@Suite("The faults that a seed draws")
struct SwarmTests {
  private static let swarm = """
    {
      "budgets": [
        { "share": 0, "weight": 1 }, { "share": 0.5, "weight": 4 }, { "share": 1, "weight": 1 }
      ],
      "kinds": {
        "smallPages": { "always": true, "fields": { "sync.pageRowsMax": [1, 500] } },
        "messageLoss": { "fields": { "network.lossProbability": [0.02, 0.6] } },
        "duplicates": { "weight": 2, "fields": { "network.duplicateProbability": [0.0, 0.5] } },
        "policies": { "fields": { "sync.policy": { "any": ["fieldwise", "arrival-wins"] } } }
      }
    }
    """

  private func swarm(without name: String? = nil) throws -> Swarm {
    var swarm = try Swarm(reading: Array(Self.swarm.utf8))
    swarm.kinds.removeAll { $0.name == name }
    return swarm
  }

  @Test("the same seed draws the same, and other seeds draw other things")
  func sameSeed() throws {
    let swarm = try swarm()
    #expect(swarm.draw(7) == swarm.draw(7))
    #expect(Set((1...50).map { swarm.draw($0).settings }).count > 20)
  }

  @Test("removing a kind changes no draw of the others")
  func independence() throws {
    let (whole, part) = (try swarm(), try swarm(without: "messageLoss"))
    for seed in 1...200 as ClosedRange<UInt64> {
      let others = whole.draw(seed).kinds.filter { $0.name != "messageLoss" }
      #expect(part.draw(seed).kinds == others)
      #expect(whole.draw(seed, allowed: ["duplicates", "policies"]).kinds == others)
    }
  }

  @Test("there are seeds with nothing, with some and with everything")
  func budgets() throws {
    let swarm = try swarm()
    let counts = Set((1...300).map { swarm.draw($0).kinds.count })
    #expect(counts == [1, 2, 3, 4])
  }

  @Test("small limits are as likely as large ones, and none is out of bounds")
  func limits() throws {
    let swarm = try swarm()
    let limits = try (1...2_000 as ClosedRange<UInt64>).map { seed -> Int in
      let text = try #require(swarm.draw(seed, allowed: []).settings.first)
      return try #require(Int(text.dropFirst("sync.pageRowsMax=".count)))
    }
    #expect(limits.min() == 1)
    #expect(limits.allSatisfy { (1...500).contains($0) })
    let small = limits.count { $0 <= 22 }
    #expect((800...1_200).contains(small))
  }

  @Test("of two kinds that set one parameter, the later one's value holds")
  func held() {
    let kinds = [
      SwarmDraw.Kind(
        name: "rush", settings: ["sync.pageRowsMax=3", "network.lossProbability=0.1"]),
      SwarmDraw.Kind(name: "pages", settings: ["sync.pageRowsMax=9"]),
    ]
    let draw = SwarmDraw(seed: 1, share: 1, kinds: kinds)
    #expect(draw.effectiveKinds.map(\.name) == ["rush", "pages"])
    #expect(
      draw.effectiveKinds.map(\.settings) == [
        ["network.lossProbability=0.1"], ["sync.pageRowsMax=9"],
      ])
    #expect(draw.settings.count == 3)
  }

  @Test(
    "a parameter that no scenario accepts is reported with its place and what is allowed")
  func beyond() throws {
    #expect(try swarm().mistakes.isEmpty)
    let text = """
      {
        "budgets": [{ "share": 1, "weight": 1 }],
        "kinds": {
          "messageLoss": { "fields": {
            "network.losProbability": [0, 0.5],
            "network.responseLossProbability": [0, 1.5],
            "sync.policy": { "any": ["fieldwise", "whatever"] } } }
        }
      }
      """
    let mistakes = try Swarm(reading: Array(text.utf8)).mistakes.map(\.description)
    #expect(mistakes.count == 3, "\(mistakes)")
    #expect(
      mistakes.contains(
        "5:7: unknown parameter 'network.losProbability'. Did you mean 'network.lossProbability'?"))
    #expect(
      mistakes.contains(
        "6:7: 'network.responseLossProbability' must be a number from 0 to 1, not 1.5"))
    #expect(mistakes.contains { $0.hasPrefix("7:7: 'sync.policy' must be ") })
  }

  @Test(
    "an invalid swarm file is reported with its place and the reason",
    arguments: [
      ("[]", "1:1: the swarm is a list; allowed: an object"),
      ("{\"kinds\": {}}", "1:1: a swarm has 'budgets', a list, and 'kinds', an object"),
      (
        "{\"budgets\": [{\"share\": 2, \"weight\": 1}], \"kinds\": {}}",
        "1:24: 'share' is 2; allowed: a number from 0.0 to 1.0"
      ),
      (
        #"{"budgets": [{"share": 1, "weight": 1}], "kinds": {"a": {"fields": {"b": 3}}}}"#,
        "1:74: this is 3; allowed: two bounds such as [1, 20], or {\"any\": [1, 2]}"
      ),
    ])
  func mistakes(text: String, sentence: String) {
    #expect { try Swarm(reading: Array(text.utf8)) } throws: { "\($0)" == sentence }
  }
}
