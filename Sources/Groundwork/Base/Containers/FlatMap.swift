/// A map from 64-bit keys to 32-bit handles that owns its memory alone.
///
/// It is for lookup only: there is no iteration, so no order can leak into a result. Keys are
/// inserted once and never removed. O(1) expected.
public struct FlatMap: ~Copyable {
  @usableFromInline struct Slot: BitwiseCopyable {
    @usableFromInline var key: UInt64
    @usableFromInline var handle: UInt32

    @inlinable init(key: UInt64, handle: UInt32) {
      self.key = key
      self.handle = handle
    }
  }

  /// Marks a free slot; no handle may have this value.
  @usableFromInline static var free: UInt32 { .max }

  @usableFromInline var slots: UnsafeMutablePointer<Slot>
  @usableFromInline var mask: Int
  @usableFromInline var length: Int

  /// An empty map with room for `capacity` keys before it first grows; none costs no memory.
  @inlinable public init(capacity: Int = 0) {
    length = 0
    mask = -1
    slots = UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped
      .assumingMemoryBound(to: Slot.self)
    if capacity > 0 {
      var size = 16
      while size < capacity * 2 { size *= 2 }
      allocate(size)
    }
  }

  @inlinable deinit {
    if mask >= 0 { slots.freeMemory() }
  }

  @inlinable mutating func allocate(_ size: Int) {
    slots = .uninitialized(size)
    slots.initialize(repeating: Slot(key: 0, handle: Self.free), count: size)
    mask = size - 1
  }

  /// A deep copy.
  @inlinable public func copy() -> FlatMap {
    var copy = FlatMap()
    guard mask >= 0 else { return copy }
    copy.slots = .uninitialized(mask + 1)
    copy.slots.initialize(from: slots, count: mask + 1)
    copy.mask = mask
    copy.length = length
    return copy
  }

  @inlinable public var count: Int { length }

  @inlinable public subscript(key: UInt64) -> UInt32? {
    guard length > 0 else { return nil }
    let handle = slots[position(of: key)].handle
    return handle == Self.free ? nil : handle
  }

  /// Adds a key that is not there yet.
  @inlinable public mutating func insert(_ key: UInt64, handle: UInt32) {
    precondition(handle != Self.free)
    if length * 2 > mask { grow() }
    let position = position(of: key)
    precondition(slots[position].handle == Self.free)
    slots[position] = Slot(key: key, handle: handle)
    length += 1
  }

  /// Where `key` is, or the free slot where it would go.
  @inlinable func position(of key: UInt64) -> Int {
    // Fibonacci hashing: the high bits of the product depend on every bit of the key.
    var position = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while slots[position].handle != Self.free && slots[position].key != key {
      position = (position + 1) & mask
    }
    return position
  }

  @usableFromInline mutating func grow() {
    let old = slots
    let oldSize = mask + 1
    guard oldSize > 0 else { return allocate(16) }
    allocate(oldSize * 2)
    for index in 0..<oldSize where old[index].handle != Self.free {
      slots[position(of: old[index].key)] = old[index]
    }
    old.freeMemory()
  }
}
