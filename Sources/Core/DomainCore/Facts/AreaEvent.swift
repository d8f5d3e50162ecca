public import Chronology

/// What happened in one area and pays, counts or completes something in another.
///
/// An area says so in its fold, once for each change and after it, and does not know who listens.
/// Saying again what holds already is no event.
public enum AreaEvent: BitwiseCopyable, Sendable {
  /// NUT-1, NUT-2: what targets of these days rest on may be another now: a body, or how much
  /// somebody trains.
  case needsChanged(MemberHandle, first: LocalDay, last: LocalDay)
  /// NUT-11: something was eaten or drunk on a day, or not after all.
  case foodChanged(MemberHandle, day: Int)
  /// NUT-6: a nutrition day is met, or no longer.
  case nutritionDay(MemberHandle, LocalDay, isMet: Bool)
  /// SCH-4: somebody attended, or it turned out that they had not: somebody said so, or the
  /// occurrence was cancelled.
  case attendance(Attendance, isAttended: Bool)
  /// SCH-4: what somebody attended was moved from another day.
  case attendanceMoved(Attendance, from: LocalDay)
  /// GOAL-3: the plan has changed, of which attendance is a share.
  case planChanged
  /// REW-4: what was attended counts for a sport and a month, or no longer.
  case attendanceCounted(AttendedOccurrence, of: MemberHandle, isAttended: Bool)
  /// REW-4: what was attended counts for another day than before.
  case attendanceRecounted(AttendedOccurrence, from: LocalDay, of: MemberHandle)
  /// HAB-4: a habit's runs hold so many whole weeks now.
  case streakWeeks(habit: Int, Int)
  /// GOAL-2: a goal is completed, or no longer.
  case goal(Entity, of: MemberHandle, isCompleted: Bool)
}
