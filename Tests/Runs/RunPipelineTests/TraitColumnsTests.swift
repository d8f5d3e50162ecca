import Base
import Chronology
import Population
import Scenarios
import Simulator
import Testing

@testable import RunPipeline

@Suite("Trait columns")
struct TraitColumnsTests {
  private static let scenario = SmallRun.scenario(people: 300, days: 6) {
    $0.lifecycle.enabled = true
    $0.levels.enabled = true
    $0.rhythm.schools = 3
    $0.population.householdsPerCommunity = 5
    $0.population.teamFraction = 0.05
    $0.activities.sportFraction = 0.6
    $0.network.connectionQualitySigma = 0.5
    $0.population.sharedTabletFraction = 0.5
    $0.metrics.recordSessions = true
  }
  private static let published = Result { try PublishedRun(scenario) }

  private let run: PublishedRun

  init() throws {
    run = try Self.published.get()
  }

  @Test("the columns of a person match the traits drawn from the seed")
  func traits() throws {
    let (people, truth) = (try run.table("people"), try run.table("truth"))
    let (all, behavior) = (Households(Self.scenario), Behavior(Self.scenario))
    let homes = people.integers("household")
    let persons = homes.indices.map { index in
      let place = index - homes.firstIndex(of: homes[index])!
      return all.person(UInt32(index), place: place, of: UInt32(homes[index]))
    }
    #expect(persons.map { Int64($0.born.number) } == people.integers("born"))
    #expect(persons.map(\.traits.thirst) == truth.fractions("thirst_factor"))
    #expect(
      persons.map { $0.isYoung ? Int64($0.traits.school) : nil } == truth.optionals("school"))
    #expect(
      persons.map { $0.isYoung && behavior.practice($0) != nil } == truth.flags("plays_sport"))
    #expect(Set(truth.optionals("school")) == [nil, 0, 1, 2])
    #expect(Set(truth.flags("plays_sport")) == [true, false])
  }

  @Test("friendships of households are mutual and within a community")
  func friends() throws {
    let homes = try run.table("households")
    let (numbers, friends) = (homes.integers("household"), homes.optionals("friend_household"))
    var counts = [Int64](repeating: 0, count: numbers.count)
    for (home, friend) in zip(numbers, friends) {
      #expect((friend == nil) == (home % 5 == 0))
      guard let friend else { continue }
      #expect(friend < home && friend / 5 == home / 5)
      counts[Int(home)] += 1
      counts[Int(friend)] += 1
    }
    #expect(homes.integers("friend_count") == counts)
  }

  @Test("devices have a platform and a connection quality")
  func devices() throws {
    let (people, devices) = (try run.table("people"), try run.table("devices"))
    for (owner, platform) in zip(devices.integers("person"), devices.texts("platform")) {
      #expect(people.texts("platform")[Int(owner)] == platform)
    }
    let factors = devices.fractions("offline_factor")
    let mean = factors.reduce(0, +) / Double(factors.count)
    #expect(abs(mean - 1) < 0.1 && factors.allSatisfy { $0 > 0 })
    #expect(Set(factors).count == factors.count)
  }

  @Test("family members sign in on a shared tablet for a quarter of their sessions")
  func tablets() throws {
    let (devices, sessions) = (try run.table("devices"), try run.table("sessions"))
    let people = try run.table("people")
    var tablets: [Int64: Int64] = [:]
    for (row, isShared) in devices.flags("shared").enumerated() where isShared {
      #expect(devices.integers("number")[row] == 1)
      #expect(tablets[devices.integers("household")[row]] == nil)
      tablets[devices.integers("household")[row]] = devices.integers("device")[row]
    }
    var (own, borrowed) = (0.0, 0.0)
    for (person, device) in zip(sessions.integers("person"), sessions.integers("device")) {
      let tablet = tablets[people.integers("household")[Int(person)]]
      if device / 16 != person {
        #expect(device == tablet)
        borrowed += 1
      } else if let tablet, tablet / 16 != person {
        own += 1
      }
    }
    #expect(tablets.count > 10 && abs(borrowed / (borrowed + own) - 0.25) < 0.06)
  }
}
