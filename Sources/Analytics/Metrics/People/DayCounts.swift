/// A whole number for each day of the run: a borrowed view, indexed by run day.
public struct DayCounts {
  @usableFromInline let days: UnsafePointer<UInt16>

  /// A view of `days`, which must outlive it.
  @inlinable
  public init(_ days: UnsafePointer<UInt16>) {
    self.days = days
  }

  @inlinable
  public subscript(day: Int) -> UInt16 {
    days[day]
  }

  /// The sum over a range of days.
  func sum(over range: Range<Int>) -> Int {
    var total: UInt32 = 0
    for day in range { total &+= UInt32(days[day]) }
    return Int(total)
  }

  /// The number of days in a range that have `least` or more.
  func count(over range: Range<Int>, atLeast least: UInt16) -> Int {
    var count = 0
    for day in range where days[day] >= least { count += 1 }
    return count
  }
}
