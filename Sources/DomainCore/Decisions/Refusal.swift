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

  // MARK: Nutrition, 65 to 74
  /// NUT-7, OFF-1: photos are looked at elsewhere.
  case photoAnalysisOffline = 65
  /// NUT-4: a target for something unknown, or more than any body needs.
  case targetOutOfRange = 66
  /// NUT-4: a template needs a name.
  case templateNameEmpty = 67
  /// NUT-4: there is no such template.
  case templateUnknown = 68
  /// NUT-4: the template was deleted.
  case templateDeleted = 69
  /// NUT-4: days gone by are not judged by a template that nobody knew of.
  case templateRangeInvalid = 70
  /// NUT-4: the template is not applied to this person, or it is somebody else's.
  case templateNotApplied = 71
  /// NUT-4: the application was called off already.
  case templateEnded = 72

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
    // MARK: Nutrition
    case .photoAnalysisOffline: "A photo can be analysed only with a connection."
    case .targetOutOfRange: "This target is not possible."
    case .templateNameEmpty: "A template needs a name."
    case .templateUnknown: "This template does not exist."
    case .templateDeleted: "This template was deleted."
    case .templateRangeInvalid: "A template starts today or later and ends no earlier."
    case .templateNotApplied: "This template is not in use for this person."
    case .templateEnded: "This template is no longer in use."
    }
  }
}
