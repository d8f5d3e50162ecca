import Base
import Population
import Scenarios
import Properties
import SyncCore
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("P3: at the end logs are folded again")
struct LogFoldTests {
  /// The checked scopes of a run, by community, and the number of scopes.
  private static func folded(
    people: Int, seed: UInt64, days: Int = 2
  ) -> (folded: [UInt64], scopes: Int) {
    let simulation = Simulation(.small(people: people, days: days, seed: seed))
    var scopes = 0
    let folded = (0..<simulation.map.count).map { index in
      let community = simulation.simulated(index)
      scopes += community.world.backend.server.scopes.count
      return community.world.events.monitor.shared.tally.checks(of: .logFold)
    }
    return (folded, scopes)
  }

  @Test("all of them in a small run")
  func smallRun() {
    let run = Self.folded(people: 60, seed: 1)
    #expect(run.folded.reduce(0, +) == UInt64(run.scopes))
  }

  @Test("a sample in a large run, which depends on the seed alone")
  func largeRun() {
    let run = Self.folded(people: 1_200, seed: 1)
    let count = Int(run.folded.reduce(0, +))
    #expect(count > run.scopes / 192 && count < run.scopes / 24)
    #expect(Self.folded(people: 1_200, seed: 1, days: 1).folded == run.folded)
    #expect(Self.folded(people: 1_200, seed: 2, days: 1).folded != run.folded)
  }

  @Test("P7, P9: and checks the operations of some scopes")
  func sampled() {
    // P7 counts results, which not every check of the rare kinds has.
    for (people, responses, shares) in [
      (60, 0.5...8.0, 0.99...8.0), (300, 0.01...1.0, 0.02...0.4),
    ] {
      let simulation = Simulation(.small(people: people, days: 6, seed: 3))
      var (operations, shown, drafted) = (0.0, 0.0, 0.0)
      for index in 0..<simulation.map.count {
        let simulated = simulation.simulated(index)
        operations += Double(simulated.world.events.counters.operations)
        shown += Double(simulated.world.events.monitor.shared.tally.checks(of: .readYourWrites))
        drafted += Double(simulated.world.events.monitor.shared.tally.checks(of: .causality))
      }
      #expect(responses.contains(shown / operations), "\(shown / operations)")
      #expect(shares.contains(drafted / operations), "\(drafted / operations)")
    }
  }
}
