import Chronology

extension Habit {
  /// Applies a fact about the habit and returns whether it changed anything.
  ///
  /// The one place that knows what facts do to habits: both the fold of the feed and a device's
  /// view of pending operations use it.
  public mutating func take(_ fact: Fact) -> Bool {
    let value = UInt32(truncatingIfNeeded: fact.payload.first)
    let version = fact.version
    switch HabitCode(fact.kind) {
    case .habitNameSet:
      return name.write(HabitName(packed: fact.payload.first), at: version)
    case .habitDescriptionSet:
      return text.write(TextHandle(value), at: version)
    case .habitCategorySet:
      return category.write(TextHandle(value), at: version)
    case .habitIconSet:
      return icon.write(value, at: version)
    case .habitRankSet:
      return rank.write(value, at: version)
    case .habitStartSet:
      return started.write(LocalDay(number: Int32(bitPattern: value)), at: version)
    case .habitArchivedSet:
      guard archived.write(value != 0, at: version) else { return false }
      archivedDay = fact.day
      return true
    case .habitDeleted, .habitRestored:
      return life.take(fact)
    case .habitCreated, .completionSet, nil:
      preconditionFailure("\(fact.kind) is not a change of a habit")
    }
  }
  /// The write that a fact of this kind replaced, if the habit has a different value now.
  func version(replacedBy kind: FactKind, in new: Habit) -> Version {
    switch HabitCode(kind) {
    case .habitNameSet: name.version(unless: name.value == new.name.value)
    case .habitDescriptionSet: text.version(unless: text.value == new.text.value)
    case .habitCategorySet: category.version(unless: category.value == new.category.value)
    case .habitIconSet: icon.version(unless: icon.value == new.icon.value)
    case .habitRankSet: rank.version(unless: rank.value == new.rank.value)
    case .habitStartSet: started.version(unless: started.value == new.started.value)
    case .habitArchivedSet: archived.version(unless: archived.value == new.archived.value)
    case .habitDeleted: life.restored
    case .habitRestored: life.deleted
    case .habitCreated, .completionSet, nil: .never
    }
  }
}

extension Register {
  fileprivate func version(unless isSame: Bool) -> Version { isSame ? .never : version }
}
