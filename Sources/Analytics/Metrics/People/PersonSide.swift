/// One side of a person's history, truth or observed. A borrowed view.
public struct PersonSide {
  /// The days with at least one core action.
  public let active: ActivityBits
  /// A row of days per measure, in the order of the cases.
  @usableFromInline let counts: UnsafePointer<UInt16>
  @usableFromInline let days: Int

  /// A view of `counts`, which has `days` numbers per measure and must outlive the view.
  @inlinable
  public init(active: ActivityBits, counts: UnsafePointer<UInt16>, days: Int) {
    self.active = active
    self.counts = counts
    self.days = days
  }

  /// The counts of a measure, day by day.
  @inlinable
  public subscript(measure: DayMeasure) -> DayCounts {
    DayCounts(counts + measure.rawValue * days)
  }
}
