import Chronology
import DomainCore
import Metrics
import Testing

@testable import Population
@testable import Scenarios

@Suite("The population and when it joins")
struct ArrivalTests {
  private static func scenario(_ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    var scenario = Scenario()
    scenario.people = 2_000
    scenario.lifecycle.enabled = true
    scenario.rhythm.enabled = true
    change(&scenario)
    return scenario
  }

  /// All people of a scenario, household by household.
  private static func people(_ scenario: Scenario) -> [[Person]] {
    let households = Households(scenario)
    let map = CommunityMap(scenario, households: households)
    var people: [[Person]] = []
    var first: UInt32 = 0
    for number in 0..<UInt32(map.householdCount) {
      let size = map.size(of: number, firstPerson: first, households: households)
      people.append(
        (0..<size.people).map {
          households.person(first + UInt32($0), place: $0, of: number)
        })
      first += UInt32(size.people)
    }
    return people
  }

  @Test("has as many people as requested, with grandparents and coaches in households of their own")
  func counts() {
    let homes = Self.people(
      Self.scenario {
        $0.population.observersPerHousehold = [
          WeightedCount(0, weight: 0.5), WeightedCount(2, weight: 0.5),
        ]
        $0.population.coachFraction = 0.3
      })
    #expect(homes.joined().count == 2_000)
    #expect(homes.joined().map(\.index) == Array(0..<2_000))
    let (observers, coaches) = (
      homes.joined().filter { $0.role == .observer }, homes.joined().filter { $0.role == .coach }
    )
    let withChildren = homes.filter { $0.contains { $0.role == .child } }
    let coached = Double(coaches.count) / Double(withChildren.count)
    #expect(abs(coached - 0.3) < 0.05)
    #expect(abs(Double(observers.count) / Double(withChildren.count) - 1) < 0.15)
    #expect(observers.allSatisfy { $0.traits.persona == .grandparent && $0.logsForItself })
    #expect(coaches.allSatisfy { $0.traits.persona == .coach })
    for home in homes {
      #expect(home.map(\.role.rawValue) == home.map(\.role.rawValue).sorted())
      #expect(home.first?.role == .parent)
    }
    let day = Scenario().firstDay
    #expect(observers.allSatisfy { (45...95).contains($0.born.age(on: day)) })
  }

  @Test("students share homes; teams are a manager, a coach and athletes who train together")
  func homes() {
    let scenario = Self.scenario {
      $0.population.studentHomeFraction = 0.2
      $0.population.teamFraction = 0.1
      $0.activities.sportFraction = 0.1
      $0.personas.students = ["plain", "streakBuilder"].map { WeightedName($0, weight: 1) }
    }
    let (all, behavior, day) = (Households(scenario), Behavior(scenario), scenario.firstDay)
    let homes = Self.people(scenario)
    #expect(homes.joined().map(\.index) == Array(0..<2_000))
    var counts = [HouseholdKind: Double]()
    for (number, people) in homes.dropLast().enumerated() {
      let kind = all.kind(of: UInt32(number))
      counts[kind, default: 0] += 1
      let ages = people.map { $0.born.age(on: day) }
      switch kind {
      case .family:
        #expect(people.allSatisfy { $0.team == nil })
      case .students:
        #expect((1...4).contains(people.count) && people.allSatisfy { $0.role == .parent })
        #expect(ages.allSatisfy { (17...26).contains($0) })
        #expect(people.allSatisfy { [.plain, .streakBuilder].contains($0.traits.persona) })
      case .team:
        let athletes = people.filter { $0.role == .athlete }
        #expect(people.map(\.role) == [.parent, .coach] + athletes.map(\.role))
        #expect(people[0].traits.persona == .plain)
        #expect([8, 12, 16, 24].contains(athletes.count))
        #expect(athletes.allSatisfy { $0.team == UInt32(number) && $0.logsForItself })
        #expect(athletes.allSatisfy { $0.traits.persona == .studentAthlete })
        #expect(Set(athletes.map { behavior.practice($0) }).count == 1)
        #expect(athletes.allSatisfy { behavior.practice($0) != nil && $0.traits.playsSport })
        #expect(zip(ages.dropFirst(2), athletes).allSatisfy { age, _ in (17...26).contains(age) })
      }
    }
    let total = Double(homes.count - 1)
    #expect(abs(counts[.team, default: 0] / total - 0.1) < 0.04)
    #expect(abs(counts[.students, default: 0] / total - 0.18) < 0.05)
  }

