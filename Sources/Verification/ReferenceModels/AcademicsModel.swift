public import Chronology
public import DomainCore

/// A reference model of ACA-1, ACA-2 and GOAL-3, computed from the log alone: the courses, their
/// classes and schoolwork, and the milestones of goals.
public struct AcademicsModel: ReferenceModel {
  /// Schoolwork that a list shows as due.
  public struct Due: Equatable {
    public var entity: Entity
    public var time: DueTime
    public var isDone: Bool
    public var isImportant: Bool
  }

  private struct Course {
    var owner: MemberHandle
    var archived = LatestWrite()
    var isDeleted = false
    var term = LatestWrite()
    var meetings = [LatestWrite](repeating: LatestWrite(), count: 4)
  }

  private struct Item {
    var owner: MemberHandle
    var draft: AcademicItemDraft
    var course = LatestWrite()
    var due = LatestWrite()
    var priority = LatestWrite()
    var done = LatestWrite()
    var archived = LatestWrite()
    var isDeleted = false
    /// Every day that ever was its due day.
    var days: [LocalDay]
  }

  private struct Milestone {
    var value: UInt32 = 0
    var title = TextHandle.empty
    var version = Version.never
  }

  private var courses: [Entity: Course] = [:]
  private var courseOrder: [Entity] = []
  private var items: [Entity: Item] = [:]
  private var itemOrder: [Entity] = []
  private var milestones: [Entity: [Milestone]] = [:]

  public init() {}

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    switch fact.kind {
    case .courseCreated:
      courses[fact.identity] = Course(owner: fact.subject)
      courseOrder.append(fact.identity)
    case .courseChanged: changeCourse(fact)
    case .academicItemCreated:
      let draft = AcademicItemDraft(fact.payload)
      items[fact.identity] = Item(owner: fact.subject, draft: draft, days: [draft.due.day])
      itemOrder.append(fact.identity)
    case .academicItemChanged: changeItem(fact)
    case .goalMilestoneSet:
      let number = Int(fact.payload.first >> 32)
      var own = milestones[fact.entity] ?? [Milestone](repeating: Milestone(), count: 8)
      guard number < own.count, own[number].version < fact.version else { return }
      own[number] = Milestone(
        value: UInt32(truncatingIfNeeded: fact.payload.first),
        title: TextHandle(UInt32(truncatingIfNeeded: fact.payload.second)), version: fact.version)
      milestones[fact.entity] = own
    default: break
    }
  }

  private mutating func changeCourse(_ fact: Fact) {
    switch CourseField(rawValue: UInt8(truncatingIfNeeded: fact.payload.first)) {
    case .archived: courses[fact.entity]?.archived.merge(fact.payload.second & 1, fact)
    case .deletion: courses[fact.entity]?.isDeleted = true
    case .term: courses[fact.entity]?.term.merge(fact.payload.second, fact)
    case .firstMeeting: courses[fact.entity]?.meetings[0].merge(fact.payload.second, fact)
    case .secondMeeting: courses[fact.entity]?.meetings[1].merge(fact.payload.second, fact)
    case .thirdMeeting: courses[fact.entity]?.meetings[2].merge(fact.payload.second, fact)
    case .fourthMeeting: courses[fact.entity]?.meetings[3].merge(fact.payload.second, fact)
    default: break
    }
  }

  private mutating func changeItem(_ fact: Fact) {
    guard var item = items[fact.entity] else { return }
    let value = fact.payload.second
    switch AcademicItemField(rawValue: UInt8(truncatingIfNeeded: fact.payload.first)) {
    case .course: item.course.merge(value, fact)
    case .due:
      item.due.merge(value, fact)
      item.days.append(DueTime(packed: value).day)
    case .priority: item.priority.merge(value, fact)
    case .done: item.done.merge(value & 1, fact)
    case .archived: item.archived.merge(value & 1, fact)
    case .deletion: item.isDeleted = true
    default: return
    }
    items[fact.entity] = item
  }

  // MARK: Reading

  /// A person's existing courses, either the archived ones or the others.
  public func courses(of person: MemberHandle, archived: Bool) -> [Entity] {
    courseOrder.filter {
      guard let course = courses[$0] else { return false }
      return course.owner == person && !course.isDeleted && (course.archived.value == 1) == archived
    }.sorted()
  }

  /// The courses that a person has on a day, each with the row of its timetable.
  public func classes(
    of person: MemberHandle, on day: LocalDay
  ) -> [(course: Entity, meeting: CourseMeeting)] {
    // Day zero was a Thursday.
    let weekday = ((day.number + 3) % 7 + 7) % 7
    return courses(of: person, archived: false).flatMap { entity in
      guard let course = courses[entity] else { return [] as [(Entity, CourseMeeting)] }
      let term = CourseTerm(packed: course.term.value)
      if course.term.value != 0 && (day < term.first || term.last < day) { return [] }
      return course.meetings.map { CourseMeeting(packed: $0.value) }
        .filter { Int($0.weekdays) & 1 << weekday != 0 }.map { (entity, $0) }
    }
  }

  /// A person's open schoolwork, the next first, the more important first among equals; without
  /// deleted or archived items, on their own or through their course.
  public func due(of person: MemberHandle) -> [Due] {
    itemOrder.compactMap { entity -> (Due, UInt64)? in
      guard let item = items[entity], item.owner == person, !item.isDeleted,
        item.archived.value == 0
      else { return nil }
      let course = courses[Entity(raw: item.course.value(or: item.draft.course.raw))]
      if let course, course.isDeleted || course.archived.value == 1 { return nil }
      let priority = item.priority.value(or: UInt64(item.draft.priority.rawValue))
      let due = Due(
        entity: entity, time: DueTime(packed: item.due.value(or: item.draft.due.packed)),
        isDone: item.done.value == 1,
        isImportant: priority == UInt64(AcademicPriority.high.rawValue))
      return (due, priority)
    }.sorted { one, other in
      let (first, second) = (one.0.time, other.0.time)
      return (first.day, first.minuteOfDay, one.1, one.0.entity)
        < (second.day, second.minuteOfDay, other.1, other.0.entity)
    }.map(\.0)
  }

  /// The days on which a person's schoolwork was ever due, each once.
  public func daysEverDue(of person: MemberHandle) -> [LocalDay] {
    Set(itemOrder.flatMap { items[$0].map { $0.owner == person ? $0.days : [] } ?? [] }).sorted()
  }

  /// The milestones of a goal, the nearest first.
  public func milestones(of goal: Entity) -> [GoalMilestone] {
    let own = (milestones[goal] ?? []).enumerated().filter { $0.element.value > 0 }
    return own.sorted { ($0.element.value, $0.offset) < ($1.element.value, $1.offset) }.map {
      GoalMilestone($0.offset, at: Int($0.element.value), title: $0.element.title)
    }
  }

  /// The goals that ever had a milestone.
  public var goalsWithMilestones: [Entity] { milestones.keys.sorted() }
}
