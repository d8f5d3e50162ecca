import Base
import DomainCore
import Workload
import Metrics
import Population
import Scenarios
import Properties
import SyncCore
import Testing

@testable import Simulator
@testable import SimulatedWorld

@Suite("Families use everything that the core knows")
struct ActivitiesTests {
  /// How many facts of each kind a few communities accepted, and how many they rejected.
  private static func facts(
    of scenario: Scenario
  ) -> (taken: [FactKind: Int], refused: [Refusal: Int], violations: Int) {
    let simulation = Simulation(scenario)
    var taken: [FactKind: Int] = [:]
    var refused: [Refusal: Int] = [:]
    var violations = 0
    for index in 0..<simulation.map.count {
      let community = simulation.simulated(index)
      violations += community.violations.count
      for scope in 0..<community.world.backend.server.scopes.count {
        // A group that has ended leaves nothing, not even the fact that ended it.
        if community.world.backend.server.scopes[scope].isDeleted {
          taken[.groupDeleted, default: 0] += 1
        }
        for position in 0..<community.world.backend.server.scopes[scope].feed.count {
          let row = community.world.backend.server.scopes[scope].feed[position]
          if let refusal = row.verdict.refusal {
            refused[refusal, default: 0] += 1
          } else {
            taken[row.operation.fact.kind, default: 0] += 1
          }
        }
      }
    }
    return (taken, refused, violations)
  }

  @Test("everything from profiles to groups is in the logs, and every property passes")
  func everything() {
    let scenario = Scenario.small(people: 160, days: 40) { $0.network.lossProbability = 0.05 }
    let (taken, refused, violations) = Self.facts(of: scenario)
    #expect(violations == 0)
    for kind in [
      FactKind.profileFieldSet, .weightSet, .heightSet, .sportCreated, .classCreated,
      .classRuleSet, .occurrenceFieldSet, .attendanceSet, .dutyClaimed, .courseCreated,
      .academicItemCreated, .academicItemChanged, .goalCreated, .rewardOffered, .rewardClaimed,
      .templateCreated, .sessionGenerated, .sessionChanged, .workoutLogged, .quietHoursSet,
      .groupJoined, .groupConsentSet, .groupWorkoutShared, .completionSet, .mealLogged,
      .waterLogged, .wellnessSet,
    ] {
      #expect(taken[kind, default: 0] > 0, "\(kind)")
    }
    // Two parents who claim the same ride: the first one that the server accepts counts.
    #expect(refused[.dutyTaken, default: 0] > 0)
  }

  @Test("every other command of a family is submitted now and then, and every property passes")
  func rareThings() {
    let scenario = Scenario.small(people: 400, days: 60) {
      $0.network.lossProbability = 0.05
      $0.activities.randomCommandProbability = 0.9
      $0.activities.groupMemberFraction = 0.8
    }
    let (taken, _, violations) = Self.facts(of: scenario)
    #expect(violations == 0)
    let missing = FactKind.allCases.filter { kind in
      !Self.elsewhere.contains(kind.area) && !Self.others.contains(kind)
        && taken[kind, default: 0] == 0
    }
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test("coaches keep rosters and assign workouts, which athletes do; grandparents only observe")
  func coaches() {
    let scenario = Scenario.small(people: 120, days: 21) {
      $0.withoutFaults()
      $0.population.coachFraction = 1
      $0.population.childAgeYearsMin = 14
      $0.population.observersPerHousehold = [WeightedCount(1, weight: 1)]
      $0.activities.randomCommandProbability = 0
    }
    let (taken, refused, violations) = Self.facts(of: scenario)
    #expect(violations == 0)
    #expect(taken[.rosterSet, default: 0] > 15)
    #expect(taken[.workoutAssigned, default: 0] > 40)
    #expect(taken[.assignmentChanged, default: 0] > 15)
    #expect(refused[.loggingNotAllowed, default: 0] == 0)
    let simulation = Simulation(scenario)
    let people = (0..<simulation.map.count).flatMap { Community.seen($0, of: simulation) }
    let onlookers = (0..<simulation.map.count).flatMap { simulation.setup(of: $0).1 }
      .filter { $0.role == .observer }
    #expect(onlookers.count > 15)
    for onlooker in onlookers {
      let records = people[Int(onlooker.index)].records
      #expect(records.allSatisfy { !$0.truth.isActive })
    }
    #expect(onlookers.contains { people[Int($0.index)].records.contains { $0.sessions > 0 } })
  }

  @Test("teams train together under a coach, students share homes, and every property passes")
  func teams() {
    let scenario = Scenario.small(people: 120, days: 28) {
      $0.population.teamFraction = 0.3
      $0.population.studentHomeFraction = 1
      $0.activities.randomCommandProbability = 0
      $0.activities.assignedWorkoutDoneProbability = 1
    }
    let (taken, refused, violations) = Self.facts(of: scenario)
    #expect(violations == 0)
    let simulation = Simulation(scenario)
    let athletes = (0..<simulation.map.count).flatMap { simulation.setup(of: $0).1 }
      .count { $0.team != nil }
    #expect(athletes > 40)
    #expect(taken[.rosterSet, default: 0] >= athletes * 3 / 4)
    #expect(taken[.workoutAssigned, default: 0] > 2 * athletes)
    #expect(taken[.assignmentChanged, default: 0] > athletes)
    #expect(taken[.classCreated, default: 0] >= athletes * 3 / 4)
    #expect(taken[.workoutLogged, default: 0] > athletes)
    #expect(taken[.dutyClaimed, default: 0] == 0 && taken[.academicItemCreated, default: 0] == 0)
    #expect(refused[.loggingNotAllowed, default: 0] == 0)
  }

  @Test("every command with a reason is submitted when there is one, and every property passes")
  func reasons() {
    let scenario = Scenario.small(people: 300, days: 60) {
      $0.lifecycle.enabled = true
      $0.lifecycle.lapseHazardFirst = 0
      $0.activities.randomCommandProbability = 0
      $0.activities.groupMemberFraction = 0.8
      $0.reasons.enabled = true
      // A reason every day, equally likely for all commands except those that end groups.
      $0.reasons.timesPerYear = $0.reasons.timesPerYear.map { reason in
        let ends = ["groupLeft", "groupDeleted"].contains(reason.name)
        return WeightedName(reason.name, weight: ends ? 0.3 : 6)
      }
    }
    let (taken, _, violations) = Self.facts(of: scenario)
    #expect(violations == 0)
    let missing = Reason.all.filter { $0.timesPerYear != nil && taken[$0.kind, default: 0] == 0 }
      .map(\.kind)
    #expect(missing.isEmpty, "\(missing)")
  }

  /// Areas that this test does not cover.
  private static let elsewhere: [FactKind.Area] = [.calendar]
  /// Commands of newcomers, coaches and health stores.
  private static let others: [FactKind] = [
    .memberJoined, .workoutAssigned, .assignmentChanged, .workoutImported, .workoutImportRemoved,
  ]
}