  @Test("a home shares traits, illness and weeks away; a team shares none of these")
  func apart() throws {
    func alike(_ teamFraction: Double) throws -> (spread: Double, shocks: Set<Double>) {
      let scenario = Self.scenario {
        $0.population.teamFraction = teamFraction
        $0.population.studentHomeFraction = 1 - teamFraction
        $0.population.studentsPerHome = [WeightedCount(6, weight: 1)]
        $0.homes.traitHouseholdVarianceFraction = 0.9
        $0.homes.openLogitDayDeviation = 1
      }
      var within = 0.0
      for people in Self.people(scenario).dropLast() {
        let own = people.filter { $0.role == .athlete || teamFraction == 0 }.map(\.motivation)
        let mean = own.reduce(0, +) / Double(own.count)
        within += own.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(own.count - 1)
      }
      let course = try #require(LifecycleModel(scenario))
      var (home, shocks) = (HouseholdState(), Set<Double>())
      for day in 0..<10 {
        course.begin(scenario.firstDay.adding(days: day), of: 0, &home)
        shocks.insert(home.openLogit)
      }
      return (within / Double(Self.people(scenario).count - 1), shocks)
    }
    let (home, team) = (try alike(0), try alike(1))
    #expect(home.spread < team.spread / 4)
    #expect(home.shocks.count == 10 && team.shocks == [0])
  }

  @Test("a team's trainings are canceled for all of it")
  func calledOff() {
    let scenario = Self.scenario {
      $0.population.teamFraction = 1
      $0.activities.occurrenceChangeProbability = 0.5
    }
    let behavior = Behavior(scenario)
    let team = Self.people(scenario)[0].filter { $0.team != nil }
    let days = (0..<40).map { scenario.firstDay.adding(days: $0) }
    for day in days { #expect(Set(team.map { behavior.change($0, on: day) }).count == 1) }
    #expect(Set(days.map { behavior.change(team[0], on: $0) }).count == 3)
  }

  @Test("a larger population is the smaller one with more people, with the same friends and days")
  func renumbering() {
    let change: (inout Scenario) -> Void = {
      $0.population.observersPerHousehold = [WeightedCount(1, weight: 1)]
      $0.population.coachFraction = 0.5
      $0.population.studentHomeFraction = 0.2
      $0.population.teamFraction = 0.1
      $0.population.laterJoinerFraction = 0.5
      $0.population.friendInvitedFraction = 0.5
    }
    let (small, large) = (
      Self.scenario(change),
      Self.scenario {
        change(&$0)
        $0.people = 3_000
      }
    )
    let (few, many) = (Self.people(small), Self.people(large))
    // The last of the few is cut: its remaining people are as in the whole home.
    for (one, other) in zip(few, many) {
      let whole = other.prefix(one.count)
      #expect(one.map(\.born) == whole.map(\.born) && one.map(\.role) == whole.map(\.role))
      #expect(one.map(\.joinsAfter) == whole.map(\.joinsAfter))
    }
    let (households, more) = (Households(small), Households(large))
    for number in 0..<UInt32(few.count) {
      #expect(households.joinDay(of: number) == more.joinDay(of: number))
      #expect(households.friends.friend(of: number) == more.friends.friend(of: number))
    }
  }

  @Test("sign-ups follow their curve: even, or growing by the requested factor")
  func curve() {
    func halves(_ growth: Double) -> Double {
      let scenario = Self.scenario {
        $0.population.joinDaysSpread = 60
        $0.population.signUpGrowth = growth
      }
      let households = Households(scenario)
      let days = (0..<20_000).map { households.joinDay(of: $0) }
      #expect(days.allSatisfy { (0..<60).contains($0) })
      return Double(days.filter { $0 >= 30 }.count) / Double(days.filter { $0 < 30 }.count)
    }
    #expect(abs(halves(1) - 1) < 0.05)
    // The density grows like a power: the second half has the square root of nine times as many.
    #expect(abs(halves(9) - 3) < 0.15)
    #expect(abs(halves(1.0 / 9) - 1.0 / 3) < 0.02)
  }

  @Test(
    "friends bring each other's joining forward, to within a week of their own, and never delay it")
  func invitations() {
    let change: (inout Scenario) -> Void = { $0.population.joinDaysSpread = 60 }
    let plain = Households(Self.scenario(change))
    let invited = Households(
      Self.scenario {
        change(&$0)
        $0.population.friendInvitedFraction = 0.6
      })
    var earlier = 0
    for number in 0..<UInt32(4_000) {
      let (own, day) = (plain.joinDay(of: number), invited.joinDay(of: number))
      #expect(day <= own)
      guard day < own else { continue }
      earlier += 1
      guard let friend = invited.friends.friend(of: number) else {
        Issue.record("no one is brought forward by no one")
        return
      }
      #expect((1...7).contains(day - invited.joinDay(of: friend)))
      #expect(friend / 8 == number / 8 && friend < number)
    }
    #expect(earlier > 800)
  }

  @Test("devices have platforms as often as the scenario says")
  func platforms() {
    let marks = UserAttributes(Self.scenario())
    let names = (0..<20_000).map { marks.platform(of: $0) }
    for (name, share) in [(Platform.ios, 0.4), (.android, 0.45), (.web, 0.15)] {
      #expect(abs(Double(names.filter { $0 == name }.count) / 20_000 - share) < 0.015)
    }
  }
}
