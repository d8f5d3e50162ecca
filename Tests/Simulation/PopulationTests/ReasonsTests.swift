import Chronology
import DomainCore
import Foundation
import Testing

@testable import Population
@testable import Scenarios

@Suite("Every command is used by somebody for a reason")
struct ReasonsTests {
  @Test("every command has one, at a rate that a scenario has")
  func complete() {
    #expect(Reason.all.map(\.kind) == FactKind.allCases)
    let paths = Set(Scenario.fields.map(\.path))
    for reason in Reason.all {
      #expect(Persona.allCases.contains { reason.factor(of: $0) > 0 }, "\(reason.kind)")
      #expect(!reason.why.isEmpty)
      #expect(reason.path != nil || reason.timesPerYear != nil)
      if let path = reason.path { #expect(paths.contains(path), "\(path)") }
      if let times = reason.timesPerYear { #expect(times > 0) }
    }
  }

  /// What the product documents give to a role, by the commands that it takes.
  private static let given: [(persona: Persona, kinds: [FactKind])] = [
    // ChampTrack: schedules, rides, nutrition, goals and rewards are parents' business.
    (
      .organizedParent,
      [
        .sportCreated, .classCreated, .classRuleSet, .dutyClaimed, .dutyAssigned, .dutySwapChanged,
        .dutyCoverageSet, .conflictFieldSet, .calendarConnectionSet, .invitationMade,
        .consentSet, .profileFieldSet, .attendanceSet, .courseCreated, .academicItemCreated,
      ]
    ),
    (
      .handsOnParent,
      [
        .goalCreated, .goalMilestoneSet, .rewardOffered, .bonusAwarded, .trophyMade,
        .leaderboardSet, .nutritionTemplateCreated, .nutritionOverrideSet, .mealLogged,
      ]
    ),
    (.activeChild, [.completionSet, .mealLogged, .waterLogged, .wellnessSet]),
    (
      .grandparent, [.memberJoined, .notificationChannelsSet, .quietHoursSet, .notificationSnoozed]
    ),
    // Locker: athletes log and do what coaches assign.
    (
      .studentAthlete,
      [
        .mealLogged, .waterLogged, .wellnessSet, .assignmentChanged, .mobilityLogged,
        .photoAnalyzed, .habitCreated, .workoutLogged, .workoutImported, .sessionCreated,
        .templateCreated, .courseCreated, .academicItemCreated, .goalCreated,
        .nutritionOverrideSet,
      ]
    ),
    (.coach, [.rosterSet, .workoutAssigned, .assignmentChanged, .memberJoined]),
    // FitToday Groups.
    (
      .motivatedChallenger,
      [.groupJoined, .groupWorkoutShared, .groupFeedViewed, .groupNameSet, .groupLeft]
    ),
    (.accountabilitySeeker, [.groupJoined, .groupSharingSet, .groupConsentSet]),
    // Personal Coach and Activity Tracker.
    (
      .selfImprover,
      [
        .habitCreated, .habitNameSet, .habitDeleted, .habitArchivedSet, .completionSet,
        .goalProgressSet,
      ]
    ),
    (.streakBuilder, [.completionSet, .habitRestored, .habitStartSet]),
    (.busyProfessional, [.doNotDisturbSet, .notificationSnoozed, .favoriteMealSet]),
    (.wellnessEnthusiast, [.wellnessSet, .foodChanged, .workoutLogged]),
  ]

  @Test("and none is missing that the documents give to a role")
  func documents() throws {
    #expect(Set(Self.given.map(\.persona)).count == Persona.allCases.count - 1)
    for (persona, kinds) in Self.given {
      for kind in kinds {
        let reason = try #require(Reason.of(kind))
        #expect(reason.factor(of: persona) > 0, "\(persona.name) has none for \(kind)")
      }
    }
  }

  @Test("is done as often as the scenario says, by each persona in its measure")
  func rates() throws {
    var scenario = Scenario()
    scenario.lifecycle.enabled = true
    #expect(Reasons(scenario) == nil)
    scenario.reasons.enabled = true
    let reasons = try #require(Reasons(scenario))
    let households = Households(scenario)
    var counts: [Persona: [FactKind: Int]] = [:]
    for index in 0..<300 as Range<UInt32> {
      for persona in [Persona.plain, .organizedParent, .busyProfessional, .grandparent] {
        var person = households.person(index, as: .parent, of: index)
        person.traits.persona = persona
        for day in 0..<365 {
          if let found = reasons.reason(person, on: scenario.firstDay.adding(days: day)) {
            counts[persona, default: [:]][found.kind, default: 0] += 1
          }
        }
      }
    }
    func yearly(_ persona: Persona, _ kind: FactKind) -> Double {
      Double(counts[persona, default: [:]][kind, default: 0]) / 300
    }
    #expect(abs(yearly(.plain, .groupFeedViewed) - 26) < 1.5)
    #expect(abs(yearly(.plain, .dutyAssigned) - 8) < 0.8)
    #expect(abs(yearly(.organizedParent, .dutyAssigned) - 16) < 1.1)
    #expect(abs(yearly(.busyProfessional, .dutyAssigned) - 4) < 0.6)
    #expect(abs(yearly(.grandparent, .quietHoursSet) - 1.5) < 0.35)
    #expect(Set(counts[.grandparent, default: [:]].keys.map(\.area)) == [.notifications])
  }

  @Test("has no reason in what belongs to an area that the scenario leaves out")
  func areas() throws {
    var scenario = Scenario()
    scenario.reasons.enabled = true
    scenario.reasons.areas = [
      WeightedName("notifications", weight: 2), WeightedName("goals", weight: 0),
    ]
    let reasons = try #require(Reasons(scenario))
    let households = Households(scenario)
    var counts: [FactKind: Double] = [:]
    for index in 0..<200 as Range<UInt32> {
      let person = households.person(index, as: .parent, of: index)
      for day in 0..<365 {
        if let found = reasons.reason(person, on: scenario.firstDay.adding(days: day)) {
          counts[found.kind, default: 0] += 1 / 200
        }
      }
    }
    #expect(Set(counts.keys.map(\.area)) == [.notifications])
    #expect(abs(counts[.quietHoursSet, default: 0] - 3) < 0.5)
  }

  @Test("docs/reasons.md is the table")
  func page() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/reasons.md")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try ReasonsPage.text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == ReasonsPage.text)
  }
}
