public import Base

/// Builds one side of one person's history day by day, in memory that is reused for the next
/// person.
public struct PersonSideBuilder: ~Copyable {
  @usableFromInline let stride: Int
  @usableFromInline var activeWords: FlatArray<UInt64>
  /// A row of days per measure.
  @usableFromInline var counts: FlatArray<UInt16>

  /// A builder for a run of `days` days.
  public init(days: Int) {
    stride = days
    activeWords = FlatArray(repeating: 0, count: ActivityBits.wordCount(days: days))
    counts = FlatArray(repeating: 0, count: days * DayMeasure.allCases.count)
  }

  public mutating func removeAll() {
    for index in 0..<activeWords.count { activeWords[index] = 0 }
    for index in 0..<counts.count { counts[index] = 0 }
  }

  /// Records a day with a core action.
  @inlinable public mutating func noteActive(on day: Int) {
    activeWords[day >> 6] |= 1 << UInt64(day & 63)
  }

  @inlinable public mutating func set(_ measure: DayMeasure, on day: Int, to count: UInt16) {
    counts[measure.rawValue * stride + day] = count
  }

  /// The side, valid inside `body`.
  public func withSide(_ body: (PersonSide) -> Void) {
    activeWords.withElements { active in
      counts.withElements { counts in
        guard let active = active.baseAddress, let counts = counts.baseAddress else { return }
        body(PersonSide(active: ActivityBits(active), counts: counts, days: stride))
      }
    }
  }
}
