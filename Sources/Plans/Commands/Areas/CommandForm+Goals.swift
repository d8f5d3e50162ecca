import Chronology
import DomainCore

extension CommandForm {
  mutating func fillGoals() throws(CommandTextError) {
    if kind != .goalCreated { try sayEntity("goal") }
    switch kind {
    case .goalCreated: try fillGoalCreation()
    case .goalTitleSet: try sayFirst("title", Fields.text)
    case .goalTargetSet: try sayFirst("target", Fields.amount)
    case .goalUnitSet: try sayFirst("unit", Fields.text)
    case .goalDatesSet:
      var dates = GoalDates(said.payload)
      try say("from", Fields.day, &dates.start)
      try say("through", Fields.day, &dates.end)
      made.payload = dates.payload
    case .goalPrioritySet: try sayFirst("priority", Fields.goalPriority)
    case .goalSportSet: try sayFirst("sport", Fields.entity)
    case .goalProgressSet: try sayFirst("progress", Fields.amount)
    case .goalCompletedSet: try sayFirst("completed", Fields.flag)
    case .goalArchivedSet: try sayFirst("archived", Fields.flag)
    case .goalDeleted: break
    case .goalMetricSet:
      var metric = GoalMetric(said.payload)
      try say("metric", Fields.goalMetric, known: &metric.metric)
      try say("amount", Fields.count, &metric.amount)
      made.payload = metric.payload
    case .goalTextSet:
      try sayFirst("text", Fields.goalText)
      try saySecond("to", Fields.text, usually: .empty)
    case .goalMilestoneSet:
      var words = (
        UInt32(truncatingIfNeeded: said.payload.first >> 32),
        UInt32(truncatingIfNeeded: said.payload.first)
      )
      try say("number", Fields.count, &words.0)
      try say("at", Fields.count, &words.1)
      try saySecond("title", Fields.text, usually: .empty)
      made.payload.first = UInt64(words.0) << 32 | UInt64(words.1)
    case .goalAttendanceSet:
      var types = UInt8(truncatingIfNeeded: said.payload.second)
      try sayFirst("share", Fields.flag)
      try say("types", Fields.classTypes, &types, usually: 0)
      made.payload.second = UInt64(types)
    default: throw Self.unsayable
    }
  }

  private mutating func fillGoalCreation() throws(CommandTextError) {
    var goal = GoalCreation(said.payload)
    try say("type", Fields.goalType, known: &goal.type)
    try say("title", Fields.text, &goal.title)
    try say("target", Fields.count, &goal.target)
    try say("unit", Fields.earlyText, &goal.unit)
    try say("from", Fields.day20, &goal.start)
    try say("through", Fields.day20, &goal.end)
    try say("priority", Fields.goalPriority, known: &goal.priority)
    made.payload = goal.payload
  }
}
