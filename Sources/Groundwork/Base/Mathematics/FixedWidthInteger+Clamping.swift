extension FixedWidthInteger {
  /// Adds what fits: a count that is full stays full instead of starting again.
  @inlinable public mutating func addClamped(_ other: Self) {
    let (sum, isOver) = addingReportingOverflow(other)
    self = !isOver ? sum : other < 0 ? .min : .max
  }
}
