public import Chronology
public import DomainCore

/// A reference model of HAB-1, HAB-4 and HAB-6, computed from the log alone: the habits of each
/// member, their order in the list, and the history of each.
public struct HabitModel: ReferenceModel {
  /// The history of a habit, from the days on which it was done.
  public struct History: Equatable {
    /// Of the last 7, 31, 92 and 365 days, or of the habit's age in days: how many were done.
    public var done: [Int] = []
    public var days: [Int] = []
    public var daysSinceLast: Int?
  }

  private struct Habit {
    var owner: MemberHandle
    var rank: LatestWrite
    var archived: LatestWrite
    var started: LatestWrite
    var name: LatestWrite
  }

  private var habits: [Entity: Habit] = [:]

  public init() {}

  /// Processes the next accepted fact of the log.
  public mutating func ingest(_ fact: Fact) {
    let value = fact.payload.first
    switch fact.kind {
    case .habitCreated where habits[fact.identity] == nil:
      let creation = HabitCreation(fact.payload)
      func begins(with value: UInt64) -> LatestWrite {
        LatestWrite(version: fact.version, value: value)
      }
      habits[fact.identity] = Habit(
        owner: fact.subject, rank: begins(with: UInt64(creation.rank)),
        archived: begins(with: 0),
        started: begins(with: UInt64(UInt32(bitPattern: fact.day.number))),
        name: begins(with: UInt64(creation.name.folded.raw)))
    case .habitRankSet: habits[fact.entity]?.rank.merge(value & 0xFFFF_FFFF, fact)
    case .habitArchivedSet: habits[fact.entity]?.archived.merge(value & 0xFFFF_FFFF, fact)
    case .habitStartSet: habits[fact.entity]?.started.merge(value & 0xFFFF_FFFF, fact)
    case .habitNameSet:
      habits[fact.entity]?.name.merge(UInt64(HabitName(packed: value).folded.raw), fact)
    default: break
    }
  }

  /// HAB-6: a member's existing habits, either the archived ones or the others, in the order of
  /// their ranks; among equal ranks by their numbers, in the order of creation.
  public func list(of owner: MemberHandle, archived: Bool, in lives: HabitLifeModel) -> [Entity] {
    habits.filter { entity, habit in
      habit.owner == owner && (habit.archived.value != 0) == archived && lives.isAlive(entity)
    }
    .sorted { one, other in
      let (first, second) = (one.value.rank.value, other.value.rank.value)
      return first == second ? one.key < other.key : first < second
    }
    .map(\.key)
  }

  /// HAB-1: the number of a habit among its owner's habits of the same name, the first being 1.
  public func number(of habit: Entity, in lives: HabitLifeModel) -> Int? {
    guard let own = habits[habit] else { return nil }
    return 1
      + habits.count { entity, other in
        entity != habit && other.owner == own.owner && lives.isAlive(entity)
          && other.name.value == own.name.value && other.name.version < own.name.version
      }
  }

  /// HAB-4: the history of a habit on a day, from its done days in order; nil for an unknown habit.
  public func history(of habit: Entity, done days: [Int32], on today: LocalDay) -> History? {
    guard let own = habits[habit] else { return nil }
    let started = Int32(truncatingIfNeeded: own.started.value)
    // If days before the start are filled in, the habit begins with the first of them.
    let first = min(days.first ?? started, started)
    var history = History()
    for window in [7, 31, 92, 365] {
      var length = Int(today.number - first) + 1
      length = length > window ? window : length < 1 ? 1 : length
      let begin = Int(today.number) - length
      history.days.append(length)
      history.done.append(days.count { begin < Int($0) && $0 <= today.number })
    }
    history.daysSinceLast = days.last { $0 <= today.number }.map { Int(today.number - $0) }
    return history
  }
}
