import Base
public import Chronology

/// REW-2: what pays points, and what spends them.
public enum CauseKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case attendance = 1
  case nutritionDay = 2
  case streakWeek = 3
  case goal = 4
  case bonus = 5
  /// REW-5: a claim of a real-world reward, which spends.
  case claim = 6
}

/// REW-1: why points move; the same cause is the same value on every device.
public struct PointCause: BitwiseCopyable, Hashable, Sendable {
  /// The class, habit, goal, bonus or claim; none for a nutrition day.
  public var entity: Entity
  /// Tells the causes of one entity apart: the number of the local day, or of the habit's week.
  public var detail: Int32
  /// Whose points move.
  public var person: MemberHandle
  public var kind: CauseKind
  // Pads the cause to 16 bytes, so that equal causes have equal bytes.
  var unused: UInt8 = 0

  @inlinable public init(
    _ kind: CauseKind, _ entity: Entity, of person: MemberHandle, detail: Int32 = 0
  ) {
    self.kind = kind
    self.entity = entity
    self.person = person
    self.detail = detail
  }
}

extension PointCause {
  /// REW-1: attending an occurrence of a class, by its original day.
  public static func attendance(_ attendance: Attendance) -> PointCause {
    PointCause(
      .attendance, attendance.trainingClass, of: attendance.person, detail: attendance.day.number)
  }

  /// REW-1: a nutrition day that was met.
  public static func nutritionDay(_ day: LocalDay, of person: MemberHandle) -> PointCause {
    PointCause(.nutritionDay, .none, of: person, detail: day.number)
  }

  /// REW-2: the n-th whole week of a habit's runs, counted from 1 over all its runs.
  public static func streakWeek(
    _ number: Int, of habit: Entity, owner: MemberHandle
  ) -> PointCause {
    PointCause(.streakWeek, habit, of: owner, detail: Int32(number))
  }

  /// The key of the cause in the ledger.
  var rowKey: RowKey {
    RowKey(
      entity.raw,
      UInt64(kind.rawValue) << 48 | UInt64(person.index) << 32
        | UInt64(UInt32(bitPattern: detail)))
  }
}
