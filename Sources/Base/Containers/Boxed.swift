/// A value that may not be copied, in memory of its own.
///
/// A struct of many such values is passed on as a few addresses; kept inside it, all their fields
/// would be copied to the stack for every call that borrows it.
public struct Boxed<Value: ~Copyable>: ~Copyable {
  public let address: UnsafeMutablePointer<Value>

  @inlinable public init(_ value: consuming Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  @inlinable deinit {
    address.deinitialize(count: 1)
    address.deallocate()
  }
}
