extension HabitRecord {
  /// HAB-7: the command that creates the habit; `details` adds the remaining fields.
  public func creation(in names: inout NameTable) -> Command {
    .createHabit(
      for: owner, name: names.habitName(name), category: .empty,
      icon: UInt16(exactly: icon) ?? 0, rank: rank)
  }

  /// HAB-7: the commands that give the habit made by `creation` its fields and its history.
  ///
  /// They need the identity that the commit of `creation` assigned. There are at most a few more of
  /// them than days of the history, so the habit fits into one `Transaction`.
  public func details(of habit: Entity, in names: inout NameTable) -> [Command] {
    var commands: [Command] = []
    func set(_ kind: FactKind, _ value: UInt32, unless isDefault: Bool) {
      if isDefault { return }
      commands.append(.setHabitField(kind, of: habit, owner: owner, to: value))
    }
    set(.habitDescriptionSet, names.handle(of: text).raw, unless: text.isEmpty)
    set(.habitCategorySet, names.handle(of: category).raw, unless: category.isEmpty)
    set(.habitIconSet, icon, unless: icon <= UInt32(UInt16.max))
    if let started { commands.append(.startHabit(habit, of: owner, on: started)) }
    for completion in completions {
      commands.append(
        .setCompletion(
          of: habit, owner: owner, on: completion.day, done: true, source: completion.source))
    }
    set(.habitArchivedSet, 1, unless: !isArchived)
    return commands
  }
}
