extension Fact {
  /// FAM-7: the handles of texts that the fact carries, so that an export can spell them out.
  public var texts: [TextHandle] {
    switch kind {
    case .habitCreated:
      let creation = HabitCreation(payload)
      return [creation.name.text, creation.category]
    case .habitNameSet:
      return [HabitName(packed: payload.first).text]
    case .habitDescriptionSet, .habitCategorySet:
      return [TextHandle(UInt32(truncatingIfNeeded: payload.first))]
    default:
      return []
    }
  }
}
