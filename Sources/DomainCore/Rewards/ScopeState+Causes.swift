public import Chronology

/// That somebody attended an occurrence of training or a game, or not after all.
public struct Attendance: BitwiseCopyable, Hashable, Sendable {
  public var person: MemberHandle
  /// The class, and the original day of the occurrence: together its identity (SCH-4).
  public var trainingClass: Entity
  public var day: LocalDay
  public var sport: Entity
  public var type: ClassType

  public init(
    person: MemberHandle, trainingClass: Entity, day: LocalDay, sport: Entity, type: ClassType
  ) {
    self.person = person
    self.trainingClass = trainingClass
    self.day = day
    self.sport = sport
    self.type = type
  }
}

// What happened in one area and pays, counts or completes something in another. The area where it
// happened says so here, once for each change and in the order of the log; goals and rewards take
// it from here.
extension ScopeState {
  /// Somebody attended, or it turned out that they had not.
  public mutating func attendanceChanged(
    _ attendance: Attendance, attended: Bool, by fact: Fact, committed: Instant
  ) {
  }

  /// NUT-6: a nutrition day is met, or no longer.
  public mutating func nutritionDayChanged(
    _ day: LocalDay, of person: MemberHandle, met: Bool, by fact: Fact, committed: Instant
  ) {
  }

  /// REW-2: a habit's runs now hold one whole week more, or one fewer: the sum over its runs of
  /// length ÷ 7, rounded down, is `weeks`.
  public mutating func streakWeeksChanged(
    of habit: Int, weeks: Int, by fact: Fact, committed: Instant
  ) {
  }

  /// GOAL-2: a goal is completed, or no longer.
  public mutating func goalChanged(
    _ goal: Entity, of person: MemberHandle, completed: Bool, by fact: Fact, committed: Instant
  ) {
  }
}
