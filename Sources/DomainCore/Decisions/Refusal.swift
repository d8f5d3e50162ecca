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

  // MARK: Groups, 120 to 139
  /// GRP-3: the scope holds no group.
  case groupUnknown = 120
  /// GRP-2: a deleted group takes nothing any more.
  case groupDeleted = 121
  /// GRP-1: ten people are in it.
  case groupFull = 122
  /// GRP-1: one group at a time.
  case alreadyInGroup = 123
  /// GRP-3: the code is not that of the group.
  case invitationUnknown = 124
  /// GRP-2: somebody else has founded it.
  case groupFounded = 125
  /// GRP-2: only the admin may do this.
  case groupAdminNeeded = 126
  /// FT 1: a group needs a name.
  case groupNameEmpty = 127
  /// FT 23: a board shows a name.
  case displayNameEmpty = 128
  /// GRP-6: nobody shares, views or leaves for somebody else.
  case groupOwnOnly = 129
  /// GRP-2: the person left, or was removed.
  case notInGroup = 130
  /// GRP-2: an admin leaves; only others are removed.
  case leaveInstead = 131
  /// FAM-12: no consent to share workouts.
  case consentMissing = 132
  /// FAM-12: the consent under which it was shared has been withdrawn.
  case consentWithdrawn = 133
  /// GRP-6: sharing is switched off.
  case sharingOff = 134
  /// GRP-6: something beside count, calories and date.
  case workoutDetail = 135
  /// GRP-4: a zone that the table does not have.
  case zoneUnknown = 136

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
    case .groupUnknown: "This group does not exist."
    case .groupDeleted: "This group was deleted."
    case .groupFull: "This group is full: it has 10 members."
    case .alreadyInGroup: "You are already in a group: leave it first."
    case .invitationUnknown: "This invitation is not valid: ask for a new link."
    case .groupFounded: "This group already exists: join it by its invitation."
    case .groupAdminNeeded: "Only the group's admin can do this."
    case .groupNameEmpty: "A group needs a name."
    case .displayNameEmpty: "The boards need a name for you."
    case .groupOwnOnly: "You can only do this for yourself."
    case .notInGroup: "This person is not in the group."
    case .leaveInstead: "To go yourself, leave the group."
    case .consentMissing: "Agree to share your workouts first."
    case .consentWithdrawn: "This was deleted when you stopped agreeing to share."
    case .sharingOff: "You have switched sharing with the group off."
    case .workoutDetail: "Only the count, the calories and the date of a workout are shared."
    case .zoneUnknown: "This time zone is not known."
    }
  }
}
