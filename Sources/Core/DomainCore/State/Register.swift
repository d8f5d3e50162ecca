/// A value whose write with the greatest version wins, in whatever order writes arrive.
public struct Register<Value: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
  public var version: Version
  public var value: Value

  /// A value that any write replaces.
  @inlinable public init(_ value: Value, at version: Version = .never) {
    self.version = version
    self.value = value
  }

  /// Stores `value` if it is the later write, and returns whether it was.
  @inlinable public mutating func write(_ value: Value, at version: Version) -> Bool {
    guard self.version < version else { return false }
    self.value = value
    self.version = version
    return true
  }
}

extension Register: Equatable where Value: Equatable {}
extension Register: Hashable where Value: Hashable {}
