extension RandomBits {
  /// Whether something with this probability happens; exact.
  @inlinable
  public func chance(_ probability: Probability) -> Bool {
    first &>> 1 < probability.threshold
  }

  /// Whether something that happens `numerator` times in `denominator` happens; exact.
  @inlinable
  public func chance(_ ratio: Ratio) -> Bool {
    integer(below: ratio.denominator) < ratio.numerator
  }
}
