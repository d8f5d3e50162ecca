/// One side of a person's history: what happened, or what the server knows of it. A borrowed view.
public struct PersonSide {
  /// The days with at least one core action.
  public let active: ActivityBits
  /// A row of days for every measure, in the order of their cases.
  @usableFromInline let counts: UnsafePointer<UInt16>
  @usableFromInline let days: Int

  /// A view of `counts`, a row of `days` numbers for each measure, which must outlive it.
  @inlinable
  public init(active: ActivityBits, counts: UnsafePointer<UInt16>, days: Int) {
    self.active = active
    self.counts = counts
    self.days = days
  }

  /// What was counted of a measure, day by day.
  @inlinable
  public subscript(measure: DayMeasure) -> DayCounts {
    DayCounts(counts + measure.rawValue * days)
  }
}
