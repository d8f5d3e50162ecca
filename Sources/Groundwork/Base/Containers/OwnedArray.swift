/// A growable row of values that may not be copied, such as the replicas of a community.
///
/// O(1) access in place; growing moves the elements.
public struct OwnedArray<Element: ~Copyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline var length: Int

  /// An empty row with room for `capacity` elements.
  @inlinable public init(capacity: Int = 0) {
    base = .uninitialized(capacity)
    self.capacity = capacity
    length = 0
  }

  @inlinable deinit {
    base.deinitialize(count: length)
    base.freeMemory()
  }

  @inlinable public var count: Int { length }

  @inlinable public subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: length))
      return UnsafePointer(base + index)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: length))
      return base + index
    }
  }

  /// Where an element lies, until the row grows.
  @inlinable public func address(of index: Int) -> UnsafeMutablePointer<Element> {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: length))
    return base + index
  }

  @inlinable public mutating func append(_ element: consuming Element) {
    if length == capacity {
      let larger = max(capacity * 2, 4)
      let moved = UnsafeMutablePointer<Element>.uninitialized(larger)
      moved.moveInitialize(from: base, count: length)
      base.freeMemory()
      base = moved
      capacity = larger
    }
    (base + length).initialize(to: element)
    length += 1
  }
}
