/// What is copied only where somebody says so, into memory of its own.
public protocol Duplicable: ~Copyable {
  /// The same in memory of its own.
  borrowing func copy() -> Self
}

/// What can be held against another of its kind, whatever order the two came about in.
public protocol Matchable: Duplicable, ~Copyable {
  /// Whether both hold the same.
  borrowing func isIdentical(to other: borrowing Self) -> Bool
}

extension FlatArray: Duplicable {}
extension FlatMap: Duplicable {}
extension KeyedRows: Duplicable {}
extension KeyedRows: Matchable where Row: Equatable {}

extension FlatArray: Matchable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  @inlinable public func isIdentical(to other: borrowing FlatArray) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}
