/// A value that is copied only where the code says so, into its own memory.
public protocol DeepCopyable: ~Copyable {
  /// A deep copy.
  borrowing func copy() -> Self
}

/// A value that can be compared with another by content, whatever the order of insertion.
public protocol ContentEquatable: DeepCopyable, ~Copyable {
  /// Whether both have the same content.
  borrowing func isIdentical(to other: borrowing Self) -> Bool
}

extension FlatArray: DeepCopyable {}
extension FlatMap: DeepCopyable {}
extension IndexedTable: DeepCopyable {}
extension IndexedTable: ContentEquatable where Row: Equatable {}

extension FlatArray: ContentEquatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  @inlinable public func isIdentical(to other: borrowing FlatArray) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}
