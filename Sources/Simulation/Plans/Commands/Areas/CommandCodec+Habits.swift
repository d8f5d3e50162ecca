import Chronology
import DomainCore

extension CommandCodec {
  mutating func fillHabits() throws(CommandTextError) {
    if kind != .habitCreated { try codeEntity("habit") }
    switch kind {
    case .habitCreated: try fillHabitCreation()
    case .habitNameSet:
      var name = HabitName(packed: sourceCommand.payload.first)
      try fill(&name)
      made.payload = Payload(name.packed)
    case .habitDescriptionSet: try codeFirst("description", Fields.text)
    case .habitCategorySet: try codeFirst("category", Fields.text)
    case .habitIconSet: try codeFirst("icon", Fields.count)
    case .habitRankSet: try codeFirst("rank", Fields.count)
    case .habitArchivedSet: try codeFirst("archived", Fields.flag)
    case .habitDeleted, .habitRestored: break
    case .completionSet:
      var completion = CompletionPayload(sourceCommand.payload)
      try codeField("on", Fields.day, &completion.day)
      try codeField("done", Fields.flag, &completion.done)
      try codeField("source", Fields.completionSource, &completion.source, defaultValue: .app)
      made.payload = completion.payload
    case .habitStartSet: try codeFirst("on", Fields.day)
    default: throw Self.unrepresentable
    }
  }

  private mutating func fillHabitCreation() throws(CommandTextError) {
    var creation = HabitCreation(sourceCommand.payload)
    try fill(&creation.name)
    try codeField("category", Fields.earlyText, &creation.category, defaultValue: .empty)
    try codeField("icon", Fields.short, &creation.icon, defaultValue: 0)
    try codeField("rank", Fields.count, &creation.rank)
    made.payload = creation.payload
  }

  private mutating func fill(_ name: inout HabitName) throws(CommandTextError) {
    try codeField("name", Fields.text, &name.text)
    try codeField("compared", Fields.text, &name.folded, defaultValue: foldedName(name))
  }
}
