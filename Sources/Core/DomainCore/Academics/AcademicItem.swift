public import Chronology

/// ACA-1: the kinds of items that can be due.
public enum AcademicItemKind: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case assignment = 0
  case exam = 1
  case quiz = 2
  case project = 3
}

/// ACA-1: the priority of an item.
public enum AcademicPriority: UInt8, BitwiseCopyable, CaseIterable, Sendable {
  case high = 0
  case medium = 1
  case low = 2
}

/// ACA-1: a local day and the last minute of it at which an item can be handed in.
public struct DueTime: BitwiseCopyable, Hashable, Sendable {
  public var day: LocalDay
  public var minuteOfDay: UInt16

  /// The last minute of the day, for items without a time.
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

  /// The first instant at which the item is late, by the clocks of a zone.
  ///
  /// Compares instants and not wall times; otherwise an item would become overdue an hour late when
  /// the clocks go back.
  public func passes(in zone: Zone) -> Instant {
    zone.instant(of: day, millisecondOfDay: Int32(min(minuteOfDay, Self.lastMinute)) * 60_000)
      + Span.minute
  }
}

/// ACA-1: an assignment, exam, quiz or project.
public struct AcademicItem: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var owner: MemberHandle
  /// None for an item that belongs to no course.
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

  /// By due time, then by priority, highest first, then by identity.
  func precedes(_ other: AcademicItem) -> Bool {
    if due.day != other.due.day { return due.day < other.due.day }
    if due.minuteOfDay != other.due.minuteOfDay { return due.minuteOfDay < other.due.minuteOfDay }
    if priority != other.priority { return priority.rawValue < other.priority.rawValue }
    return entity < other.entity
  }
}

/// ACA-1: the initial values of an item, as its fact carries them.
public struct AcademicItemDraft: BitwiseCopyable, Hashable, Sendable {
  public var course: Entity
  public var title: TextHandle
  public var kind: AcademicItemKind
  public var priority: AcademicPriority
  public var due: DueTime

  /// Due days before 1970 or after 2149 are refused.
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

  /// A due day that does not fit into 16 bits is encoded with a minute that no day has.
  public var payload: Payload {
    let day = UInt16(exactly: due.day.number)
    let minute = day == nil ? 0xFFF : min(due.minuteOfDay, 0xFFF)
    return Payload(
      course.raw,
      UInt64(title.raw) | UInt64(day ?? 0) << 32 | UInt64(minute) << 48
        | UInt64(kind.rawValue) << 60 | UInt64(priority.rawValue) << 62)
  }

  /// Whether the bits of the priority name a known one.
  static func isWellFormed(_ payload: Payload) -> Bool {
    payload.second >> 62 < UInt64(AcademicPriority.allCases.count)
  }
}
