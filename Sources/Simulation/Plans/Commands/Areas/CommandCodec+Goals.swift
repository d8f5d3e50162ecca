import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillGoals() throws(CommandTextError) {
    if kind != .goalCreated { try codeEntity("goal") }
    switch kind {
    case .goalCreated: try fillGoalCreation()
    case .goalTitleSet: try codeFirst("title", Fields.text)
    case .goalTargetSet: try codeFirst("target", Fields.amount)
    case .goalUnitSet: try codeFirst("unit", Fields.text)
    case .goalDatesSet:
      var dates = GoalDates(sourceCommand.payload)
      try codeField("from", Fields.day, &dates.start)
      try codeField("through", Fields.day, &dates.end)
      made.payload = dates.payload
    case .goalPrioritySet: try codeFirst("priority", Fields.goalPriority)
    case .goalSportSet: try codeFirst("sport", Fields.entity)
    case .goalProgressSet: try codeFirst("progress", Fields.amount)
    case .goalCompletedSet: try codeFirst("completed", Fields.flag)
    case .goalArchivedSet: try codeFirst("archived", Fields.flag)
    case .goalDeleted: break
    case .goalMetricSet:
      var metric = GoalMetric(sourceCommand.payload)
      try codeField("metric", Fields.goalMetric, known: &metric.metric)
      try codeField("amount", Fields.count, &metric.amount)
      made.payload = metric.payload
    case .goalTextSet:
      try codeFirst("text", Fields.goalText)
      try codeSecond("to", Fields.text, defaultValue: .empty)
    case .goalMilestoneSet:
      var words = (
        UInt32(truncatingIfNeeded: sourceCommand.payload.first >> 32),
        UInt32(truncatingIfNeeded: sourceCommand.payload.first)
      )
      try codeField("number", Fields.count, &words.0)
      try codeField("at", Fields.count, &words.1)
      try codeSecond("title", Fields.text, defaultValue: .empty)
      made.payload.first = UInt64(words.0) << 32 | UInt64(words.1)
    case .goalAttendanceSet:
      var types = UInt8(truncatingIfNeeded: sourceCommand.payload.second)
      try codeFirst("share", Fields.flag)
      try codeField("types", Fields.classTypes, &types, defaultValue: 0)
      made.payload.second = UInt64(types)
    default: throw Self.unrepresentable
    }
  }

  private mutating func fillGoalCreation() throws(CommandTextError) {
    var goal = GoalCreation(sourceCommand.payload)
    try codeField("type", Fields.goalType, known: &goal.type)
    try codeField("title", Fields.text, &goal.title)
    try codeField("target", Fields.count, &goal.target)
    try codeField("unit", Fields.earlyText, &goal.unit)
    try codeField("from", Fields.day20, &goal.start)
    try codeField("through", Fields.day20, &goal.end)
    try codeField("priority", Fields.goalPriority, known: &goal.priority)
    made.payload = goal.payload
  }
}
