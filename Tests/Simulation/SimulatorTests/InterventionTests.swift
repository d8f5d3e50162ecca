import Base
import Chronology
import Workload
import Population
import Scenarios
import Testing
import SimulatedWorld

@testable import Simulator

@Suite("An intervention")
struct InterventionTests {
  private static func scenario(
    days: Int = 24, _ change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    Scenario.small(people: 120, days: days) {
      $0.lifecycle.enabled = true
      // Groups would carry a treatment of one household over to others.
      $0.activities.groupMemberFraction = 0
      change(&$0)
    }
  }

  private static func treated(
    _ treatment: Treatment, share: Double = 1, from day: Int = 0
  ) -> Scenario {
    scenario {
      $0.interventions.treatment = treatment
      $0.interventions.treatedFraction = share
      $0.interventions.startDay = day
    }
  }

  /// The days of all people, by their households.
  private static func days(_ scenario: Scenario) -> [UInt32: [[PersonDayRecord]]] {
    let simulation = Simulation(scenario)
    var days: [UInt32: [[PersonDayRecord]]] = [:]
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      for person in 0..<community.personCount {
        days[community.household(of: person), default: []].append(
          (0..<community.days).map { community.record(person, day: $0) })
      }
    }
    return days
  }

  /// The days of people without a treatment.
  private static let plainDays = days(scenario())

  @Test("that is for no one, or does nothing, changes no byte")
  func nothing() throws {
    let plain = try SimulatedRun(Self.scenario())
    #expect(try SimulatedRun(Self.treated(.prompts, share: 0)) == plain)
    #expect(try SimulatedRun(Self.treated(.none)) == plain)
    let idle = Self.treated(.prompts)
    var without = idle
    without.interventions.promptsPerWeek = 0
    #expect(try SimulatedRun(without) == plain)
    #expect(try SimulatedRun(idle) != plain)
  }

  @Test(
    "changes nothing before its first day",
    arguments: [Treatment.prompts, .streakRepair, .rewards])
  func before(treatment: Treatment) throws {
    let (plain, treated) = (
      Self.plainDays, Self.days(Self.treated(treatment, from: 12))
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

  @Test("does not affect other households")
  func untouched() throws {
    let scenario = Self.treated(.prompts, share: 0.4)
    let interventions = Interventions(scenario)
    let (plain, treated) = (Self.plainDays, Self.days(scenario))
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

  /// People in groups, of whom a share receive reminders that no one resists.
  private static func grouped(
    _ share: Double, _ change: (inout Scenario) -> Void
  ) -> Scenario {
    Scenario.small(people: 300, days: 32) {
      $0.lifecycle.enabled = true
      $0.lifecycle.lapseHazardFirst = 0
      $0.lifecycle.lapseHazardDaily = 0
      // Two groups in each community.
      $0.population.householdsPerCommunity = 16
      $0.activities.groupMemberFraction = 0.9
      // A person who opens the app on most days anyway cannot gain much from reminders.
      $0.behavior.openLogitBase = -2
      $0.reactions.promptLift = 10
      $0.interventions.treatment = .prompts
      $0.interventions.promptsPerWeek = 7
      $0.interventions.treatedFraction = share
      change(&$0)
    }
  }

  private static func allReactions(_ scenario: inout Scenario) {
    for reaction in Reaction.allCases { reaction.apply(&scenario) }
  }

  @Test("does not affect people who can share no group with a treated household")
  func neighbors() throws {
    let scenario = Self.grouped(0.06, Self.allReactions)
    let interventions = Interventions(scenario)
    let plain = Self.days(Self.grouped(0, Self.allReactions))
    let treated = Self.days(scenario)
    var (apart, changed) = (0, 0)
    let simulation = Simulation(scenario)
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      for group in 0..<community.world.directory.groupCount {
        let homes = community.world.directory.households(ofGroup: group).map {
          community.world.directory.households[$0].number
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

  /// What a person did on each day on their own, without what the server and other phones know,
  /// since the rows of a group are fetched whether they affect a person or not.
  private static func doings(_ community: borrowing Community, of person: Int) -> [[UInt16]] {
    (0..<community.days).map {
      let record = community.record(person, day: $0)
      let truth = record.truth
      return [
        UInt16(record.sessions), truth.actions, UInt16(truth.workouts), truth.meals, truth.waters,
      ]
    }
  }

  /// How many untreated people share a group with a treated person, and how many of them act
  /// differently because of it.
  private static func reached(
    _ change: (inout Scenario) -> Void
  ) -> (members: Int, moved: Int) {
    let scenario = grouped(0.5, change)
    let interventions = Interventions(scenario)
    let (plain, treated) = (Simulation(grouped(0, change)), Simulation(scenario))
    var (members, moved) = (0, 0)
    for index in 0..<treated.map.count {
      let one = plain.simulated(index)
      let two = treated.simulated(index)
      for group in 0..<two.world.directory.groupCount {
        let people = Set(two.world.memberships(ofGroup: group).map(\.person)).sorted()
        let spared = people.filter { !interventions.isTreated(two.household(of: $0)) }
        guard spared.count < people.count else { continue }
        members += spared.count
        moved += spared.filter { doings(one, of: $0) != doings(two, of: $0) }.count
      }
    }
    return (members, moved)
  }

  /// One way in which a group affects its members, alone.
  enum Reaction: CaseIterable {
    case balance, ranks, company

    func apply(_ scenario: inout Scenario) {
      switch self {
      case .balance:
        scenario.reactions.groupTrainingLift = 2
        scenario.reactions.groupBalanceFraction = 1
      case .ranks: scenario.reactions.groupLateWeekLift = 3
      case .company: scenario.reactions.openLogitGroup = 4
      }
    }

    /// A treatment of some that affects the others: reminders change the rankings, and in a small
    /// group an invited member raises the active share.
    func arrange(_ scenario: inout Scenario) {
      switch self {
      case .balance, .ranks: break
      case .company:
        scenario.interventions.treatment = .invitations
        scenario.interventions.inviteAcceptProbability = 1
        scenario.activities.groupMemberFraction = 0.2
      }
    }
  }

  @Test(
    "reaches the group members of the treated, in each way in which groups affect people",
    arguments: Reaction.allCases)
  func reachesGroups(by reaction: Reaction) {
    let still = Self.reached(reaction.arrange)
    let moved = Self.reached {
      reaction.arrange(&$0)
      reaction.apply(&$0)
    }
    #expect(still.members > 5 && still.moved == 0, "\(still) where groups move no one")
    #expect(moved.moved > 0, "\(moved) by \(reaction)")
  }

  /// Workouts of people who have been in a group for a week.
  private static func workouts(
    lift: Double, ofBalance share: Double = 0
  ) -> Int {
    let simulation = Simulation(
      Scenario.small(people: 400, days: 40) {
        $0.lifecycle.enabled = true
        $0.lifecycle.lapseHazardFirst = 0
        $0.lifecycle.lapseHazardDaily = 0
        $0.population.householdsPerCommunity = 8
        $0.activities.groupMemberFraction = 0.9
        $0.reactions.groupTrainingLift = lift
        $0.reactions.groupBalanceFraction = share
      })
    var count = 0
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
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

  private static let workoutsWithoutEffect = workouts(lift: 0)

  @Test("a group's effect shows in what its members do: 23 % more workouts")
  func groups() throws {
    let (plain, lifted) = (Self.workoutsWithoutEffect, Self.workouts(lift: 0.23))
    #expect(plain > 300)
    #expect((1.16...1.3).contains(Double(lifted) / Double(plain)))
  }

  @Test("groups get a part of the effect of balance: they are not all balanced")
  func balance() throws {
    let (plain, lifted) = (Self.workoutsWithoutEffect, Self.workouts(lift: 1))
    let balanced = Self.workouts(lift: 1, ofBalance: 1)
    let part = Double(balanced - plain) / Double(lifted - plain)
    #expect((0.15...0.9).contains(part), "\(part) of the lift")
  }

  @Test("late in the week a rank within reach has members train more, and on no other day")
  func ranks() throws {
    /// Workouts of people in a group, from Monday to Thursday and from Friday on.
    func workouts(_ lift: Double) -> (early: Int, late: Int) {
      let scenario = Scenario.small(people: 400, days: 40) {
        $0.lifecycle.enabled = true
        $0.lifecycle.lapseHazardFirst = 0
        $0.lifecycle.lapseHazardDaily = 0
        $0.population.householdsPerCommunity = 8
        $0.activities.groupMemberFraction = 0.9
        $0.reactions.groupLateWeekLift = lift
      }
      let simulation = Simulation(scenario)
      var (early, late) = (0, 0)
      for index in 0..<simulation.map.count {
        let community = simulation.simulated(index)
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

  @Test("the effect of reminders shows in what people do: 14 % more on days with one, fading")
  func prompts() throws {
    func states(_ treatment: Treatment) -> [UInt64: StateRecord] {
      var scenario = Scenario.small(people: 500, days: 45) {
        $0.lifecycle.enabled = true
        $0.lifecycle.lapseHazardFirst = 0
        $0.lifecycle.lapseHazardDaily = 0
        $0.activities.groupMemberFraction = 0
        $0.population.joinDaysSpread = 0
        $0.metrics.recordStates = true
        $0.interventions.promptsPerWeek = 3.5
      }
      scenario.interventions.treatment = treatment
      let simulation = Simulation(scenario)
      var states: [UInt64: StateRecord] = [:]
      for index in 0..<simulation.map.count {
        let community = simulation.simulated(index)
        for place in 0..<community.states.count {
          let state = community.states[place]
          let number = community.world.directory.people[Int(state.person)].number
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

  @Test("crashes and lost data make people less active")
  func crashes() throws {
    func active(_ trouble: (inout Scenario) -> Void, moves: Bool) throws -> Double {
      let scenario = Self.scenario {
        $0.withoutFaults()
        trouble(&$0)
        if moves {
          $0.reactions.openLogitFrustration = -2
          $0.reactions.lapseFactorFrustration = 4
        }
      }
      return Double(try SimulatedRun(scenario).records.filter(\.truth.isActive).count)
    }
    let deviceFaults: [(inout Scenario) -> Void] = [
      { $0.installs.crashProbability = 0.5 }, { $0.installs.reinstallsPerDeviceYear = 30 },
    ]
    let calm = (try active({ _ in }, moves: false), try active({ _ in }, moves: true))
    for trouble in deviceFaults {
      // Lost taps affect everybody, whether they are annoyed or not.
      let unmoved = try active(trouble, moves: false) / calm.0
      let moved = try active(trouble, moves: true) / calm.1
      #expect(moved < unmoved - 0.05, "\(moved) and \(unmoved)")
    }
  }

  @Test("sync faults make people less active: the same people stay less on an unreliable network")
  func trouble() throws {
    func active(_ harsh: Bool, moves: Bool) throws -> Int {
      let scenario = Self.scenario {
        if harsh { $0.withHarshNetwork() } else { $0.withoutFaults() }
        if moves {
          $0.reactions.openLogitFrustration = -2
          $0.reactions.lapseFactorFrustration = 4
        }
      }
      return try SimulatedRun(scenario).records.filter(\.truth.isActive).count
    }
    let unmoved = (try active(false, moves: false), try active(true, moves: false))
    let moved = (try active(false, moves: true), try active(true, moves: true))
    // A device without a network still accepts operations, so a person without reactions is as
    // active.
    #expect(abs(unmoved.0 - unmoved.1) < unmoved.0 / 50)
    #expect(moved.1 < moved.0 * 9 / 10)
  }
}
