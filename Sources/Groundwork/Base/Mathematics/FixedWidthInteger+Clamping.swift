extension FixedWidthInteger {
  /// Adds without overflow: a count at its maximum stays there instead of wrapping around.
  @inlinable public mutating func addClamped(_ other: Self) {
    let (sum, isOver) = addingReportingOverflow(other)
    self = !isOver ? sum : other < 0 ? .min : .max
  }
}
