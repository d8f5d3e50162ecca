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

  @Test("docs/reasons.md is the table of reasons")
  func page() throws {
    #expect(try CommittedFile.difference(of: ReasonsPage.text, from: "docs/reasons.md") == nil)
  }
}
