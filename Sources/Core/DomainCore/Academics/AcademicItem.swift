public import Chronology

/// ACA-1: what can be due.
public enum AcademicItemKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case assignment = 0
  case exam = 1
  case quiz = 2
  case project = 3
}

/// ACA-1: how much it matters.
public enum AcademicPriority: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case high = 0
  case medium = 1
  case low = 2
}

/// ACA-1: a local day and a minute of it, until the end of which something can be handed in.
public struct DueTime: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  public var minuteOfDay: UInt16

  /// Where nobody says a time, the whole day is there for it.
  public init(day: LocalDay, minuteOfDay: UInt16 = lastMinute) {
    self.day = day
    self.minuteOfDay = minuteOfDay
  }

  public static var lastMinute: UInt16 { 1_439 }

  public var isWholeDay: Bool { minuteOfDay == Self.lastMinute }

  public init(packed: UInt64) {
    day = LocalDay(packed: packed)
    minuteOfDay = UInt16(truncatingIfNeeded: packed >> 32)
  }

  public var packed: UInt64 {
    day.packed | UInt64(minuteOfDay) << 32
  }

  /// The first instant at which it is too late, by the clocks of a zone.
  ///
  /// Instants and not wall times are compared, or what is overdue would not be for another hour
  /// when the clocks go back.
  public func passes(in zone: Zone) -> Instant {
    zone.instant(of: day, millisecondOfDay: Int32(min(minuteOfDay, Self.lastMinute)) * 60_000)
      + Span.minute
  }
}

/// ACA-1: an assignment, exam, quiz or project.
public struct AcademicItem: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var owner: MemberHandle
  /// None where it belongs to no course.
  public var course: Entity
  public var title: TextHandle
  public var kind: AcademicItemKind
  public var priority: AcademicPriority
  public var due: DueTime
  public var notes: TextHandle = .empty
  public var isDone = false
  public var isArchived = false
  public var isDeleted = false

  init(created fact: Fact) {
    let draft = AcademicItemDraft(fact.payload)
    entity = fact.identity
    owner = fact.subject
    course = draft.course
    title = draft.title
    kind = draft.kind
    priority = draft.priority
    due = draft.due
  }

  /// By due time, of equal ones the more important first, then by identity.
  func precedes(_ other: AcademicItem) -> Bool {
    if due.day != other.due.day { return due.day < other.due.day }
    if due.minuteOfDay != other.due.minuteOfDay { return due.minuteOfDay < other.due.minuteOfDay }
    if priority != other.priority { return priority.rawValue < other.priority.rawValue }
    return entity < other.entity
  }
}

/// ACA-1: what an item starts with, as its fact carries it.
public struct AcademicItemDraft: BitwiseCopyable, Hashable, Sendable {
  public var course: Entity
  public var title: TextHandle
  public var kind: AcademicItemKind
  public var priority: AcademicPriority
  public var due: DueTime

  /// What is due before 1970 or after 2149 is refused.
  public init(
    _ kind: AcademicItemKind, title: TextHandle, course: Entity = .none,
    priority: AcademicPriority = .medium, due: DueTime
  ) {
    self.kind = kind
    self.title = title
    self.course = course
    self.priority = priority
    self.due = due
  }

  // Second word: title, due day in 16 bits, due minute in 12, kind and priority in 2 each.

  public init(_ payload: Payload) {
    course = Entity(raw: payload.first)
    title = TextHandle(packed: payload.second)
    due = DueTime(
      day: LocalDay(number: Int32(payload.second >> 32 & 0xFFFF)),
      minuteOfDay: UInt16(payload.second >> 48 & 0xFFF))
    kind = AcademicItemKind(rawValue: UInt8(payload.second >> 60 & 3)) ?? .assignment
    priority = AcademicPriority(rawValue: UInt8(payload.second >> 62)) ?? .low
  }

  /// A day that 16 bits do not hold is said with a minute that no day has.
  public var payload: Payload {
    let day = UInt16(exactly: due.day.number)
    let minute = day == nil ? 0xFFF : min(due.minuteOfDay, 0xFFF)
    return Payload(
      course.raw,
      UInt64(title.raw) | UInt64(day ?? 0) << 32 | UInt64(minute) << 48
        | UInt64(kind.rawValue) << 60 | UInt64(priority.rawValue) << 62)
  }

  /// Whether the bits of the priority name one.
  static func isWellFormed(_ payload: Payload) -> Bool {
    payload.second >> 62 < UInt64(AcademicPriority.allCases.count)
  }
}
