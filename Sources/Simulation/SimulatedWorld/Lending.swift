import Base
import Environment

// While an element of an array is an argument of a call, the whole world is borrowed. Inside of the
// closures below only the array is, so that other parts of the world may be changed.

extension OwnedArray where Element: ~Copyable {
  /// Lends an element to `body`.
  @inline(__always)
  func with<Result: ~Copyable>(_ index: Int, _ body: (borrowing Element) -> Result) -> Result {
    body(self[index])
  }

  /// Lends an element to `body`, which may change it.
  @inline(__always)
  mutating func change<Result: ~Copyable>(
    _ index: Int, _ body: (inout Element) -> Result
  ) -> Result {
    body(&self[index])
  }
}

extension MessagePool where Message: ~Copyable {
  /// Lends a message to `body`.
  @inline(__always)
  func with<Result: ~Copyable>(_ handle: UInt32, _ body: (borrowing Message) -> Result) -> Result {
    body(self[handle])
  }

  /// Lends a message to `body`, which may change it.
  @inline(__always)
  mutating func change<Result: ~Copyable>(
    _ handle: UInt32, _ body: (inout Message) -> Result
  ) -> Result {
    body(&self[handle])
  }
}
