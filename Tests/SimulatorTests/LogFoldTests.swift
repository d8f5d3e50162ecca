import Base
import Population
import Properties
import SyncCore
import Testing

@testable import Simulator
@testable import World

@Suite("P3: at the end logs are folded once more")
struct LogFoldTests {
  /// Which scopes of a run were looked at, by community, and how many scopes there are.
  private static func folded(
    people: Int, seed: UInt64, days: Int = 2
  ) -> (folded: [UInt64], scopes: Int) {
    let simulation = Simulation(.small(people: people, days: days, seed: seed))
    var scopes = 0
    let folded = (0..<simulation.map.count).map { index in
      let community = simulation.lived(index)
      scopes += community.world.server.scopes.count
      return community.world.watch.tally.checks(of: .logFold)
    }
    return (folded, scopes)
  }

  @Test("each of them in a small run")
  func smallRun() {
    let run = Self.folded(people: 60, seed: 1)
    #expect(run.folded.reduce(0, +) == UInt64(run.scopes))
  }

  @Test("in a large run those that the seed chooses, whatever happens in it")
  func largeRun() {
    let run = Self.folded(people: 300, seed: 1)
    let count = Int(run.folded.reduce(0, +))
    #expect(count > run.scopes / 24 && count < run.scopes / 3)
    #expect(Self.folded(people: 300, seed: 1, days: 1).folded == run.folded)
    #expect(Self.folded(people: 300, seed: 2, days: 1).folded != run.folded)
  }
}
