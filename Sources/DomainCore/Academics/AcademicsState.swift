/// What a scope has agreed on about courses and what is due.
public struct AcademicsState: ~Copyable {
  public init() {}

  /// The same in memory of its own.
  public func copy() -> AcademicsState {
    AcademicsState()
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing AcademicsState) -> Bool {
    true
  }
}
