public import Chronology

/// TRN-1: on which local days a template plans a session.
///
/// Days have no clock, so neither a clock change nor the end of a year moves one; a session at
/// 17:00 is at 17:00 on each day.
public struct TemplateRecurrence: BitwiseCopyable, Hashable, Sendable {
  var weekdayBits: UInt8
  public var first: LocalDay
  /// How many days after the first day the last one is; nil without an end.
  public var length: UInt16?

  public init(on weekdays: WeekdaySet, from first: LocalDay, through last: LocalDay? = nil) {
    // An end before the beginning, or after 179 years, removes all weekdays, which is refused.
    let days = last.map { Int($0.number) - Int(first.number) }
    let isPossible = days.map { (0..<Int(UInt16.max)).contains($0) } ?? true
    weekdayBits = isPossible ? weekdays.rawValue : 0
    self.first = first
    length = isPossible ? days.map { UInt16($0) } : nil
  }

  public init(packed: UInt64) {
    first = LocalDay(packed: packed)
    let days = UInt16(truncatingIfNeeded: packed >> 32)
    length = days == .max ? nil : days
    weekdayBits = WeekdaySet(rawValue: UInt8(truncatingIfNeeded: packed >> 48)).rawValue
  }

  public var packed: UInt64 {
    first.packed | UInt64(length ?? .max) << 32
      | UInt64(weekdayBits) << 48
  }

  public var weekdays: WeekdaySet {
    get { WeekdaySet(rawValue: weekdayBits) }
    set { weekdayBits = newValue.rawValue }
  }

  /// Whether a session is planned on `day`.
  public func contains(_ day: LocalDay) -> Bool {
    guard first <= day else { return false }
    if let length, first.distance(to: day) > Int(length) { return false }
    return weekdays.contains(weekday: day.weekday)
  }
}

/// TRN-1: a blueprint of sessions that repeats every week.
///
/// A session takes the template's values at the position in the log that generates it. Later
/// changes of the template affect only sessions that are not generated yet: the existing ones may
/// have been moved, edited or done, and no user expects last week's training to change.
public struct TrainingTemplate: BitwiseCopyable, Hashable, Sendable {
  public var entity: Entity
  public var owner: MemberHandle
  public var title: TextHandle
  public var minuteOfDay: UInt16
  public var minutes: UInt16
  public var character: SessionCharacter
  public var recurrence: TemplateRecurrence
  public var isDeleted = false
  /// A bit for each exercise number in use.
  var exercises: UInt32 = 0

  init(created fact: Fact) {
    let blueprint = TemplateBlueprint(fact.payload)
    entity = fact.identity
    owner = fact.subject
    title = blueprint.title
    minuteOfDay = blueprint.minuteOfDay
    minutes = blueprint.minutes
    character = blueprint.character
    recurrence = blueprint.recurrence
  }

  /// The session that it plans for a day.
  func plan(on day: LocalDay) -> SessionPlan {
    SessionPlan(
      title: title,
      time: SessionTime(day: day, minuteOfDay: minuteOfDay, minutes: minutes),
      character: character)
  }
}

/// TRN-1: the initial fields of a template, as its fact carries them.
public struct TemplateBlueprint: BitwiseCopyable, Hashable, Sendable {
  public var title: TextHandle
  public var minuteOfDay: UInt16
  public var minutes: UInt16
  public var character: SessionCharacter
  public var recurrence: TemplateRecurrence

  public init(
    title: TextHandle, minuteOfDay: UInt16, minutes: UInt16, character: SessionCharacter,
    recurrence: TemplateRecurrence
  ) {
    self.title = title
    self.minuteOfDay = minuteOfDay
    self.minutes = minutes
    self.character = character
    self.recurrence = recurrence
  }

  // First word: first day, length, weekdays, character in 4 + 4 bits. Second: title, time.

  public init(_ payload: Payload) {
    recurrence = TemplateRecurrence(packed: payload.first & 0x00FF_FFFF_FFFF_FFFF)
    character = SessionCharacter(packed: Self.character(payload))
    title = TextHandle(packed: payload.second)
    minuteOfDay = UInt16(truncatingIfNeeded: payload.second >> 32)
    minutes = UInt16(truncatingIfNeeded: payload.second >> 48)
  }

  public var payload: Payload {
    Payload(
      recurrence.packed | UInt64(character.type.rawValue) << 56
        | UInt64(character.intensity.rawValue) << 60,
      UInt64(title.raw) | UInt64(minuteOfDay) << 32 | UInt64(minutes) << 48)
  }

  /// The 16 bits of a character, which the first word encodes in 8 bits.
  private static func character(_ payload: Payload) -> UInt64 {
    payload.first >> 56 & 0xF | (payload.first >> 60) << 8
  }

  static func isWellFormed(_ payload: Payload) -> Bool {
    TemplateBlueprint(payload).recurrence.weekdayBits != 0
      && SessionTime(packed: payload.second).isWellFormed
      && SessionCharacter.isKnown(character(payload))
  }
}
