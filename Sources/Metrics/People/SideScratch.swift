public import Base

/// One side of one person's history while it is put together day by day, in memory that is used
/// again for the next person.
public struct SideScratch: ~Copyable {
  @usableFromInline var activeWords: FlatArray<UInt64>
  @usableFromInline var habitsDue: FlatArray<UInt16>
  @usableFromInline var habitsDone: FlatArray<UInt16>
  @usableFromInline var everStreak7 = false
  @usableFromInline var operationsDue: UInt32 = 0
  @usableFromInline var operationsOnTime: UInt32 = 0

  /// What one side says of one day.
  public struct Day: BitwiseCopyable {
    public var isActive: Bool
    public var habitsDue: UInt16
    public var habitsDone: UInt16
    /// The longest streak of any habit up to that day.
    public var streakBest: UInt16
    public var operationsDue: UInt32
    public var operationsOnTime: UInt32

    @inlinable public init(
      isActive: Bool, habitsDue: UInt16, habitsDone: UInt16, streakBest: UInt16,
      operationsDue: UInt32, operationsOnTime: UInt32
    ) {
      self.isActive = isActive
      self.habitsDue = habitsDue
      self.habitsDone = habitsDone
      self.streakBest = streakBest
      self.operationsDue = operationsDue
      self.operationsOnTime = operationsOnTime
    }
  }

  /// Room for the days of a run.
  public init(days: Int) {
    activeWords = FlatArray(repeating: 0, count: ActivityBits.wordCount(days: days))
    habitsDue = FlatArray(repeating: 0, count: days)
    habitsDone = FlatArray(repeating: 0, count: days)
  }

  public mutating func removeAll() {
    for index in 0..<activeWords.count { activeWords[index] = 0 }
    for day in 0..<habitsDue.count {
      habitsDue[day] = 0
      habitsDone[day] = 0
    }
    everStreak7 = false
    operationsDue = 0
    operationsOnTime = 0
  }

  @inlinable public mutating func add(_ side: Day, on day: Int, isEnrolled: Bool) {
    if side.isActive { activeWords[day >> 6] |= 1 << UInt64(day & 63) }
    habitsDue[day] = side.habitsDue
    habitsDone[day] = side.habitsDone
    if isEnrolled && side.streakBest >= 7 { everStreak7 = true }
    operationsDue += side.operationsDue
    operationsOnTime += side.operationsOnTime
  }

  /// The side, valid inside `body`.
  public func withSide(_ body: (PersonSide) -> Void) {
    activeWords.withElements { active in
      habitsDue.withElements { due in
        habitsDone.withElements { done in
          guard let active = active.baseAddress, let due = due.baseAddress,
            let done = done.baseAddress
          else { return }
          body(
            PersonSide(
              active: ActivityBits(active), habitsDue: DayCounts(due),
              habitsDone: DayCounts(done), everStreak7: everStreak7,
              operationsDue: operationsDue, operationsOnTime: operationsOnTime))
        }
      }
    }
  }
}
