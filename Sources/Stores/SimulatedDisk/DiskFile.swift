import CSQLite

/// A file of a simulated drive: what reads see, what a crash leaves for certain, and what was
/// written since.
final class DiskFile {
  /// Something written and not synced.
  struct Change {
    enum Kind {
      case write(offset: Int, count: Int, from: Int)
      case resize(to: Int)
    }

    var kind: Kind
    /// The address of its draws: the step, and the call in it.
    var step: UInt32
    var call: UInt32
  }

  let name: String
  @exclusivity(unchecked) var bytes = DiskBytes()
  @exclusivity(unchecked) var durable = DiskBytes()
  @exclusivity(unchecked) private(set) var changes: [Change] = []
  @exclusivity(unchecked) private var written = DiskBytes()
  /// Whether the folder still has its name after a crash.
  var existsDurably = false
  @exclusivity(unchecked) var locks = DiskLocks()
  /// The wal-index. Dead processes may still refer to the one of before a crash.
  var shared = SharedMemory()

  init(name: String) {
    self.name = name
  }

  /// A number for draws, the same in every run.
  var number: UInt16 {
    name.utf8.reduce(0x9DC5) { ($0 ^ UInt16($1)) &* 0x0193 }
  }

  // MARK: Changes

  func write(_ from: UnsafeRawPointer, _ count: Int, at offset: Int, step: UInt32, call: UInt32) {
    bytes.write(from, count, at: offset)
    changes.append(
      Change(
        kind: .write(offset: offset, count: count, from: written.count), step: step, call: call))
    written.append(from, count)
  }

  func resize(to count: Int, step: UInt32, call: UInt32) {
    bytes.resize(to: count)
    changes.append(Change(kind: .resize(to: count), step: step, call: call))
  }

  /// Everything is durable.
  func sync() {
    for change in changes { apply(change, to: &durable) }
    changes.removeAll(keepingCapacity: true)
    written.removeAll()
  }

  func apply(_ change: Change, to image: inout DiskBytes) {
    switch change.kind {
    case .write(let offset, let count, _): apply(change, offset..<offset + count, to: &image)
    case .resize(let count): image.resize(to: count)
    }
  }

  /// Applies a part of a write.
  func apply(_ change: Change, _ range: Range<Int>, to image: inout DiskBytes) {
    guard case .write(let offset, _, let from) = change.kind, !range.isEmpty else { return }
    image.write(
      written.start + from + range.lowerBound - offset, range.count, at: range.lowerBound)
  }

  /// A crash has left this.
  func becomes(_ image: borrowing DiskBytes) {
    bytes.replace(by: image)
    durable.replace(by: image)
    changes.removeAll()
    written.removeAll()
    releaseProcesses()
  }

  /// No process has it open any more.
  func releaseProcesses() {
    locks = DiskLocks()
    shared = SharedMemory()
  }

  func copied() -> DiskFile {
    let copy = DiskFile(name: name)
    copy.bytes.replace(by: bytes)
    copy.durable.replace(by: durable)
    copy.changes = changes
    copy.written.replace(by: written)
    copy.existsDurably = existsDurably
    return copy
  }
}

/// The memory that all connections to a database share, and its locks.
final class SharedMemory {
  @exclusivity(unchecked) var regions: [UnsafeMutableRawPointer] = []
  @exclusivity(unchecked) var readers = [Int](repeating: 0, count: Int(SQLITE_SHM_NLOCK))
  @exclusivity(unchecked) var isExclusive = [Bool](repeating: false, count: Int(SQLITE_SHM_NLOCK))

  deinit {
    for region in regions { region.deallocate() }
  }

  func region(_ index: Int, byteCount: Int, extending: Bool) -> UnsafeMutableRawPointer? {
    while regions.count <= index {
      guard extending else { return nil }
      let region = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 4_096)
      region.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
      regions.append(region)
    }
    return regions[index]
  }

  func lock(_ slots: Range<Int>, exclusively: Bool) -> Bool {
    for slot in slots where isExclusive[slot] || (exclusively && readers[slot] > 0) {
      return false
    }
    for slot in slots {
      if exclusively { isExclusive[slot] = true } else { readers[slot] += 1 }
    }
    return true
  }

  func unlock(_ slots: Range<Int>, exclusively: Bool) {
    for slot in slots {
      if exclusively { isExclusive[slot] = false } else { readers[slot] -= 1 }
    }
  }
}

/// The locks of a database file, as SQLite defines them: any number of readers, one of whom may be
/// about to write, and who writes when no one else reads.
struct DiskLocks {
  private var readers = 0
  private var isReserved = false
  private var isPending = false

  var hasWriter: Bool { isReserved }

  /// Raises a lock from one level towards another; returns how far that is possible.
  mutating func lock(_ level: Int32, from held: Int32) -> Int32 {
    if held >= level { return held }
    if held < SQLITE_LOCK_SHARED {
      if isPending { return held }
      readers += 1
    }
    if level < SQLITE_LOCK_RESERVED { return SQLITE_LOCK_SHARED }
    if held < SQLITE_LOCK_RESERVED {
      if isReserved { return SQLITE_LOCK_SHARED }
      isReserved = true
    }
    if level < SQLITE_LOCK_EXCLUSIVE { return SQLITE_LOCK_RESERVED }
    isPending = true
    return readers == 1 ? SQLITE_LOCK_EXCLUSIVE : SQLITE_LOCK_PENDING
  }

  mutating func unlock(_ level: Int32, from held: Int32) {
    if held >= SQLITE_LOCK_RESERVED && level < SQLITE_LOCK_RESERVED {
      isReserved = false
      isPending = false
    }
    if held >= SQLITE_LOCK_SHARED && level < SQLITE_LOCK_SHARED { readers -= 1 }
  }
}
