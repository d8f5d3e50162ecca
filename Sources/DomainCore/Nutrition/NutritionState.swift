/// What a scope has agreed on about targets, overrides and what comes of them.
public struct NutritionState: ~Copyable {
  public init() {}

  /// The same in memory of its own.
  public func copy() -> NutritionState {
    NutritionState()
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing NutritionState) -> Bool {
    true
  }
}
