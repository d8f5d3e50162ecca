import Base
public import Chronology

/// Folds of courses and their items.
public enum AcademicsArea: Area {
  public static func fold(
    _ code: AcademicCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .courseCreated: state.academics.createCourse(fact, &state.shared)
    case .courseChanged: state.academics.changeCourse(fact, &state.shared)
    case .academicItemCreated: state.academics.createAcademicItem(fact, &state.shared)
    case .academicItemChanged: state.academics.changeAcademicItem(fact, &state.shared)
    }
  }
}

extension AcademicsState {
  mutating func createCourse(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard courses.add(Course(created: fact), madeBy: fact) else { return .superseded }
    shared.accountOnce(fact)
    return .changed
  }

  mutating func changeCourse(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let field = CourseField(rawValue: UInt8(truncatingIfNeeded: fact.payload.first)),
      let place = courses.place(of: RowKey(fact.entity.raw)),
      shared.write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: UInt64(field.rawValue)))
    else { return .superseded }
    let text = TextHandle(packed: fact.payload.second)
    switch field {
    case .name: courses[place].name = text
    case .code: courses[place].code = text
    case .instructor: courses[place].instructor = text
    case .meetings: courses[place].meetings = text
    case .archived: courses[place].isArchived = fact.payload.second & 1 == 1
    case .term: courses[place].termPacked = fact.payload.second
    case .firstMeeting, .secondMeeting, .thirdMeeting, .fourthMeeting:
      courses[place].timetable[field.row ?? 0] = fact.payload.second
    case .deletion:
      guard !courses[place].isDeleted else { return .superseded }
      courses[place].isDeleted = true
    }
    return .changed
  }

  mutating func createAcademicItem(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let item = AcademicItem(created: fact)
    guard items.add(item, madeBy: fact) else { return .superseded }
    dueDays.add(item.owner, item.due.day)
    shared.accountOnce(fact)
    return .changed
  }

  mutating func changeAcademicItem(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let field = AcademicItemField(rawValue: UInt8(truncatingIfNeeded: fact.payload.first)),
      let place = items.place(of: RowKey(fact.entity.raw)),
      shared.write(fact, to: FieldKey(fact.kind, of: fact.entity, detail: UInt64(field.rawValue)))
    else { return .superseded }
    let value = fact.payload.second
    let byte = UInt8(truncatingIfNeeded: value)
    var item = items[place]
    switch field {
    case .title: item.title = TextHandle(packed: value)
    case .course: item.course = Entity(raw: value)
    case .kind: item.kind = AcademicItemKind(rawValue: byte) ?? .assignment
    case .due:
      let old = item.due.day
      item.due = DueTime(packed: value)
      dueDays.move(place, of: item.owner, from: old, to: item.due.day)
    case .priority: item.priority = AcademicPriority(rawValue: byte) ?? .low
    case .notes: item.notes = TextHandle(packed: value)
    case .done: item.isDone = value & 1 == 1
    case .archived: item.isArchived = value & 1 == 1
    case .deletion:
      guard !item.isDeleted else { return .superseded }
      item.isDeleted = true
    }
    items[place] = item
    return .changed
  }
}
