import Base
import Chronology
import Life
import Population
import Testing
import World

@testable import Simulator

@Suite("An intervention")
struct InterventionTests {
  private static func scenario(
    days: Int = 24, _ change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    Scenario.small(people: 120, days: days) {
      $0.lifecycle.isLived = true
      // Groups would carry what is done for one household to others.
      $0.activities.groupShare = 0
      change(&$0)
    }
  }

  private static func treated(
    _ treatment: Treatment, share: Double = 1, from day: Int = 0
  ) -> Scenario {
    scenario {
      $0.interventions.treatment = treatment
      $0.interventions.treatedShare = share
      $0.interventions.startDay = day
    }
  }

  /// The days of everybody, by their households.
  private static func days(_ scenario: Scenario) -> [UInt32: [[PersonDayRecord]]] {
    let simulation = Simulation(scenario)
    var days: [UInt32: [[PersonDayRecord]]] = [:]
    for index in 0..<simulation.map.count {
      let community = simulation.lived(index)
      for person in 0..<community.personCount {
        days[community.household(of: person), default: []].append(
          (0..<community.days).map { community.record(person, day: $0) })
      }
    }
    return days
  }

  @Test("that is for nobody, or does nothing, changes no byte")
  func nothing() throws {
    let plain = try LivedRun(Self.scenario())
    #expect(try LivedRun(Self.treated(.prompts, share: 0)) == plain)
    #expect(try LivedRun(Self.treated(.none)) == plain)
    let idle = Self.treated(.prompts)
    var without = idle
    without.interventions.promptsPerWeek = 0
    #expect(try LivedRun(without) == plain)
    #expect(try LivedRun(idle) != plain)
  }

  @Test(
    "changes nothing before its first day",
    arguments: [Treatment.prompts, .streakRepair, .rewards])
  func before(treatment: Treatment) throws {
    let (plain, treated) = (
      Self.days(Self.scenario()), Self.days(Self.treated(treatment, from: 12))
    )
    var differs = false
    for (household, people) in plain.sorted(by: { $0.key < $1.key }) {
      for (one, two) in zip(people, try #require(treated[household])) {
        for day in 0..<12 {
          #expect(one[day].sessions == two[day].sessions)
          #expect(one[day].truth.actions == two[day].truth.actions)
        }
        differs = differs || (12..<24).contains { one[$0] != two[$0] }
      }
    }
    #expect(differs)
  }

  @Test("leaves the households alone that it is not for")
  func untouched() throws {
    let scenario = Self.treated(.prompts, share: 0.4)
    let interventions = Interventions(scenario)
    let (plain, treated) = (Self.days(Self.scenario()), Self.days(scenario))
    var (touched, changed, spared) = (0, 0, 0)
    for (household, people) in plain.sorted(by: { $0.key < $1.key }) {
      guard interventions.isTreated(household) else {
        spared += 1
        #expect(people == treated[household])
        continue
      }
      touched += 1
      if people != treated[household] { changed += 1 }
    }
    #expect(touched > 5 && spared > 10 && changed > 0)
  }

  @Test("leaves whoever can share no group with a household it is for alone while there are groups")
  func neighbours() throws {
    func lived(_ share: Double) -> Scenario {
      Scenario.small(people: 300, days: 24) {
        $0.lifecycle.isLived = true
        // Two groups a community.
        $0.population.householdsPerCommunity = 16
        $0.activities.groupShare = 0.9
        $0.reactions.groupTrainingLift = 0.5
        $0.reactions.groupBalanceShare = 0.5
        $0.reactions.groupLateLift = 0.5
        $0.reactions.openLogitGroup = 0.5
        $0.interventions.treatment = .prompts
        $0.interventions.promptsPerWeek = 5
        $0.interventions.treatedShare = share
      }
    }
    let scenario = lived(0.06)
    let interventions = Interventions(scenario)
    let (plain, treated) = (Self.days(lived(0)), Self.days(scenario))
    var (apart, changed) = (0, 0)
    let simulation = Simulation(scenario)
    for index in 0..<simulation.map.count {
      let community = simulation.lived(index)
      for group in 0..<community.world.groupCount {
        let homes = community.world.households(ofGroup: group).map {
          community.world.households[$0].number
        }
        let isReached = homes.contains(where: interventions.isTreated)
        let isGroup = community.world.memberships(ofGroup: group).count > 1
        for home in homes {
          if !isReached {
            #expect(plain[home] == treated[home])
            if isGroup { apart += 1 }
          } else if plain[home] != treated[home] {
            changed += 1
          }
        }
      }
    }
    #expect(apart > 5 && changed > 0, "\(apart) apart and \(changed) changed")
  }

  /// Workouts of who has been in a group for a week.
  private static func workouts(
    lift: Double, ofBalance share: Double = 0
  ) -> Int {
    let simulation = Simulation(
      Scenario.small(people: 400, days: 40) {
        $0.lifecycle.isLived = true
        $0.lifecycle.lapseHazardFirst = 0
        $0.lifecycle.lapseHazardDaily = 0
        $0.population.householdsPerCommunity = 8
        $0.activities.groupShare = 0.9
        $0.reactions.groupTrainingLift = lift
        $0.reactions.groupBalanceShare = share
      })
    var count = 0
    for index in 0..<simulation.map.count {
      let community = simulation.lived(index)
      let joined = community.world.groupDays()
      for person in 0..<community.personCount {
        guard let day = joined[person] else { continue }
        for later in min(40, Int(day) + 7)..<40 {
          count += Int(community.record(person, day: later).truth.workouts)
        }
      }
    }
    return count
  }

