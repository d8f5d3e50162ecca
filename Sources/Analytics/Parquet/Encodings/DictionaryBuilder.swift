/// Finds the distinct values of a column chunk and the index of each value among them.
///
/// Entries are always in ascending order, so equal rows give equal bytes, and close values get
/// close indices.
struct DictionaryBuilder: ~Copyable {
  /// An index has at most 16 bits; with more entries a dictionary is rarely smaller.
  static var entryCountMax: Int { 1 << 16 }
  /// If the range of the values is at most this, a table replaces the hash map.
  private static var spanMax: UInt64 { 1 << 18 }

  private(set) var entryCount = 0
  private var entryBuffer = ScratchBuffer<Int64>()
  private var indexBuffer = ScratchBuffer<UInt16>()
  private var presence = ScratchBuffer<UInt8>()
  private var ranks = ScratchBuffer<UInt16>()
  private var slots = ScratchBuffer<Int32>()
  private var keys = ScratchBuffer<Int64>()

  /// The distinct values, valid until the next build.
  var entries: UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(start: entryBuffer.base, count: entryCount)
  }

  /// The index of each value among the entries, valid until the next build.
  var indices: UnsafePointer<UInt16> { UnsafePointer(indexBuffer.base) }

  /// Memory for `count` indices that the caller knows, for instance because they are bits.
  mutating func reserveIndices(_ count: Int) -> UnsafeMutablePointer<UInt16> {
    indexBuffer.reserve(count)
  }

  /// The maximum number of entries that can save space for `count` values.
  private static func limit(_ count: Int) -> Int {
    min(entryCountMax, count / 2 + 16)
  }

  /// Builds the dictionary; returns false if there are too many distinct values.
  ///
  /// - Complexity: O(values) + O(entries log entries).
  mutating func build<Value: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
    _ values: UnsafeBufferPointer<Value>, bounds: ClosedRange<Value>
  ) -> Bool {
    let low = Int64(bounds.lowerBound)
    let span = UInt64(bitPattern: Int64(bounds.upperBound) &- low)
    if span < Self.spanMax && span < UInt64(max(1024, values.count * 8)) {
      return tabulate(values, low: bounds.lowerBound, span: Int(span) + 1)
    }
    return hash(values)
  }

  private mutating func tabulate<Value: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
    _ values: UnsafeBufferPointer<Value>, low: Value, span: Int
  ) -> Bool {
    let presence = presence.reserve(span)
    presence.initialize(repeating: 0, count: span)
    for value in values { presence[Int(truncatingIfNeeded: value &- low)] = 1 }
    var total = 0
    for offset in 0..<span { total &+= Int(presence[offset]) }
    guard total <= Self.limit(values.count) else { return false }

    entryCount = total
    let entries = entryBuffer.reserve(total)
    let ranks = ranks.reserve(span)
    var rank = 0
    for offset in 0..<span where presence[offset] != 0 {
      entries[rank] = Int64(low) &+ Int64(offset)
      ranks[offset] = UInt16(truncatingIfNeeded: rank)
      rank &+= 1
    }
    let indices = indexBuffer.reserve(values.count)
    if total == span {
      for (index, value) in values.enumerated() {
        indices[index] = UInt16(truncatingIfNeeded: value &- low)
      }
    } else {
      for (index, value) in values.enumerated() {
        indices[index] = ranks[Int(truncatingIfNeeded: value &- low)]
      }
    }
    return true
  }

  private mutating func hash<Value: FixedWidthInteger & SignedInteger & BitwiseCopyable>(
    _ values: UnsafeBufferPointer<Value>
  ) -> Bool {
    let limit = Self.limit(values.count)
    let bits = BitPacking.width(of: UInt64(limit)) + 1
    let slotCount = 1 << bits
    let slots = slots.reserve(slotCount)
    let keys = keys.reserve(slotCount)
    slots.initialize(repeating: -1, count: slotCount)
    let entries = entryBuffer.reserve(limit)
    let indices = indexBuffer.reserve(values.count)

    var total = 0
    for (index, value) in values.enumerated() {
      let key = Int64(value)
      let slot = Self.slot(of: key, bits: bits, slots: slots, keys: keys)
      if slots[slot] < 0 {
        guard total < limit else { return false }
        slots[slot] = Int32(truncatingIfNeeded: total)
        keys[slot] = key
        entries[total] = key
        total &+= 1
      }
      indices[index] = UInt16(truncatingIfNeeded: slots[slot])
    }

    // The entries are in the order of first occurrence; sorting them changes all indices.
    entryCount = total
    var sorted = UnsafeMutableBufferPointer(start: entries, count: total)
    sorted.sort()
    let ranks = ranks.reserve(total)
    for rank in 0..<total {
      let slot = Self.slot(of: entries[rank], bits: bits, slots: slots, keys: keys)
      ranks[Int(slots[slot])] = UInt16(truncatingIfNeeded: rank)
    }
    for index in 0..<values.count { indices[index] = ranks[Int(indices[index])] }
    return true
  }

  /// The slot of `key`, or the free slot where it belongs.
  @inline(__always)
  private static func slot(
    of key: Int64, bits: Int, slots: UnsafePointer<Int32>, keys: UnsafePointer<Int64>
  ) -> Int {
    let spread = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: spread &>> UInt64(64 &- bits))
    while slots[slot] >= 0 && keys[slot] != key {
      slot = (slot &+ 1) & (1 &<< bits &- 1)
    }
    return slot
  }
}
