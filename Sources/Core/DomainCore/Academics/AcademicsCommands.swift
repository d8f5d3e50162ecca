// Academics: commands.

import Chronology

extension Command {
  /// ACA-1: adds a course.
  public static func createCourse(
    for person: MemberHandle, name: TextHandle, code: TextHandle = .empty
  ) -> Command {
    Command(
      .courseCreated, subject: person, payload: CourseCreation(name: name, code: code).payload)
  }

  /// A nil field is one that this version does not know, and is refused.
  static func change(
    course: Entity, of owner: MemberHandle, _ field: CourseField?, to value: UInt64
  ) -> Command {
    Command(
      .courseChanged, subject: owner, entity: course,
      payload: Payload(UInt64(field?.rawValue ?? 0), value))
  }

  /// ACA-1: changes the name, code, instructor or meetings of a course, the only text fields.
  public static func setCourseText(
    _ field: CourseField, of course: Entity, owner: MemberHandle, to text: TextHandle
  ) -> Command {
    let isText = field.rawValue <= CourseField.meetings.rawValue
    return change(course: course, of: owner, isText ? field : nil, to: UInt64(text.raw))
  }

  /// ACA-1: archives a course with its items, or restores it.
  public static func archiveCourse(
    _ course: Entity, of owner: MemberHandle, _ archived: Bool
  ) -> Command {
    change(course: course, of: owner, .archived, to: archived ? 1 : 0)
  }

  /// ACA-1: deletes a course with its items.
  public static func deleteCourse(_ course: Entity, of owner: MemberHandle) -> Command {
    change(course: course, of: owner, .deletion, to: 1)
  }

  /// ACA-1: adds an assignment, exam, quiz or project.
  public static func createAcademicItem(
    for person: MemberHandle, _ draft: AcademicItemDraft
  ) -> Command {
    Command(.academicItemCreated, subject: person, payload: draft.payload)
  }

  private static func change(
    item: Entity, of owner: MemberHandle, _ field: AcademicItemField?, to value: UInt64
  ) -> Command {
    Command(
      .academicItemChanged, subject: owner, entity: item,
      payload: Payload(UInt64(field?.rawValue ?? 0), value))
  }

  /// ACA-1: changes the title or the notes of an item, the only text fields.
  public static func setAcademicItemText(
    _ field: AcademicItemField, of item: Entity, owner: MemberHandle, to text: TextHandle
  ) -> Command {
    let isText = field == .title || field == .notes
    return change(item: item, of: owner, isText ? field : nil, to: UInt64(text.raw))
  }

  /// ACA-1: assigns an item to a course, or to none.
  public static func setCourse(of item: Entity, owner: MemberHandle, to course: Entity) -> Command {
    change(item: item, of: owner, .course, to: course.raw)
  }

  /// ACA-1: sets the kind of an item.
  public static func setAcademicItemKind(
    _ item: Entity, of owner: MemberHandle, to kind: AcademicItemKind
  ) -> Command {
    change(item: item, of: owner, .kind, to: UInt64(kind.rawValue))
  }

  /// ACA-1: sets when an item is due.
  public static func setDue(_ item: Entity, of owner: MemberHandle, to due: DueTime) -> Command {
    change(item: item, of: owner, .due, to: due.packed)
  }

  /// ACA-1: sets the priority of an item.
  public static func setAcademicPriority(
    _ item: Entity, of owner: MemberHandle, to priority: AcademicPriority
  ) -> Command {
    change(item: item, of: owner, .priority, to: UInt64(priority.rawValue))
  }

  /// ACA-1: sets whether an item is done; a value, never a toggle.
  public static func setAcademicItemDone(
    _ item: Entity, of owner: MemberHandle, _ done: Bool
  ) -> Command {
    change(item: item, of: owner, .done, to: done ? 1 : 0)
  }

  /// ACA-1: archives an item, or restores it.
  public static func archiveAcademicItem(
    _ item: Entity, of owner: MemberHandle, _ archived: Bool
  ) -> Command {
    change(item: item, of: owner, .archived, to: archived ? 1 : 0)
  }

  /// ACA-1: deletes an item permanently.
  public static func deleteAcademicItem(_ item: Entity, of owner: MemberHandle) -> Command {
    change(item: item, of: owner, .deletion, to: 1)
  }
}

extension Command {
  /// ACA-2: sets a row of a course's timetable: when and where it meets, or an empty row.
  public static func setCourseMeeting(
    _ row: Int, of course: Entity, owner: MemberHandle, to meeting: CourseMeeting
  ) -> Command {
    change(course: course, of: owner, .meeting(row), to: meeting.packed)
  }

  /// ACA-2: sets the term of a course's timetable.
  public static func setCourseTerm(
    of course: Entity, owner: MemberHandle, to term: CourseTerm
  ) -> Command {
    change(course: course, of: owner, .term, to: term.packed)
  }
}
