public import Chronology
public import DomainCore

/// A reference model of streaks (HAB-4), computed from the log alone, day by day: it sorts the
/// writes, keeps the last of each habit and day, and counts.
public struct StreakModel: ReferenceModel {
  /// One write of a completion, in an order that sorts by habit, day, stamp and site.
  private struct Write: BitwiseCopyable {
    var habit: UInt64
    var day: Int32
    var site: UInt32
    var stamp: UInt64
    var done: Bool

    func precedes(_ other: Write) -> Bool {
      if habit != other.habit { return habit < other.habit }
      if day != other.day { return day < other.day }
      if stamp != other.stamp { return stamp < other.stamp }
      return site < other.site
    }
  }

  private var writes: [Write] = []

  /// The model of an empty log.
  public init() {}

  public mutating func ingest(_ fact: Fact) {
    guard fact.kind == .completionSet else { return }
    let set = CompletionPayload(fact.payload)
    writes.append(
      Write(
        habit: fact.entity.raw, day: set.day.number, site: fact.version.site,
        stamp: fact.version.stamp, done: set.done))
  }

  public mutating func finish() { writes.sort { $0.precedes($1) } }

  /// The habit whose writes start at `index`, which moves behind them; its done days, in order.
  public func nextHabit(_ index: inout Int, doneDays: inout [Int32]) -> Entity? {
    guard index < writes.count else { return nil }
    let habit = writes[index].habit
    doneDays.removeAll(keepingCapacity: true)
    while index < writes.count && writes[index].habit == habit {
      let isLast = index + 1 == writes.count || writes[index + 1].habit != habit
      if (isLast || writes[index + 1].day != writes[index].day) && writes[index].done {
        doneDays.append(writes[index].day)
      }
      index += 1
    }
    return Entity(raw: habit)
  }

  /// The habits that were done on a day.
  public func habits(doneOn day: LocalDay) -> [Entity] {
    var (index, done, found) = (0, [] as [Int32], [] as [Entity])
    while let habit = nextHabit(&index, doneDays: &done) {
      if done.contains(day.number) { found.append(habit) }
    }
    return found
  }

  /// HAB-4: the current and the longest streak, and the number of days.
  public struct Streaks: Equatable {
    public var current = 0
    public var longest = 0
    public var total = 0
  }

  /// REW-2: the whole weeks of the runs of days in ascending order.
  public static func weeks(of days: [Int32]) -> Int {
    var weeks = 0
    var run = 0
    for index in days.indices {
      run = index > 0 && days[index] == days[index - 1] + 1 ? run + 1 : 1
      if run % 7 == 0 { weeks += 1 }
    }
    return weeks
  }

  /// The streaks of days in ascending order, by counting.
  public static func streaks(of days: [Int32], today: LocalDay) -> Streaks {
    var streaks = Streaks(total: days.count)
    var run = 0
    for index in days.indices {
      run = index > 0 && days[index] == days[index - 1] + 1 ? run + 1 : 1
      streaks.longest = max(streaks.longest, run)
      // Yesterday's run counts until today is over; today's, when there is one, comes after it.
      if days[index] == today.number - 1 || days[index] == today.number { streaks.current = run }
    }
    return streaks
  }
}
