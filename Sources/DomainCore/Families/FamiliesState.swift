/// What a scope has agreed on about who belongs to it, and what may be done.
public struct FamiliesState: ~Copyable {
  public init() {}

  /// The same in memory of its own.
  public func copy() -> FamiliesState {
    FamiliesState()
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing FamiliesState) -> Bool {
    true
  }
}
