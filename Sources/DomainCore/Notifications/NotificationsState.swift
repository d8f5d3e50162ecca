/// What a scope has agreed on about settings and what was sent.
public struct NotificationsState: ~Copyable {
  public init() {}

  /// The same in memory of its own.
  public func copy() -> NotificationsState {
    NotificationsState()
  }

  /// Whether both hold the same, in whatever order it came about.
  public func isIdentical(to other: borrowing NotificationsState) -> Bool {
    true
  }
}
