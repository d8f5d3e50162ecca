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

  // MARK: Training, 95 to 109
  /// OFF-1: what a device asks a service for, it cannot do alone.
  case needsConnection = 95
  /// TRN-1: there is no such session, or it is somebody else's.
  case sessionUnknown = 96
  /// TRN-1: the session was deleted, also one that a template would generate again.
  case sessionDeleted = 97
  /// TRN-1: a session has a day, a time and a length, and is of a known type.
  case sessionOutOfRange = 98
  /// TRN-1, TRN-2: an effort, also that of one set, is from 1 to 10.
  case effortOutOfRange = 99
  /// TRN-1: no such place in a session, or a weight or a number that nobody lifts.
  case setOutOfRange = 100
  /// TRN-1: there is no such template, or it is somebody else's.
  case templateUnknown = 101
  /// TRN-1: the template was deleted.
  case templateDeleted = 102
  /// TRN-1: the template plans no session on that day.
  case templateDayWrong = 103
  /// TRN-2: only a coach assigns workouts.
  case coachNeeded = 104
  /// FAM-10: the athlete is not on the coach's own roster.
  case notOnRoster = 105
  /// TRN-2: there is no such assignment, or it is somebody else's.
  case assignmentUnknown = 106
  /// TRN-2: the assignment was withdrawn.
  case assignmentWithdrawn = 107
  /// TRN-2: what is completed is not withdrawn.
  case assignmentCompleted = 108
  /// TRN-3, TRN-5: there is no such workout or log, or it is somebody else's.
  case trainingLogUnknown = 109

  // MARK: Academics, 110 to 119
  /// ACA-1: there is no such course, or it is somebody else's.
  case courseUnknown = 110
  /// ACA-1: the course was deleted.
  case courseDeleted = 111
  /// ACA-1: there is no such item, or it is somebody else's.
  case academicItemUnknown = 112
  /// ACA-1: the item was deleted, or the course with it.
  case academicItemDeleted = 113
  /// ACA-1: an item is due on a day of the family's history, at a time that a day has.
  case dueOutOfRange = 114
  /// ACA-1: a course, and what is due in it, needs a name.
  case titleMissing = 115

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
    // MARK: Training
    case .needsConnection: "This works with a connection only."
    case .sessionUnknown: "This session does not exist."
    case .sessionDeleted: "This session was deleted."
    case .sessionOutOfRange: "A session needs a day, a time and at most 24 hours."
    case .effortOutOfRange: "An effort is from 1 to 10."
    case .setOutOfRange: "There is no such set, or nobody lifts that."
    case .templateUnknown: "This template does not exist."
    case .templateDeleted: "This template was deleted."
    case .templateDayWrong: "The template plans no session on this day."
    case .coachNeeded: "Only a coach can assign workouts."
    case .notOnRoster: "This athlete is not on your roster."
    case .assignmentUnknown: "This workout was not assigned."
    case .assignmentWithdrawn: "This workout was withdrawn by the coach."
    case .assignmentCompleted: "A completed workout cannot be withdrawn."
    case .trainingLogUnknown: "There is no such workout in the log."
    // MARK: Academics
    case .courseUnknown: "This course does not exist."
    case .courseDeleted: "This course was deleted."
    case .academicItemUnknown: "There is no such assignment or exam."
    case .academicItemDeleted: "This assignment or exam was deleted."
    case .dueOutOfRange: "This is no day and time at which something can be due."
    case .titleMissing: "Courses and what is due in them need a name."
    }
  }
}
