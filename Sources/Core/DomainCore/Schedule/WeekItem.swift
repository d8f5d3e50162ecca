public import Chronology

/// SCH-8: an item of a person's week, from any area.
public struct WeekItem: BitwiseCopyable, Hashable, Sendable {
  /// The area it comes from; items at one time have this order.
  public enum Source: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    case trainingClass = 0
    case assignedWorkout = 1
    case personalSession = 2
    case academic = 3
    /// ACA-2: a course by its timetable.
    case courseClass = 4
  }

  public var source: Source
  /// Identifies the item in its source, together with the original day.
  public var entity: Entity
  /// The day that a series or a template gave it, wherever it was moved since; nil for other items.
  public var original: LocalDay?
  public var person: MemberHandle
  public var day: LocalDay
  /// Minutes since 00:00; nil for an item with a day and no time, which comes first.
  public var minute: UInt16?
  public var isDone: Bool

  @inlinable public init(
    _ source: Source, _ entity: Entity, original: LocalDay? = nil, of person: MemberHandle,
    on day: LocalDay, minute: UInt16? = nil, isDone: Bool = false
  ) {
    self.source = source
    self.entity = entity
    self.original = original
    self.person = person
    self.day = day
    self.minute = minute
    self.isDone = isDone
  }

  /// By time; at one time by source, then by entity and person.
  public static func comesFirst(_ left: WeekItem, _ right: WeekItem) -> Bool {
    left.order < right.order
  }

  private var order: (Int32, Int32, UInt8, Entity, Int32, UInt16) {
    (
      day.number, minute.map(Int32.init) ?? -1, source.rawValue, entity,
      original?.number ?? .min, person.index
    )
  }
}

/// SCH-8: a week from Sunday to Saturday, with the items of all areas.
public struct WeekSchedule: Hashable, Sendable {
  public let firstDay: LocalDay
  /// In order of time.
  public let items: [WeekItem]

  /// Merges the areas' items of the week of `day`; items outside it are left out, and duplicates
  /// are listed once. O(items log items).
  public init(of day: LocalDay, merging parts: [[WeekItem]]) {
    let span = ScheduleSpan.week(of: day)
    firstDay = span.first
    var merged: [WeekItem] = []
    let sorted = parts.joined()
      .filter { span.first <= $0.day && $0.day <= span.last }
      .sorted(by: WeekItem.comesFirst)
    for item in sorted where merged.last != item { merged.append(item) }
    items = merged
  }

  /// The items of one day of the week.
  public func items(on day: LocalDay) -> [WeekItem] { items.filter { $0.day == day } }

  /// The week before and the week after.
  public var previousWeek: LocalDay { firstDay.adding(days: -7) }
  public var nextWeek: LocalDay { firstDay.adding(days: 7) }
}
