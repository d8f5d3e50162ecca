/// Why a command is refused, as a reason that a screen can show.
public enum Refusal: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  /// FAM-2: the author does not belong to the family.
  case authorUnknown = 1
  /// The person the command is about does not belong to the family.
  case subjectUnknown = 2
  /// FAM-2: only a parent may do this.
  case parentNeeded = 3
  /// FAM-3: this child may not log, or not for somebody else; an observer never may.
  case loggingNotAllowed = 4
  /// HAB-1: a habit needs a name.
  case nameEmpty = 5
  /// HAB-1: the person has a habit of that name.
  case nameTaken = 6
  /// There is no such habit, or it is somebody else's.
  case habitUnknown = 7
  /// HAB-5: the habit was deleted.
  case habitDeleted = 8
  /// HAB-8: there is no delete to take back.
  case habitNotDeleted = 9
  /// HAB-8: a delete can be taken back for ten minutes.
  case undoTooLate = 10
  /// HAB-2: nobody has done anything tomorrow.
  case dayInFuture = 11
  /// HAB-2: only today can be unmarked.
  case dayNotToday = 12
  /// The day is before the family's first or ten years later.
  case dayOutOfRange = 13
  /// NUT-5: no such food, or an amount that nobody eats or drinks.
  case amountOutOfRange = 14
  /// TRN-6: a score is from 1 to 10.
  case scoreOutOfRange = 15
  /// NUT-5: a person keeps four favourite meals.
  case slotOutOfRange = 16
  /// FAM-3: the permission to log is one that only a child needs.
  case subjectNotChild = 17

  // MARK: Families, 20 to 39
  /// FAM-6: who was removed does nothing any more.
  case memberRemoved = 20

  // MARK: Goals, 75 to 84
  /// There is no such goal, or it is somebody else's.
  case goalUnknown = 75
  /// The goal was deleted, which is for good.
  case goalDeleted = 76
  /// GOAL-1: a goal aims at something.
  case goalTargetOutOfRange = 77
  /// GOAL-1: a goal ends on or after the day it starts.
  case goalDatesReversed = 78
  /// GOAL-2: attendance and nutrition goals progress by themselves.
  case goalAutomatic = 79
  /// GOAL-1: no such type or priority.
  case goalChoiceUnknown = 80
  /// GOAL-2: nobody is that far.
  case goalProgressOutOfRange = 81
  /// GOAL-1: a goal needs a title.
  case goalTitleEmpty = 82

  // MARK: Rewards, 85 to 94
  /// REW-2: no such number of points can be given or asked.
  case pointsOutOfRange = 85
  /// REW-5: there is no such reward.
  case rewardUnknown = 86
  /// REW-5: the reward was taken out of the catalogue.
  case rewardWithdrawn = 87
  /// REW-5: nobody pays another price than the one that they saw.
  case rewardPriceChanged = 88
  /// REW-5: a claim needs the balance at commit.
  case balanceTooLow = 89
  /// REW-5: there is no such claim.
  case claimUnknown = 90
  /// REW-5: this person may not claim, or not for somebody else.
  case claimNotAllowed = 91
  /// REW-2: there is no such bonus.
  case bonusUnknown = 92
  /// REW-5: a reward needs a title.
  case rewardTitleEmpty = 93
  /// REW-2: there is nothing of that number that pays.
  case pointItemUnknown = 94

  /// What a screen says.
  public var sentence: String {
    switch self {
    case .authorUnknown: "You are not a member of this family."
    case .subjectUnknown: "This person is not a member of the family."
    case .parentNeeded: "Only a parent can do this."
    case .loggingNotAllowed: "A parent has not allowed you to log this."
    case .nameEmpty: "A habit needs a name."
    case .nameTaken: "There is already a habit with this name."
    case .habitUnknown: "This habit does not exist."
    case .habitDeleted: "This habit was deleted."
    case .habitNotDeleted: "This habit is not deleted."
    case .undoTooLate: "A deleted habit can be restored for 10 minutes."
    case .dayInFuture: "A day in the future cannot be marked."
    case .dayNotToday: "Only today can be unmarked."
    case .dayOutOfRange: "This day is outside the family's history."
    case .amountOutOfRange: "This amount is not possible."
    case .scoreOutOfRange: "A score is from 1 to 10."
    case .slotOutOfRange: "There is no such place for a favourite meal."
    case .subjectNotChild: "Only a child needs permission to log."
    case .memberRemoved: "You no longer belong to this family."
    // MARK: Goals
    case .goalUnknown: "This goal does not exist."
    case .goalDeleted: "This goal was deleted."
    case .goalTargetOutOfRange: "A target is from 1 to 1,000,000."
    case .goalDatesReversed: "A goal cannot end before it starts."
    case .goalAutomatic: "This goal progresses by itself."
    case .goalChoiceUnknown: "A goal has no such type or priority."
    case .goalProgressOutOfRange: "This progress is not possible."
    case .goalTitleEmpty: "A goal needs a title."
    // MARK: Rewards
    case .pointsOutOfRange: "This number of points is not possible."
    case .rewardUnknown: "This reward does not exist."
    case .rewardWithdrawn: "This reward is no longer offered."
    case .rewardPriceChanged: "The price of this reward has changed."
    case .balanceTooLow: "There are not enough points for this reward."
    case .claimUnknown: "This claim does not exist."
    case .claimNotAllowed: "A parent has to claim this for you."
    case .bonusUnknown: "This bonus does not exist."
    case .rewardTitleEmpty: "A reward needs a title."
    case .pointItemUnknown: "No points can be set for this."
    }
  }
}
