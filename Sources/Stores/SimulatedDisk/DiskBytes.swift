import CMemory

/// Bytes that grow: a file, or what was written into it.
struct DiskBytes: ~Copyable {
  private(set) var start: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 4_096) {
    self.capacity = capacity
    start = Self.taken(capacity)
  }

  deinit { memory_give_back(start) }

  private static func taken(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = memory_take(UInt(byteCount)) else {
      preconditionFailure("there is no memory for \(byteCount) bytes of a simulated disk")
    }
    return memory
  }

  private mutating func reserve(_ byteCount: Int) {
    guard byteCount > capacity else { return }
    capacity = max(byteCount, capacity * 2)
    let grown = Self.taken(capacity)
    grown.copyMemory(from: start, byteCount: count)
    memory_give_back(start)
    start = grown
  }

  /// Makes it shorter, or longer by zeros.
  mutating func resize(to byteCount: Int) {
    reserve(byteCount)
    if byteCount > count {
      (start + count).initializeMemory(as: UInt8.self, repeating: 0, count: byteCount - count)
    }
    count = byteCount
  }

  mutating func write(_ bytes: UnsafeRawPointer, _ byteCount: Int, at offset: Int) {
    if offset > count { resize(to: offset) }
    reserve(offset + byteCount)
    (start + offset).copyMemory(from: bytes, byteCount: byteCount)
    count = max(count, offset + byteCount)
  }

  mutating func append(_ bytes: UnsafeRawPointer, _ byteCount: Int) {
    write(bytes, byteCount, at: count)
  }

  mutating func replace(by other: borrowing DiskBytes) {
    count = 0
    append(other.start, other.count)
  }

  mutating func removeAll() { count = 0 }

  mutating func flip(bit: Int) {
    let byte = start.assumingMemoryBound(to: UInt8.self) + bit / 8
    byte.pointee ^= 1 << UInt8(bit % 8)
  }

  var array: [UInt8] { Array(UnsafeRawBufferPointer(start: start, count: count)) }
}
