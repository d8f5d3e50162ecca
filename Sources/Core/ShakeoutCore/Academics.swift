public import Chronology
public import DomainCore
import SyncCore

/// ACA-1: a course as a list shows it.
public struct CourseView: Hashable, Sendable {
  public let id: CourseID
  public let name: String
  public let code: String
  public let instructor: String
  public let isArchived: Bool
}

/// ACA-1: schoolwork with a due day, as a list shows it.
public struct SchoolworkView: Hashable, Sendable {
  public let id: SchoolworkID
  public let title: String
  public let kind: AcademicItemKind
  public let priority: AcademicPriority
  /// Nil where it belongs to no course.
  public let course: CourseID?
  public let due: DueTime
  public let notes: String
  public let isDone: Bool
  public let isOverdue: Bool
}

// MARK: Actions

extension Action where Made == CourseID {
  /// ACA-1: adds a course for a person.
  public static func createCourse(
    _ name: String, code: String = "", for person: MemberID
  ) -> Action {
    Action(making: CourseID.init(entity:)) { draft throws(Refusal) in
      .createCourse(
        for: try draft.handle(of: person), name: draft.text(name), code: draft.text(code))
    }
  }
}

extension Action where Made == SchoolworkID {
  /// ACA-1: adds an assignment, exam, quiz or project, due on a day or at a minute of it.
  public static func createSchoolwork(
    _ title: String, _ kind: AcademicItemKind, in course: CourseID? = nil,
    due day: LocalDay, minuteOfDay: Int? = nil, priority: AcademicPriority = .medium,
    for person: MemberID
  ) -> Action {
    Action(making: SchoolworkID.init(entity:)) { draft throws(Refusal) in
      let item = AcademicItemDraft(
        kind, title: draft.text(title), course: course?.entity ?? .none, priority: priority,
        due: try draft.due(day, minuteOfDay))
      return .createAcademicItem(for: try draft.handle(of: person), item)
    }
  }
}

extension ActionContext {
  fileprivate func due(_ day: LocalDay, _ minuteOfDay: Int?) throws(Refusal) -> DueTime {
    guard let minuteOfDay else { return DueTime(day: day) }
    return DueTime(
      day: day, minuteOfDay: try integer(minuteOfDay, within: 0...1_439, else: .dueOutOfRange))
  }
}

extension Action where Made == Void {
  /// ACA-1: sets the instructor of a course.
  public static func setInstructor(of course: CourseID, to name: String) -> Action {
    change(course) { draft, owner in
      .setCourseText(.instructor, of: course.entity, owner: owner, to: draft.text(name))
    }
  }

  /// ACA-1: archives a course with its schoolwork, or restores it.
  public static func archive(_ course: CourseID, _ archived: Bool = true) -> Action {
    change(course) { _, owner in .archiveCourse(course.entity, of: owner, archived) }
  }

  /// ACA-1: deletes a course with its schoolwork.
  public static func delete(_ course: CourseID) -> Action {
    change(course) { _, owner in .deleteCourse(course.entity, of: owner) }
  }

  /// ACA-1: sets whether schoolwork is done: a value, never a toggle.
  public static func finish(_ schoolwork: SchoolworkID, _ done: Bool = true) -> Action {
    change(schoolwork) { _, owner throws(Refusal) in
      .setAcademicItemDone(schoolwork.entity, of: owner, done)
    }
  }

  /// ACA-1: sets when schoolwork is due.
  public static func setDue(
    of schoolwork: SchoolworkID, to day: LocalDay, minuteOfDay: Int? = nil
  ) -> Action {
    change(schoolwork) { draft, owner throws(Refusal) in
      .setDue(schoolwork.entity, of: owner, to: try draft.due(day, minuteOfDay))
    }
  }

  /// ACA-1: sets the notes of schoolwork.
  public static func setNotes(of schoolwork: SchoolworkID, to notes: String) -> Action {
    change(schoolwork) { draft, owner throws(Refusal) in
      .setAcademicItemText(.notes, of: schoolwork.entity, owner: owner, to: draft.text(notes))
    }
  }

  /// ACA-1: deletes schoolwork permanently.
  public static func delete(_ schoolwork: SchoolworkID) -> Action {
    change(schoolwork) { _, owner throws(Refusal) in
      .deleteAcademicItem(schoolwork.entity, of: owner)
    }
  }

  private static func change(
    _ course: CourseID, _ command: @escaping (ActionContext, MemberHandle) -> Command
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.academics.course(course.entity) else {
        throw .courseUnknown
      }
      return command(draft, found.owner)
    }
  }

  private static func change(
    _ schoolwork: SchoolworkID,
    _ command: @escaping (ActionContext, MemberHandle) throws(Refusal) -> Command
  ) -> Action {
    Action { draft throws(Refusal) in
      guard let found = draft.state.pointee.academics.academicItem(schoolwork.entity) else {
        throw .academicItemUnknown
      }
      return try command(draft, found.owner)
    }
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// ACA-1: a person's courses; none without read access.
  public func courses(of person: MemberID, archived: Bool = false) -> [CourseView] {
    guard let (state, person) = reading(.academics, of: person) else { return [] }
    return state.pointee.academics.courses(of: person, archived: archived).map { course in
      CourseView(
        id: CourseID(entity: course.entity), name: texts.text(of: course.name),
        code: texts.text(of: course.code), instructor: texts.text(of: course.instructor),
        isArchived: course.isArchived)
    }
  }

  /// ACA-1: a person's schoolwork, ordered by due time.
  public func schoolwork(of person: MemberID) -> [SchoolworkView] {
    guard let (state, person) = reading(.academics, of: person) else { return [] }
    return state.pointee.academics.academicItems(of: person).map { item in
      SchoolworkView(
        id: SchoolworkID(entity: item.entity), title: texts.text(of: item.title),
        kind: item.kind, priority: item.priority,
        course: item.course == .none ? nil : CourseID(entity: item.course), due: item.due,
        notes: texts.text(of: item.notes), isDone: item.isDone,
        isOverdue: !item.isDone && item.due.passes(in: zone) <= now)
    }
  }

  /// ACA-1: how much schoolwork there is of each sort, or nil without read access.
  public func schoolworkCounts(of person: MemberID) -> AcademicCounts? {
    reading(.academics, of: person).map {
      $0.state.pointee.academics.academicCounts(of: $0.person, at: now, in: zone)
    }
  }
}
