/// A growable array of trivial values that owns its memory alone.
///
/// Unlike `Array` it has no reference count to touch and no uniqueness to check, so appending
/// and reading cost what the memory costs. Bounds are checked in release too.
/// Amortized O(1) append, O(1) access.
public struct FlatArray<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline var capacity: Int
  @usableFromInline var length: Int

  /// An empty array with room for `capacity` elements.
  @inlinable public init(capacity: Int = 0) {
    precondition(capacity >= 0)
    base = capacity == 0 ? Self.nowhere : .uninitialized(capacity)
    self.capacity = capacity
    length = 0
  }

  /// An array of `count` copies of `element`.
  @inlinable public init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    base.initialize(repeating: element, count: count)
    length = count
  }

  /// A deep copy.
  @inlinable public func copy() -> FlatArray {
    var copy = FlatArray(capacity: length)
    copy.base.initialize(from: base, count: length)
    copy.length = length
    return copy
  }

  @inlinable deinit {
    if capacity > 0 { base.freeMemory() }
  }

  /// Where an array without room points: aligned, and never read or freed.
  @inlinable static var nowhere: UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped.assumingMemoryBound(to: Element.self)
  }

  @inlinable public var count: Int { length }
  @inlinable public var isEmpty: Bool { length == 0 }

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

  @inlinable public mutating func append(_ element: Element) {
    if length == capacity { reserve(length + 1) }
    (base + length).initialize(to: element)
    length += 1
  }

  /// Appends some elements of another array, as one piece of memory.
  @inlinable @inline(__always)
  public mutating func append(_ other: borrowing FlatArray, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.length)
    append(UnsafeBufferPointer(start: other.base + range.lowerBound, count: range.count))
  }

  /// Appends elements from other memory, as one piece.
  @inlinable @inline(__always)
  public mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let first = elements.baseAddress, elements.count > 0 else { return }
    if length + elements.count > capacity { reserve(length + elements.count) }
    (base + length).initialize(from: first, count: elements.count)
    length += elements.count
  }

  @inlinable public mutating func removeLast() -> Element {
    precondition(length > 0)
    length -= 1
    return base[length]
  }

  /// Forgets the elements and keeps the memory.
  @inlinable public mutating func removeAll() {
    length = 0
  }

  /// Appends copies of `element` until there are `count` elements.
  @inlinable public mutating func extend(to count: Int, repeating element: Element) {
    if count <= length { return }
    if count > capacity { reserve(count) }
    (base + length).initialize(repeating: element, count: count - length)
    length = count
  }

  /// The elements, valid only inside `body`.
  @inlinable public func withElements<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: base, count: length))
  }

  /// The elements in place, valid only inside `body`.
  @inlinable public mutating func withMutableElements<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeMutableBufferPointer(start: base, count: length))
  }

  /// Whether two arrays hold the same bytes; only for elements without padding whose stride is a
  /// multiple of eight. O(bytes), at the speed of memory.
  @inlinable public func hasSameBytes(as other: borrowing FlatArray) -> Bool {
    precondition(MemoryLayout<Element>.stride % 8 == 0)
    precondition(MemoryLayout<Element>.size == MemoryLayout<Element>.stride)
    guard length == other.length else { return false }
    let words = length * (MemoryLayout<Element>.stride / 8)
    return base.withMemoryRebound(to: UInt64.self, capacity: words) { left in
      other.base.withMemoryRebound(to: UInt64.self, capacity: words) { right in
        var difference: UInt64 = 0
        var word = 0
        // Pointers and a plain loop, which unoptimized test builds also run fast.
        while word < words {
          difference |= left[word] ^ right[word]
          word += 1
        }
        return difference == 0
      }
    }
  }

  /// The same for plain bytes.
  @inlinable public func hasSameBytes(as other: borrowing FlatArray) -> Bool
  where Element == UInt8 {
    guard length == other.length else { return false }
    var difference: UInt8 = 0
    var place = 0
    while place < length {
      difference |= base[place] ^ other.base[place]
      place += 1
    }
    return difference == 0
  }

  /// Makes room for at least `minimum` elements, at least doubling so that appends stay O(1).
  @inlinable @inline(never) mutating func reserve(_ minimum: Int) {
    let larger = max(minimum, capacity * 2, 8)
    let moved = UnsafeMutablePointer<Element>.uninitialized(larger)
    moved.moveInitialize(from: base, count: length)
    if capacity > 0 { base.freeMemory() }
    base = moved
    capacity = larger
  }
}
