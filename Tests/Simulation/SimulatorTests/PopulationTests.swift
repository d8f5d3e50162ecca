import Base
import Chronology
import Workload
import Metrics
import Population
import Scenarios
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("The population is exactly the requested one")
struct PopulationTests {
  @Test("with every number of people from one up")
  func exactCounts() {
    for people in Array(1...120) + [999, 1000, 1001, 12_345] {
      let simulation = Simulation(.small(people: people))
      var (next, nextHousehold) = (0, 0)
      for index in 0..<simulation.map.count {
        let community = simulation.map[index]
        #expect(Int(community.firstPerson) == next && community.personCount > 0)
        #expect(Int(community.firstHousehold) == nextHousehold && community.householdCount > 0)
        next += community.personCount
        nextHousehold += community.householdCount
      }
      #expect(next == people)
      #expect(nextHousehold == simulation.map.householdCount)
    }
  }

  @Test("also when its communities are created", arguments: [1, 2, 3, 7, 40, 61])
  func founded(people: Int) {
    let simulation = Simulation(.small(people: people))
    var indices: [UInt32] = []
    var households: Set<UInt32> = []
    for index in 0..<simulation.map.count {
      let community = simulation.founded(index)
      for person in 0..<community.personCount {
        indices.append(community.resident(person).number)
        households.insert(community.household(of: person))
      }
    }
    #expect(indices == (0..<UInt32(people)).map { $0 })
    #expect(households.count == simulation.map.householdCount)
  }

  @Test("a larger one begins with the smaller one's households")
  func prefix() {
    let small = Simulation(.small(people: 60))
    let large = Simulation(.small(people: 200))
    // The last community of the small one ends where it had enough people.
    let whole = small.map.count - 1
    #expect(whole >= 3)
    for index in 0..<whole {
      #expect(small.map[index] == large.map[index])
      #expect(SimulatedCommunity(index, of: small) == SimulatedCommunity(index, of: large))
    }
  }

  @Test("a longer run begins with the same days of the same people")
  func longer() {
    let short = Simulation(.small(days: 10) { $0.withoutFaults() })
    let long = Simulation(.small(days: 14) { $0.withoutFaults() })
    let people = zip(Community.seen(0, of: short), Community.seen(0, of: long))
    for (one, two) in people {
      for day in 0..<10 {
        #expect(one.records[day].sessions == two.records[day].sessions)
        #expect(one.records[day].truth.actions == two.records[day].truth.actions)
        #expect(one.records[day].truth.streakBest == two.records[day].truth.streakBest)
      }
    }
    #expect(people.contains { $0.0.records.contains { $0.truth.actions > 0 } })
  }

  @Test("a person who does not log has no device, and everybody else has at least one")
  func devices() {
    let simulation = Simulation(.small(people: 200))
    var without = 0
    for index in 0..<simulation.map.count {
      let community = simulation.founded(index)
      var owners: [Int: Int] = [:]
      for device in 0..<community.world.fleet.devices.count {
        owners[community.world.fleet.devices[device].owner, default: 0] += 1
      }
      for person in 0..<community.personCount {
        let (traits, devices) = (community.resident(person), owners[person, default: 0])
        #expect(devices == traits.deviceCount)
        #expect((devices > 0) == traits.usesApp)
        if devices == 0 { without += 1 }
      }
    }
    #expect(without > 10)
  }

  @Test("a family of the default scenario has four replicas or more, on average")
  func replicas() {
    let scenario = Scenario.small(people: 2000, days: 1) {
      $0.population.householdsPerCommunity = 8
    }
    let simulation = Simulation(scenario)
    var (replicas, households) = (0, 0)
    for index in 0..<simulation.map.count {
      let community = simulation.founded(index)
      households += community.householdCount
      for household in 0..<community.householdCount {
        replicas += community.replicaCount(ofHousehold: household)
      }
    }
    #expect(Double(replicas) / Double(households) >= 4, "\(replicas) in \(households)")
  }
}
