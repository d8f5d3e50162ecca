import Chronology
import DomainCore

extension CommandForm {
  mutating func fillAcademics() throws(CommandTextError) {
    switch kind {
    case .courseCreated:
      var creation = CourseCreation(said.payload)
      try say("name", Fields.text, &creation.name)
      try say("code", Fields.text, &creation.code, usually: .empty)
      made.payload = creation.payload
    case .courseChanged: try fillCourseChange()
    case .academicItemCreated:
      var draft = AcademicItemDraft(said.payload)
      try say("item", Fields.itemKind, &draft.kind)
      try say("title", Fields.text, &draft.title)
      try say("course", Fields.entity, &draft.course, usually: Entity.none)
      try say("due", Fields.day16, &draft.due.day)
      try say("at", Fields.time12, &draft.due.minuteOfDay, usually: DueTime.lastMinute)
      try say("priority", Fields.itemPriority, &draft.priority, usually: .medium)
      made.payload = draft.payload
    case .academicItemChanged: try fillItemChange()
    default: throw Self.unsayable
    }
  }

  private mutating func fillCourseChange() throws(CommandTextError) {
    try sayEntity("course")
    let number = UInt8(exactly: said.payload.first)
    let field = try sayVariant("field", Fields.courseField, number.flatMap(CourseField.init))
    var value = said.payload.second
    switch field {
    case .name, .code, .instructor, .meetings: try say("to", Fields.text, word: &value)
    case .archived: try say("to", Fields.flag, word: &value)
    case .deletion: try say("deleted", Fields.flag, word: &value, usually: true)
    case .term:
      var term = CourseTerm(packed: value)
      try say("from", Fields.day20, &term.first)
      try say("through", Fields.day20, &term.last)
      value = term.packed
    case .firstMeeting, .secondMeeting, .thirdMeeting, .fourthMeeting:
      var meeting = CourseMeeting(packed: value)
      try say("on", Fields.weekdays, &meeting.weekdays)
      try say("at", Fields.time11, &meeting.minuteOfDay)
      try say("minutes", Fields.bits11, &meeting.minutes)
      try say("place", Fields.text, &meeting.place, usually: .empty)
      value = meeting.packed
    }
    made.payload = Payload(UInt64(field.rawValue), value)
  }

  private mutating func fillItemChange() throws(CommandTextError) {
    try sayEntity("item")
    let number = UInt8(exactly: said.payload.first)
    let field = try sayVariant("field", Fields.itemField, number.flatMap(AcademicItemField.init))
    var value = said.payload.second
    switch field {
    case .title, .notes: try say("to", Fields.text, word: &value)
    case .course: try say("to", Fields.entity, word: &value)
    case .kind: try say("to", Fields.itemKind, word: &value)
    case .due:
      var due = DueTime(packed: value)
      try say("to", Fields.day, &due.day)
      try say("at", Fields.time, &due.minuteOfDay, usually: DueTime.lastMinute)
      value = due.packed
    case .priority: try say("to", Fields.itemPriority, word: &value)
    case .done, .archived: try say("to", Fields.flag, word: &value)
    case .deletion: try say("deleted", Fields.flag, word: &value, usually: true)
    }
    made.payload = Payload(UInt64(field.rawValue), value)
  }
}
