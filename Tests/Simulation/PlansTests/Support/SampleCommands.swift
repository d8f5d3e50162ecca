import Base
import Chronology
import DomainCore
import TestKit

/// Random commands of every kind, made by the domain's own constructors.
///
/// The same seed gives the same command in every world. The switches list every kind, so a new kind
/// does not compile until its samples are described here.
struct SampleCommands {
  var dice: Dice
  let world: World

  init(seed: UInt64, in world: World) {
    dice = Dice(seed: seed)
    self.world = world
  }

  mutating func command(_ kind: FactKind) -> Command {
    switch kind {
    case .childMayLogSet, .memberJoined, .memberAdded, .memberEnded, .memberActivated,
      .memberRoleSet, .consentSet, .invitationMade, .invitationRevoked, .rosterSet,
      .profileFieldSet, .weightSet, .heightSet, .workoutSharingSet:
      families(kind)
    case .habitCreated, .habitNameSet, .habitDescriptionSet, .habitCategorySet, .habitIconSet,
      .habitRankSet, .habitArchivedSet, .habitDeleted, .habitRestored, .completionSet,
      .habitStartSet:
      habits(kind)
    case .photoAnalyzed, .nutritionOverrideSet, .nutritionTemplateCreated,
      .nutritionTemplateValueSet, .nutritionTemplateDeleted, .nutritionTemplateApplied,
      .nutritionTemplateEnded, .nutritionTemplateNameSet, .mealLogged, .favoriteMealSet,
      .waterLogged, .foodChanged, .foodMoved, .foodTextSet, .foodDeleted, .waterImported:
      nutrition(kind)
    case .sessionCreated, .sessionGenerated, .sessionChanged, .templateCreated, .templateChanged,
      .workoutAssigned, .assignmentChanged, .workoutLogged, .wellnessSet, .workoutImported,
      .workoutImportRemoved, .mobilityLogged, .trainingLogDeleted:
      training(kind)
    case .courseCreated, .courseChanged, .academicItemCreated, .academicItemChanged:
      school(kind)
    case .sportCreated, .sportFieldSet, .sportDeleted, .classCreated, .classFieldSet, .classRuleSet,
      .classDeleted, .participantSet, .occurrenceFieldSet, .attendanceSet, .dutyClaimed,
      .dutyReleased, .dutyAssigned, .dutyCoverageSet, .dutySwapChanged, .conflictFieldSet:
      schedule(kind)
    case .calendarConnectionSet, .calendarModeSet, .calendarEventMapped, .calendarFieldsExchanged,
      .calendarRevisionSeen, .calendarEditImported, .calendarEventGone, .calendarConflictRecorded,
      .calendarFieldsOverruled:
      calendar(kind)
    case .goalCreated, .goalTitleSet, .goalTargetSet, .goalUnitSet, .goalDatesSet, .goalPrioritySet,
      .goalSportSet, .goalProgressSet, .goalCompletedSet, .goalArchivedSet, .goalDeleted,
      .goalMetricSet, .goalTextSet, .goalMilestoneSet, .goalAttendanceSet:
      goals(kind)
    case .pointsSet, .bonusAwarded, .bonusRevoked, .rewardOffered, .rewardTitleSet,
      .rewardPriceSet, .rewardWithdrawn, .rewardClaimed, .claimCancelled, .leaderboardSet,
      .trophyMade, .trophyGiven:
      rewards(kind)
    case .groupJoined, .groupNameSet, .groupMemberRemoved, .groupLeft, .groupDeleted,
      .groupDisplayNameSet, .groupConsentSet, .groupSharingSet, .groupWorkoutShared,
      .groupFeedViewed:
      group(kind)
    case .notificationChannelsSet, .quietHoursSet, .doNotDisturbSet, .leadMinutesSet,
      .notificationSnoozed:
      notifications(kind)
    case .unknown: preconditionFailure("no one says what no one knows")
    }
  }
}

// MARK: - What commands are made of

extension SampleCommands {
  mutating func entity() -> Entity { world.entity(dice.bits() | 1) }
  mutating func entityOrNone() -> Entity { dice.flip() ? entity() : .none }
  mutating func member() -> MemberHandle { world.member(dice.roll(World.membersMax)) }

  mutating func text() -> TextHandle {
    world.text(dice.pick(["", "Read", "\"quoted\"\n", "Grüße 🏊", "text \(dice.roll(40))"]))
  }

  mutating func day() -> LocalDay {
    LocalDay(number: dice.flip() ? dice.number(20_000...21_000) : dice.number(Int32.self))
  }

  mutating func day16() -> LocalDay { LocalDay(number: dice.number(0...65_535)) }
  mutating func day22() -> LocalDay { LocalDay(number: dice.number(0...1 << 22 - 1)) }

  mutating func instant() -> Instant {
    Instant(
      milliseconds: dice.flip()
        ? dice.number(1_700_000_000_000...1_900_000_000_000) : dice.number(Int64.self))
  }

  mutating func instant48() -> Instant {
    Instant(milliseconds: dice.number(0...1 << 48 - 1))
  }

  mutating func minute() -> UInt16 {
    dice.flip() ? dice.number(0...1_439) : dice.number(UInt16.self)
  }
}
