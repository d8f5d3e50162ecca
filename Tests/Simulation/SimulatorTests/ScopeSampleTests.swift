import Base
import Plans
import Population
import Properties
import Scenarios
import SyncCore
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("Large runs check a sample of families and groups at each step")
struct ScopeSampleTests {
  /// What a community has of the sample, and what it checked.
  private struct Part: Equatable {
    var scopes: Int64
    var checked: Int64
    var digest: Digest128
    /// P5, P8 and P9 at steps, and what is checked at the end alone.
    var atSteps: UInt64
    var logsFolded: UInt64

    init(_ community: borrowing Community) {
      let counters = community.world.events.counters
      (scopes, checked) = (counters.scopes, counters.scopesCheckedAtEachStep)
      digest = community.digest
      func checks(_ property: Property) -> UInt64 {
        community.world.events.monitor.shared.tally.checks(of: property)
      }
      atSteps = checks(.monotonicReads) + checks(.causality)
      logsFolded = checks(.logFold)
    }
  }

  private func parts(
    people: Int = 300, days: Int = 2, seed: UInt64 = 1, checksEveryScope: Bool = false
  ) -> [Part] {
    let simulation = Simulation(
      .small(people: people, days: days, seed: seed), checksEveryScope: checksEveryScope)
    return (0..<simulation.map.count).map { Part(simulation.simulated($0)) }
  }

  @Test("up to 256 people all of them")
  func small() {
    let parts = parts(people: 256, days: 1)
    #expect(parts.allSatisfy { $0.scopes > 1 && $0.checked == $0.scopes })
    #expect(self.parts(people: 257, days: 1).contains { $0.checked < $0.scopes })
  }

  @Test("the same seed draws the same, whatever happens in the run, and another seed others")
  func same() {
    let (run, again) = (parts(), parts())
    #expect(run == again)
    #expect(parts(days: 1).map(\.checked) == run.map(\.checked))
    #expect(parts(days: 1, seed: 2).map(\.checked) != run.map(\.checked))
  }

  @Test("only those are checked at each step, and nothing else in the run changes")
  func onlyThose() {
    let (sample, all) = (parts(), parts(checksEveryScope: true))
    #expect(all.allSatisfy { $0.checked == $0.scopes })
    #expect(sample.map(\.digest) == all.map(\.digest))
    #expect(sample.map(\.logsFolded) == all.map(\.logsFolded))
    for part in sample where part.checked == 0 { #expect(part.atSteps == 0) }
    let atSteps = sample.reduce(0) { $0 + $1.atSteps }
    #expect(atSteps > 0 && atSteps < all.reduce(0) { $0 + $1.atSteps } / 3)
    let checked = sample.reduce(0) { $0 + $1.checked }
    let scopes = sample.reduce(0) { $0 + $1.scopes }
    #expect(checked > 2 && checked < scopes / 3)
  }

  @Test("a plan has the sample of its run, and is replayed with all checks")
  func plans() throws {
    let simulation = Simulation(.small(people: 300, days: 1))
    let plan = try Plan.read(simulation.planText(.steps))
    let (sampled, whole) = (PlannedRun(plan, checksEveryScope: false), PlannedRun(plan))
    for index in 0..<simulation.map.count {
      let run = Part(simulation.simulated(index))
      #expect(Part(sampled.simulated(index)) == run)
      let replayed = Part(whole.simulated(index))
      #expect(replayed.checked == run.scopes && replayed.digest == run.digest)
    }
  }

  @Test(
    "few people leave a handful, and many one in 64; folded logs are among them",
    arguments: [257, 300, 1_000, 2_048, 20_000])
  func sizes(people: Int) {
    let size = ScopeSample.Size(people: people, checksEveryScope: false)
    #expect(ScopeSample.Size(people: people, checksEveryScope: true).stepsOf64 == 64)
    // As many families as there are, and a group for eight of them.
    let families = UInt32(people / 4)
    var (counts, scopes): ([Int], Int) = ([], 0)
    for seed in 1...200 as ClosedRange<UInt64> {
      let sample = ScopeSample(size, Randomness(seed: seed))
      var count = 0
      scopes = 0
      for (isGroup, step) in [(false, 1), (true, 8)] as [(Bool, UInt32)] {
        for number in stride(from: 0, to: families, by: Int(step)) {
          scopes += 1
          if sample.checksSteps(ofHousehold: number, isGroup: isGroup) {
            count += 1
          } else {
            #expect(!sample.folds(ofHousehold: number, isGroup: isGroup))
          }
        }
      }
      counts.append(count)
    }
    let mean = Double(counts.reduce(0, +)) / Double(counts.count)
    let share = Double(size.stepsOf64) / 64 * Double(scopes)
    #expect((mean / share - 1).magnitude < 0.1, "\(mean) of \(share)")
    #expect(mean > 8 && counts.count { $0 < 3 } < 5, "\(counts)")
    if people >= 2_048 { #expect(size.stepsOf64 == 1) }
  }
}