  @Test("a group's lift is found again in what its members do: 23 % more workouts")
  func groups() throws {
    let (plain, lifted) = (Self.workouts(lift: 0), Self.workouts(lift: 0.23))
    #expect(plain > 300)
    #expect((1.16...1.3).contains(Double(lifted) / Double(plain)))
  }

  @Test("what hangs on a group's balance, groups have a part of: they are not all alike")
  func balance() throws {
    let (plain, lifted) = (Self.workouts(lift: 0), Self.workouts(lift: 1))
    let balanced = Self.workouts(lift: 1, ofBalance: 1)
    let part = Double(balanced - plain) / Double(lifted - plain)
    #expect((0.15...0.9).contains(part), "\(part) of the lift")
  }

  @Test("late in the week a rank within reach has members train more, and on no other day")
  func ranks() throws {
    /// Workouts of who is in a group, from Monday to Thursday and from Friday on.
    func workouts(_ lift: Double) -> (early: Int, late: Int) {
      let scenario = Scenario.small(people: 400, days: 40) {
        $0.lifecycle.isLived = true
        $0.lifecycle.lapseHazardFirst = 0
        $0.lifecycle.lapseHazardDaily = 0
        $0.population.householdsPerCommunity = 8
        $0.activities.groupShare = 0.9
        $0.reactions.groupLateLift = lift
      }
      let simulation = Simulation(scenario)
      var (early, late) = (0, 0)
      for index in 0..<simulation.map.count {
        let community = simulation.lived(index)
        let joined = community.world.groupDays()
        for person in 0..<community.personCount {
          guard let day = joined[person] else { continue }
          for later in min(40, Int(day) + 7)..<40 {
            let workouts = Int(community.record(person, day: later).truth.workouts)
            let isLate = scenario.firstDay.adding(days: later).weekday >= 5
            if isLate { late += workouts } else { early += workouts }
          }
        }
      }
      return (early, late)
    }
    let (plain, lifted) = (workouts(0), workouts(1))
    #expect(plain.late > 100)
    #expect(Double(lifted.late) / Double(plain.late) > 1.2)
    #expect(abs(Double(lifted.early) / Double(plain.early) - 1) < 0.04)
  }

  @Test("reminders are found again in what people do: 14 % more on days with one, fading")
  func prompts() throws {
    func states(_ treatment: Treatment) -> [UInt64: StateRecord] {
      var scenario = Scenario.small(people: 500, days: 45) {
        $0.lifecycle.isLived = true
        $0.lifecycle.lapseHazardFirst = 0
        $0.lifecycle.lapseHazardDaily = 0
        $0.activities.groupShare = 0
        $0.population.joinDaysSpread = 0
        $0.metrics.recordStates = true
        $0.interventions.promptsPerWeek = 3.5
      }
      scenario.interventions.treatment = treatment
      let simulation = Simulation(scenario)
      var states: [UInt64: StateRecord] = [:]
      for index in 0..<simulation.map.count {
        let community = simulation.lived(index)
        for place in 0..<community.states.count {
          let state = community.states[place]
          let number = community.world.people[Int(state.person)].number
          states[UInt64(number) << 16 | UInt64(state.day)] = state
        }
      }
      return states
    }
    let (plain, reminded) = (states(.none), states(.prompts))
    func gain(_ days: Range<Int32>) -> Double {
      var (with, without) = (0.0, 0.0)
      for (key, state) in reminded where state.prompt != .none && days.contains(state.day) {
        guard let twin = plain[key] else { continue }
        with += state.opening
        without += twin.opening
      }
      return with / without - 1
    }
    #expect(plain.values.allSatisfy { $0.prompt == .none })
    #expect(abs(gain(1..<43) - 0.14) < 0.035)
    #expect(gain(29..<43) < gain(1..<15))
  }

  @Test("an app that ends in people's hands costs people, and one that begins anew does")
  func crashes() throws {
    func active(_ trouble: (inout Scenario) -> Void, moves: Bool) throws -> Double {
      let scenario = Self.scenario {
        $0.withoutFaults()
        trouble(&$0)
        if moves {
          $0.reactions.openLogitTrouble = -2
          $0.reactions.lapseFactorTrouble = 4
        }
      }
      return Double(try LivedRun(scenario).records.filter(\.truth.isActive).count)
    }
    let troubles: [(inout Scenario) -> Void] = [
      { $0.installs.crashShare = 0.5 }, { $0.installs.reinstallsPerDeviceYear = 30 },
    ]
    let calm = (try active({ _ in }, moves: false), try active({ _ in }, moves: true))
    for trouble in troubles {
      // What is lost of taps is so for everybody, whether they mind or not.
      let unmoved = try active(trouble, moves: false) / calm.0
      let moved = try active(trouble, moves: true) / calm.1
      #expect(moved < unmoved - 0.05, "\(moved) and \(unmoved)")
    }
  }

  @Test("sync trouble costs people: the same ones stay less on a network that fails them")
  func trouble() throws {
    func active(_ harsh: Bool, moves: Bool) throws -> Int {
      let scenario = Self.scenario {
        if harsh { $0.withHarshNetwork() } else { $0.withoutFaults() }
        if moves {
          $0.reactions.openLogitTrouble = -2
          $0.reactions.lapseFactorTrouble = 4
        }
      }
      return try LivedRun(scenario).records.filter(\.truth.isActive).count
    }
    let unmoved = (try active(false, moves: false), try active(true, moves: false))
    let moved = (try active(false, moves: true), try active(true, moves: true))
    // A device that has no network still takes what is said, so whom nothing moves stays as often.
    #expect(abs(unmoved.0 - unmoved.1) < unmoved.0 / 50)
    #expect(moved.1 < moved.0 * 9 / 10)
  }
}
