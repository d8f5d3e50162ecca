import Base
public import Chronology

/// ACA-1: how many items there are of each sort. Each item is exactly one of upcoming, overdue and
/// completed; of those that are not completed, some have high priority.
public struct AcademicCounts: BitwiseCopyable, Hashable, Sendable {
  public var upcoming = 0
  public var overdue = 0
  public var completed = 0
  public var highPriority = 0

  public init(upcoming: Int = 0, overdue: Int = 0, completed: Int = 0, highPriority: Int = 0) {
    self.upcoming = upcoming
    self.overdue = overdue
    self.completed = completed
    self.highPriority = highPriority
  }
}

extension AcademicsState {
  /// A course, also one that is deleted.
  public func course(_ entity: Entity) -> Course? {
    courses.row(of: RowKey(entity.raw))
  }

  /// An item, also one that is deleted.
  public func academicItem(_ entity: Entity) -> AcademicItem? {
    items.row(of: RowKey(entity.raw))
  }

  /// ACA-1: a person's courses, in the order in which they were made.
  public func courses(of person: MemberHandle, archived: Bool = false) -> [Course] {
    var found: [Course] = []
    for place in 0..<courses.count {
      let course = courses[place]
      if course.owner == person && !course.isDeleted && course.isArchived == archived {
        found.append(course)
      }
    }
    return found.sorted { $0.entity < $1.entity }
  }

  /// Whether an item is active: neither it nor its course is deleted or archived.
  func isShown(_ item: AcademicItem) -> Bool {
    guard !item.isDeleted && !item.isArchived else { return false }
    guard let course = course(item.course) else { return true }
    return !course.isDeleted && !course.isArchived
  }

  /// ACA-1: a person's items by due date. O(items).
  public func academicItems(of person: MemberHandle) -> [AcademicItem] {
    var found: [AcademicItem] = []
    for place in 0..<items.count {
      let item = items[place]
      if item.owner == person && isShown(item) { found.append(item) }
    }
    return found.sorted { $0.precedes($1) }
  }

  /// SCH-8: a person's items that are due on the given days, by due date. O(days + their items).
  public func academicItems(
    of person: MemberHandle, from first: LocalDay, through last: LocalDay,
    _ shared: borrowing SharedState
  ) -> [AcademicItem] {
    guard first <= last else { return [] }
    var found: [AcademicItem] = []
    for day in first...last where shared.covers(day) {
      found += dueDays.places(of: person, on: day)
        .map { items[$0] }.filter { isShown($0) }
    }
    return found.sorted { $0.precedes($1) }
  }

  /// HOME-1: the items that are due in the week of a day, Sunday to Saturday (SCH-8), and not done.
  public func deadlines(
    of person: MemberHandle, inWeekOf day: LocalDay, _ shared: borrowing SharedState
  ) -> [AcademicItem] {
    let sunday = day.weekStart(startingOn: 7)
    return academicItems(of: person, from: sunday, through: sunday.adding(days: 6), shared)
      .filter { !$0.isDone }
  }

  /// ACA-1: a person's counts at an instant, by the clocks of a zone. O(items).
  public func academicCounts(
    of person: MemberHandle, at now: Instant, in zone: Zone
  ) -> AcademicCounts {
    var counts = AcademicCounts()
    for place in 0..<items.count {
      let item = items[place]
      guard item.owner == person, isShown(item) else { continue }
      if item.isDone {
        counts.completed += 1
        continue
      }
      if now < item.due.passes(in: zone) { counts.upcoming += 1 } else { counts.overdue += 1 }
      if item.priority == .high { counts.highPriority += 1 }
    }
    return counts
  }
}
