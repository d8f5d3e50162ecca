/// What is copied only where somebody says so, into memory of its own.
public protocol DeepCopyable: ~Copyable {
  /// The same in memory of its own.
  borrowing func copy() -> Self
}

/// What can be held against another of its kind, whatever order the two came about in.
public protocol ContentEquatable: DeepCopyable, ~Copyable {
  /// Whether both hold the same.
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
