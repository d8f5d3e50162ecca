public import Chronology

/// HAB-9: what a person does to several habits at once.
public enum BulkAction: Hashable, Sendable {
  /// Puts the list into another order.
  case reorder(HabitOrder, as: [Entity])
  case archive([Entity], Bool)
  case delete([Entity])
  case restore([Entity])
  case complete([Entity], on: LocalDay, source: CompletionSource)

  /// The commands, which are committed as one `Transaction`; each habit is named once.
  public func commands(for owner: MemberHandle) -> [Command] {
    switch self {
    case .reorder(var order, let habits):
      order.arrange(habits, of: owner)
    case .archive(let habits, let archived):
      Self.once(habits).map { .archiveHabit($0, of: owner, archived) }
    case .delete(let habits):
      Self.once(habits).map { .deleteHabit($0, of: owner) }
    case .restore(let habits):
      Self.once(habits).map { .restoreHabit($0, of: owner) }
    case .complete(let habits, let day, let source):
      Self.once(habits).map {
        .setCompletion(of: $0, owner: owner, on: day, done: true, source: source)
      }
    }
  }

  /// A habit that is named twice counts once; the second delete of it would be refused.
  private static func once(_ habits: [Entity]) -> [Entity] {
    var seen: Set<Entity> = []
    return habits.filter { seen.insert($0).inserted }
  }
}
