public import Chronology

/// A change in one area that awards, counts or completes something in another.
///
/// The fold of an area emits an event once for each change, after the change, and does not know the
/// receivers. A write of the current value is no event.
public enum AreaEvent: BitwiseCopyable, Sendable {
  /// NUT-1, NUT-2: the targets of these days may have changed, through body data or training.
  case needsChanged(MemberHandle, first: LocalDay, last: LocalDay)
  /// NUT-11: a meal or drink of a day was logged, or is no longer counted.
  case foodChanged(MemberHandle, day: Int)
  /// NUT-6: a nutrition day is met, or no longer.
  case nutritionDay(MemberHandle, LocalDay, isMet: Bool)
  /// SCH-4: an attendance was added or removed, by a mark or by a cancellation.
  case attendance(Attendance, isAttended: Bool)
  /// SCH-4: an attended occurrence was moved from another day.
  case attendanceMoved(Attendance, from: LocalDay)
  /// GOAL-3: the plan, of which attendance is a percentage, has changed.
  case planChanged
  /// REW-4: an attendance counts for a sport and a month, or no longer.
  case attendanceCounted(AttendedOccurrence, of: MemberHandle, isAttended: Bool)
  /// REW-4: an attendance counts for another day than before.
  case attendanceRecounted(AttendedOccurrence, from: LocalDay, of: MemberHandle)
  /// HAB-4: the number of whole weeks in a habit's runs has changed.
  case streakWeeks(habit: Int, Int)
  /// GOAL-2: a goal is completed, or no longer.
  case goal(Entity, of: MemberHandle, isCompleted: Bool)
}
