import Chronology
import DomainCore
import JSONText
import Population
import Properties
import Simulator
import Testing
import World

@testable import Stress

@Suite("A seed that is lived")
struct SeedTests {
  @Test("is lived in the same way each time, and is the run that its plan is")
  func sameAgain() throws {
    let scenario = try SmallSeed.scenario(seed: 5)
    let outcome = SeedLife.lived(scenario)
    #expect(SeedLife.lived(scenario) == outcome)
    #expect(outcome.violations.isEmpty)
    let simulation = Simulation(scenario)
    let plan = try SmallSeed.plan(seed: 5)
    for index in 0..<simulation.map.count {
      let (lived, planned) = (
        simulation.lived(index).digest, PlannedRun(plan).lived(index).digest
      )
      #expect(lived == planned)
    }
  }

  @Test("changes nothing by being watched")
  func watching() throws {
    let simulation = Simulation(try SmallSeed.scenario(seed: 6))
    let digests = [Recording.nothing, .situations, .trace, .stepsAndFates].map {
      simulation.lived(0, recording: $0).digest
    }
    #expect(Set(digests).count == 1)
  }

  @Test("tells of itself in a line that says the same when it is read")
  func json() throws {
    var outcome = SeedLife.lived(try SmallSeed.scenario(seed: 7))
    outcome.violations = [
      Violation(
        .convergence, at: Instant(milliseconds: 1_770_000_000_000),
        scope: 2, site: 1, sequence: 9, what: "two copies differ", expected: "3", found: "4")
    ]
    let line = JSONWriter(.compact).text(outcome.json)
    #expect(!line.contains("\n"))
    #expect(SeedOutcome(try JSONReader().read(line)) == outcome)
  }

  @Test("says which situations its operations met")
  func situations() throws {
    let met = SeedLife.lived(try SmallSeed.scenario(seed: 8)).situations
    #expect(met.contains(Situation(.completionSet, .offline)))
    #expect(met.contains(Situation(.completionSet, .atRest)))
    #expect(met.contains { $0.state == .behind })
    var coverage = Coverage(kinds: ["loss", "doubles"])
    var outcome = SeedOutcome(seed: 1)
    outcome.situations = [Situation(.completionSet, .offline)]
    outcome.strikes = [.requestLost: 1]
    let kinds = ["loss": "network.lossShare=0.1", "doubles": "network.duplicateShare=0.1"]
      .map { SwarmDraw.Kind(name: $0.key, settings: [$0.value]) }
    for _ in 0..<20 { coverage.add(outcome, drawn: kinds) }
    #expect(coverage.seeds("loss", .completionSet, .offline) == 20)
    // What was drawn and never struck is no cover, and is told.
    #expect(coverage.drawn["doubles"] == 20 && coverage.neverStruck == ["doubles"])
    #expect(coverage.notReached("loss").map(\.kinds.count).max() == FactKind.allCases.count)
    #expect(coverage.seeds("doubles", .completionSet, .offline) == 0)
    #expect(coverage.reached == 1)
    #expect(coverage.operationKinds("loss", .offline) == 1)
    #expect(coverage.neverSaid.count == FactKind.allCases.count - 1)
  }
}
