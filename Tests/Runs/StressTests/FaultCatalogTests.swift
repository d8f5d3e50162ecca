import Base
import Environment
import JSONText
import Population
import Scenarios
import TestKit
import Testing

@testable import Stress

@Suite("The catalog of faults")
struct FaultCatalogTests {
  @Test("scenarios/swarm/default.jsonc is the catalog")
  func swarmFile() throws {
    let text = SwarmFile.text
    #expect(try CommittedFile.difference(of: text, from: "scenarios/swarm/default.jsonc") == nil)
    let swarm = try Swarm(reading: Array(text.utf8))
    #expect(swarm.mistakes.isEmpty)
    #expect(swarm.kinds.map(\.name) == FaultCatalog.kinds.map(\.name))
    #expect(swarm.kinds.map(\.weight) == FaultCatalog.kinds.map(\.weight))
    #expect(swarm.kinds.map(\.isAlways) == FaultCatalog.kinds.map(\.isAlways))
    #expect(
      swarm.kinds.map { $0.fields.map(\.path) }
        == FaultCatalog.kinds.map { $0.parameters.map(\.path) })
  }

  @Test("docs/faults.md is the catalog")
  func page() throws {
    #expect(try CommittedFile.difference(of: FaultsPage.text, from: "docs/faults.md") == nil)
  }

  @Test("names and keys are each given once, and parameters are those of scenarios")
  func unique() {
    let kinds = FaultCatalog.kinds
    #expect(Set(kinds.map(\.name)).count == kinds.count)
    let keys = kinds.flatMap { [$0.key] + $0.parameters.map(\.key) }
    #expect(Set(keys).count == keys.count)
    let paths = Set(Scenario.fields.map(\.path))
    #expect(kinds.flatMap(\.parameters).allSatisfy { paths.contains($0.path) })
  }

  @Test("renaming or adding a kind changes no other draw of a seed")
  func draws() throws {
    let swarm = try Swarm(reading: Array(SwarmFile.text.utf8))
    var digest = Digest128.zero
    var digestOfOthers = Digest128.zero
    for seed in 1...400 as ClosedRange<UInt64> {
      for kind in swarm.draw(seed).kinds {
        for setting in kind.settings {
          digest.fold(.of(text: setting))
          if kind.name != "separateTexts" { digestOfOthers.fold(.of(text: setting)) }
        }
      }
    }
    #expect(digest.description == "37435527c0f046f7d0cd097d71183ade")
    #expect(digestOfOthers.description == "1372343a73db9ebca30975e54e9350ee")
  }

  @Test("each occurrence belongs to a kind, and a kind without one is always present")
  func occurrences() {
    let shown = Set(FaultCatalog.kinds.flatMap(\.seenBy))
    #expect(FaultOccurrence.allCases.allSatisfy { shown.contains($0) })
    let unseen = FaultCatalog.kinds.filter { kind in
      let settings = kind.parameters.map { "\($0.path)=1" }
      return SwarmDraw.Kind(name: kind.name, settings: settings).occurrences == nil
    }
    #expect(
      unseen.map(\.name) == [
        "smallPages", "separateTexts", "manyDevices", "dateBoundaries", "extremeTimeZones",
      ])
  }

  @Test("zero switches off every fault with an amount, cause by cause")
  func amounts() throws {
    let amounts = FaultCatalog.kinds.flatMap(\.parameters).filter(\.isAmount).map(\.path)
    _ = try Scenario().setting(amounts.map { "\($0)=0" })
    var scenario = try Scenario().setting(
      amounts.map { "\($0)=0.5" }.filter { path in
        !path.hasSuffix("Max=0.5") && !path.contains("requestsPerMinuteMax")
      })
    scenario.network.requestsPerMinuteMax = 3
    for cause in FaultCause.allCases {
      #expect(!cause.parameters.isEmpty && cause.removingFaults(scenario) != scenario, "\(cause)")
      #expect(
        cause.removingFaults(cause.removingFaults(scenario)) == cause.removingFaults(scenario),
        "\(cause)")
    }
    #expect(FaultCause.all.parameters.count == 36)
  }
}
