import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillAcademics() throws(CommandTextError) {
    switch kind {
    case .courseCreated:
      var creation = CourseCreation(sourceCommand.payload)
      try codeField("name", Fields.text, &creation.name)
      try codeField("code", Fields.text, &creation.code, defaultValue: .empty)
      made.payload = creation.payload
    case .courseChanged: try fillCourseChange()
    case .academicItemCreated:
      var draft = AcademicItemDraft(sourceCommand.payload)
      try codeField("item", Fields.itemKind, &draft.kind)
      try codeField("title", Fields.text, &draft.title)
      try codeField("course", Fields.entity, &draft.course, defaultValue: Entity.none)
      try codeField("due", Fields.day16, &draft.due.day)
      try codeField("at", Fields.time12, &draft.due.minuteOfDay, defaultValue: DueTime.lastMinute)
      try codeField("priority", Fields.itemPriority, &draft.priority, defaultValue: .medium)
      made.payload = draft.payload
    case .academicItemChanged: try fillItemChange()
    default: throw Self.unrepresentable
    }
  }

  private mutating func fillCourseChange() throws(CommandTextError) {
    try codeEntity("course")
    let number = UInt8(exactly: sourceCommand.payload.first)
    let field = try codeVariant("field", Fields.courseField, number.flatMap(CourseField.init))
    var value = sourceCommand.payload.second
    switch field {
    case .name, .code, .instructor, .meetings: try codeField("to", Fields.text, word: &value)
    case .archived: try codeField("to", Fields.flag, word: &value)
    case .deletion: try codeField("deleted", Fields.flag, word: &value, defaultValue: true)
    case .term:
      var term = CourseTerm(packed: value)
      try codeField("from", Fields.day20, &term.first)
      try codeField("through", Fields.day20, &term.last)
      value = term.packed
    case .firstMeeting, .secondMeeting, .thirdMeeting, .fourthMeeting:
      var meeting = CourseMeeting(packed: value)
      try codeField("on", Fields.weekdays, &meeting.weekdays)
      try codeField("at", Fields.time11, &meeting.minuteOfDay)
      try codeField("minutes", Fields.bits11, &meeting.minutes)
      try codeField("place", Fields.text, &meeting.place, defaultValue: .empty)
      value = meeting.packed
    }
    made.payload = Payload(UInt64(field.rawValue), value)
  }

  private mutating func fillItemChange() throws(CommandTextError) {
    try codeEntity("item")
    let number = UInt8(exactly: sourceCommand.payload.first)
    let field = try codeVariant("field", Fields.itemField, number.flatMap(AcademicItemField.init))
    var value = sourceCommand.payload.second
    switch field {
    case .title, .notes: try codeField("to", Fields.text, word: &value)
    case .course: try codeField("to", Fields.entity, word: &value)
    case .kind: try codeField("to", Fields.itemKind, word: &value)
    case .due:
      var due = DueTime(packed: value)
      try codeField("to", Fields.day, &due.day)
      try codeField("at", Fields.time, &due.minuteOfDay, defaultValue: DueTime.lastMinute)
      value = due.packed
    case .priority: try codeField("to", Fields.itemPriority, word: &value)
    case .done, .archived: try codeField("to", Fields.flag, word: &value)
    case .deletion: try codeField("deleted", Fields.flag, word: &value, defaultValue: true)
    }
    made.payload = Payload(UInt64(field.rawValue), value)
  }
}
