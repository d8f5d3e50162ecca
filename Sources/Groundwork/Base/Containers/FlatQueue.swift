/// A first-in, first-out ring of trivial values that owns its memory alone.
///
/// Elements are addressed by their distance from the front. Amortised O(1) at both ends.
public struct FlatQueue<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var mask: Int
  @usableFromInline var head: Int
  @usableFromInline var length: Int

  /// An empty queue with room for at least `capacity` elements.
  @inlinable public init(capacity: Int = 8) {
    var size = 8
    while size < capacity { size *= 2 }
    base = .uninitialized(size)
    mask = size - 1
    head = 0
    length = 0
  }

  @inlinable deinit {
    base.freeMemory()
  }

  @inlinable public var count: Int { length }
  @inlinable public var isEmpty: Bool { length == 0 }

  @inlinable public subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: length))
      return UnsafePointer(base + ((head + index) & mask))
    }
  }

  /// Appends some elements to an array, as one piece of memory or, around the end of the ring, two.
  @inlinable public func copy(_ range: Range<Int>, to array: inout FlatArray<Element>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= length)
    let first = (head + range.lowerBound) & mask
    let straight = min(range.count, mask + 1 - first)
    array.append(UnsafeBufferPointer(start: base + first, count: straight))
    if straight < range.count {
      array.append(UnsafeBufferPointer(start: base, count: range.count - straight))
    }
  }

  @inlinable public mutating func append(_ element: Element) {
    if length > mask { grow() }
    (base + ((head + length) & mask)).initialize(to: element)
    length += 1
  }

  @inlinable public mutating func removeFirst() -> Element {
    precondition(length > 0)
    let element = base[head]
    head = (head + 1) & mask
    length -= 1
    return element
  }

  @inlinable public mutating func removeLast() -> Element {
    precondition(length > 0)
    length -= 1
    return base[(head + length) & mask]
  }

  @usableFromInline mutating func grow() {
    let size = mask + 1
    let moved = UnsafeMutablePointer<Element>.uninitialized(size * 2)
    for index in 0..<length {
      (moved + index).initialize(to: base[(head + index) & mask])
    }
    base.freeMemory()
    base = moved
    mask = size * 2 - 1
    head = 0
  }
}
