import Chronology
import DomainCore
import TestKit

extension SampleCommands {
  private mutating func amount() -> Int { Int(dice.number(Int64.self)) }

  mutating func goals(_ kind: FactKind) -> Command {
    switch kind {
    case .goalCreated:
      func day20() -> LocalDay { LocalDay(number: dice.number(0...1 << 20 - 1)) }
      return .createGoal(
        for: member(),
        GoalCreation(
          dice.pick(GoalType.self), title: text(), target: Int(dice.number(UInt32.self)),
          unit: text(), from: day20(), through: day20(), priority: dice.pick(GoalPriority.self)))
    case .goalTitleSet: return .retitleGoal(entity(), of: member(), to: text())
    case .goalUnitSet: return .setGoalUnit(entity(), of: member(), to: text())
    case .goalTargetSet: return .setGoalTarget(entity(), of: member(), to: amount())
    case .goalDatesSet:
      return .setGoalDates(
        entity(), of: member(), to: GoalDates(from: day(), through: day()))
    case .goalPrioritySet:
      return .setGoalPriority(entity(), of: member(), to: dice.pick(GoalPriority.self))
    case .goalSportSet: return .setGoalSport(entity(), of: member(), to: entityOrNone())
    case .goalProgressSet: return .setGoalProgress(entity(), of: member(), to: amount())
    case .goalCompletedSet: return .completeGoal(entity(), of: member(), dice.flip())
    case .goalArchivedSet: return .archiveGoal(entity(), of: member(), dice.flip())
    case .goalMetricSet:
      let metric = GoalMetric(dice.pick(NutritionGoal.self), dice.number(UInt32.self))
      return .setGoalMetric(entity(), of: member(), to: metric)
    case .goalTextSet:
      return .setGoalText(dice.pick(GoalText.self), of: entity(), of: member(), to: text())
    case .goalMilestoneSet:
      let milestone = GoalMilestone(
        Int(dice.number(UInt32.self)), at: Int(dice.number(UInt32.self)), title: text())
      return .setGoalMilestone(milestone, of: entity(), of: member())
    case .goalAttendanceSet:
      let types = ClassType.allCases.filter { _ in dice.flip() }
      let rule = AttendanceRule(isShare: dice.flip(), types: types)
      return .setGoalAttendance(entity(), of: member(), to: rule)
    default: return .deleteGoal(entity(), of: member())
    }
  }

  mutating func rewards(_ kind: FactKind) -> Command {
    switch kind {
    case .pointsSet: .setPoints(dice.pick(PointItem.self), to: amount(), by: member())
    case .bonusAwarded: .awardBonus(to: member(), amount(), message: text())
    case .bonusRevoked: .revokeBonus(entity(), of: member())
    case .rewardOffered: .offerReward(text(), price: amount(), by: member())
    case .rewardTitleSet: .retitleReward(entity(), to: text(), by: member())
    case .rewardPriceSet: .priceReward(entity(), at: amount(), by: member())
    case .rewardWithdrawn: .withdrawReward(entity(), by: member())
    case .rewardClaimed: .claimReward(entityOrNone(), for: member(), price: amount())
    case .claimCancelled: .cancelClaim(entity(), of: member())
    case .trophyMade: .makeTrophy(text(), by: member())
    case .trophyGiven: .giveTrophy(entity(), to: member(), dice.flip())
    default: .showLeaderboard(dice.flip(), by: member())
    }
  }

  mutating func group(_ kind: FactKind) -> Command {
    let code = GroupCode(dice.bits())
    switch kind {
    case .groupJoined:
      return dice.flip()
        ? .foundGroup(named: text(), code: code, as: text()) : .joinGroup(code: code, as: text())
    case .groupNameSet: return .renameGroup(text(), by: member())
    case .groupMemberRemoved: return .removeFromGroup(member(), membership: entityOrNone())
    case .groupLeft: return .leaveGroup(member(), erasingWorkouts: dice.flip())
    case .groupDeleted: return .deleteGroup(by: member())
    case .groupDisplayNameSet: return .setDisplayName(of: member(), to: text())
    case .groupConsentSet: return .setGroupConsent(of: member(), to: dice.flip())
    case .groupSharingSet: return .setGroupSharing(of: member(), to: dice.flip())
    case .groupWorkoutShared:
      return dice.flip()
        ? .shareWorkout(
          entity(), of: member(), on: day(), calories: dice.number(UInt16.self))
        : .withdrawWorkout(entity(), of: member(), on: day())
    default: return .viewGroupFeed(of: member(), through: dice.number(UInt32.self))
    }
  }

  mutating func notifications(_ kind: FactKind) -> Command {
    switch kind {
    case .notificationChannelsSet:
      return .setNotificationChannels(
        NotificationChannels(rawValue: dice.number(0...15)),
        for: dice.pick(NotificationKind.self), of: member())
    case .quietHoursSet:
      let quiet = QuietHours(from: minute(), until: minute())
      return .setQuietHours(dice.flip() ? nil : quiet, of: member())
    case .doNotDisturbSet: return .setDoNotDisturb(until: instant(), of: member())
    case .leadMinutesSet:
      var minutes = SIMD4<UInt16>.zero
      for place in 0..<4 where dice.flip() { minutes[place] = dice.number(UInt16.self) }
      return .setLeadMinutes(minutes, of: member())
    default:
      let cause = NotificationCause(.meal, about: MemberHandle(1), detail: dice.bits())
      return .snooze(cause, until: instant(), of: member())
    }
  }
}
