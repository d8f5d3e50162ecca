import Chronology
import DomainCore

extension CommandForm {
  mutating func fillHabits() throws(CommandTextError) {
    if kind != .habitCreated { try sayEntity("habit") }
    switch kind {
    case .habitCreated: try fillHabitCreation()
    case .habitNameSet:
      var name = HabitName(packed: said.payload.first)
      try fill(&name)
      made.payload = Payload(name.packed)
    case .habitDescriptionSet: try sayFirst("description", Fields.text)
    case .habitCategorySet: try sayFirst("category", Fields.text)
    case .habitIconSet: try sayFirst("icon", Fields.count)
    case .habitRankSet: try sayFirst("rank", Fields.count)
    case .habitArchivedSet: try sayFirst("archived", Fields.flag)
    case .habitDeleted, .habitRestored: break
    case .completionSet:
      var completion = CompletionPayload(said.payload)
      try say("on", Fields.day, &completion.day)
      try say("done", Fields.flag, &completion.done)
      try say("source", Fields.completionSource, &completion.source, usually: .app)
      made.payload = completion.payload
    case .habitStartSet: try sayFirst("on", Fields.day)
    default: throw Self.unsayable
    }
  }

  private mutating func fillHabitCreation() throws(CommandTextError) {
    var creation = HabitCreation(said.payload)
    try fill(&creation.name)
    try say("category", Fields.earlyText, &creation.category, usually: .empty)
    try say("icon", Fields.short, &creation.icon, usually: 0)
    try say("rank", Fields.count, &creation.rank)
    made.payload = creation.payload
  }

  private mutating func fill(_ name: inout HabitName) throws(CommandTextError) {
    try say("name", Fields.text, &name.text)
    try say("compared", Fields.text, &name.folded, usually: comparedUsually(name))
  }
}
