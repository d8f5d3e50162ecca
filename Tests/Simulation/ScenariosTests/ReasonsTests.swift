import DomainCore
import TestKit
import Testing

@testable import Scenarios

@Suite("Reasons for commands")
struct ReasonsTests {
  @Test("every command has a reason, at a rate that the reason or a scenario field gives")
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

  @Test("the names of commands are those of their cases")
  func names() {
    #expect(FactKind.names == FactKind.allCases.map { "\($0)" })
    #expect(FactKind.allCases.map(\.name) == FactKind.names)
    #expect(FactKind.unknown.name == "\(FactKind.unknown)")
  }

  /// The commands that the product documents give to each persona.
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

  @Test("each persona has every reason that the product documents give to it")
  func documents() throws {
    #expect(Set(Self.given.map(\.persona)).count == Persona.allCases.count - 1)
    for (persona, kinds) in Self.given {
      for kind in kinds {
        let reason = try #require(Reason.of(kind))
        #expect(reason.factor(of: persona) > 0, "\(persona.name) has none for \(kind)")
      }
    }
  }

  @Test("a reason is found by its command and by the command's name")
  func found() {
    for kind in FactKind.allCases {
      let reason = Reason.all.first { $0.kind == kind }
      #expect(reason != nil && Reason.of(kind)?.why == reason?.why)
      #expect(Reason.named("\(kind)")?.kind == kind)
    }
    #expect(Reason.named("dancing") == nil)
    for area in FactKind.Area.allCases { #expect(area.name == "\(area)") }
  }

  @Test("the requirements of a parameter are those of all rows that name it, in their order")
  func requirements() {
    for path in Scenario.fields.map(\.path) + ["homes", "homes.", "none"] {
      let needs = ScenarioRequirement.table
        .filter { $0.paths.contains { ScenarioRequirement.covers($0, path) } }.map(\.need)
      #expect(ScenarioRequirement.all(of: path) == needs, "\(path)")
    }
  }

  @Test("docs/reasons.md is the table of reasons")
  func page() throws {
    #expect(try CommittedFile.difference(of: ReasonsPage.text, from: "docs/reasons.md") == nil)
  }
}
