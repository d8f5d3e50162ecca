import Base
public import Chronology

/// Courses and what is due.
public enum AcademicsArea: Area {
  public static func fold(
    _ code: AcademicCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .courseCreated: state.createCourse(fact)
    case .courseChanged: state.changeCourse(fact)
    case .academicItemCreated: state.createAcademicItem(fact)
    case .academicItemChanged: state.changeAcademicItem(fact)
    }
  }
}

extension ScopeState {
  mutating func createCourse(_ fact: Fact) -> Effect {
    guard academics.courses.add(Course(created: fact), madeBy: fact) else { return .superseded }
    accountOnce(fact)
    return .changed
  }

  mutating func changeCourse(_ fact: Fact) -> Effect {
    guard let field = CourseField(rawValue: UInt8(truncatingIfNeeded: fact.payload.first)),
      let place = academics.courses.place(of: RowKey(fact.entity.raw)),
      write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: UInt64(field.rawValue)))
    else { return .superseded }
    let text = TextHandle(packed: fact.payload.second)
    switch field {
    case .name: academics.courses[place].name = text
    case .code: academics.courses[place].code = text
    case .instructor: academics.courses[place].instructor = text
    case .meetings: academics.courses[place].meetings = text
    case .archived: academics.courses[place].isArchived = fact.payload.second & 1 == 1
    case .term: academics.courses[place].termPacked = fact.payload.second
    case .firstMeeting, .secondMeeting, .thirdMeeting, .fourthMeeting:
      academics.courses[place].timetable[field.row ?? 0] = fact.payload.second
    case .deletion:
      guard !academics.courses[place].isDeleted else { return .superseded }
      academics.courses[place].isDeleted = true
    }
    return .changed
  }

  mutating func createAcademicItem(_ fact: Fact) -> Effect {
    let item = AcademicItem(created: fact)
    guard academics.items.add(item, madeBy: fact) else { return .superseded }
    academics.dueDays.add(item.owner, item.due.day)
    accountOnce(fact)
    return .changed
  }

  mutating func changeAcademicItem(_ fact: Fact) -> Effect {
    guard let field = AcademicItemField(rawValue: UInt8(truncatingIfNeeded: fact.payload.first)),
      let place = academics.items.place(of: RowKey(fact.entity.raw)),
      write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: UInt64(field.rawValue)))
    else { return .superseded }
    let value = fact.payload.second
    let byte = UInt8(truncatingIfNeeded: value)
    var item = academics.items[place]
    switch field {
    case .title: item.title = TextHandle(packed: value)
    case .course: item.course = Entity(raw: value)
    case .kind: item.kind = AcademicItemKind(rawValue: byte) ?? .assignment
    case .due:
      let old = item.due.day
      item.due = DueTime(packed: value)
      academics.dueDays.move(place, of: item.owner, from: old, to: item.due.day)
    case .priority: item.priority = AcademicPriority(rawValue: byte) ?? .low
    case .notes: item.notes = TextHandle(packed: value)
    case .done: item.isDone = value & 1 == 1
    case .archived: item.isArchived = value & 1 == 1
    case .deletion:
      guard !item.isDeleted else { return .superseded }
      item.isDeleted = true
    }
    academics.items[place] = item
    return .changed
  }
}
