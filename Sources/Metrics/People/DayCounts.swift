/// A whole number for every day of the run: a borrowed view, indexed by run-day.
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
}
