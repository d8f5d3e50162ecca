import CSQLite

/// A disk in memory, as a file system of SQLite's, for the use of one thread.
///
/// A path is the name of a drive, a slash, and the name of a file. An open file keeps the disk.
public final class Disk {
  /// The name by which SQLite finds it.
  public let name: String
  private let system: UnsafeMutablePointer<sqlite3_vfs>
  private let methods: UnsafeMutablePointer<sqlite3_io_methods>
  private var drives: [String: Drive] = [:]
  private let seed: UInt64

  /// An empty disk, whose draws depend on the seed.
  public init(seed: UInt64 = 1) {
    self.seed = seed
    system = .allocate(capacity: 1)
    // No other disk of the process has the same address.
    name = "simulated-\(UInt(bitPattern: system))"
    methods = .allocate(capacity: 1)
    system.initialize(to: sqlite3_vfs())
    methods.initialize(to: DiskMethods.made())
    DiskMethods.fill(system)
    system.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    let bytes = Array(name.utf8CString)
    let kept = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    kept.initialize(from: bytes, count: bytes.count)
    system.pointee.zName = UnsafePointer(kept)
    sqlite3_vfs_register(system, 0)
  }

  deinit {
    sqlite3_vfs_unregister(system)
    UnsafeMutablePointer(mutating: system.pointee.zName)?.deallocate()
    system.deallocate()
    methods.deallocate()
  }

  /// Makes what SQLite draws by itself, such as the salts of its logs, a function of the seed and
  /// of what follows. What a changed bit does to a log can depend on them. The library has one
  /// sequence for the whole process, so only one thread's runs are the same each time.
  public static func restartDrawsOfLibrary(seed: UInt64) {
    // Zero would bring back the system's.
    sqlite_restart_draws(Int32(truncatingIfNeeded: seed | 1))
  }

  /// Makes an empty drive, or replaces the one of this name.
  @discardableResult
  public func makeDrive(_ name: String, number: UInt32) -> Drive {
    let drive = Drive(name: name, number: number, seed: seed)
    drives[name] = drive
    return drive
  }

  // MARK: Paths

  func drive(of path: String) -> (drive: Drive, file: String)? {
    guard let slash = path.firstIndex(of: "/"),
      let drive = drives[String(path[..<slash])]
    else { return nil }
    return (drive, String(path[path.index(after: slash)...]))
  }

  func open(
    _ path: String?, _ flags: Int32, into memory: UnsafeMutablePointer<sqlite3_file>
  ) -> Int32 {
    // SQLite calls xClose wherever these are set, even after an error.
    memory.pointee.pMethods = nil
    guard let path, let (drive, name) = drive(of: path) else { return SQLITE_CANTOPEN }
    if let error = drive.enter(.open, of: name, by: nil) { return error }
    var isNew = false
    let file: DiskFile
    if let known = drive.files[name] {
      file = known
    } else {
      guard flags & SQLITE_OPEN_CREATE != 0 else { return SQLITE_CANTOPEN }
      file = DiskFile(name: name)
      drive.files[name] = file
      isNew = true
    }
    let journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL
    let handle = DiskHandle(
      self, drive, file, owesFolder: isNew && flags & journals != 0,
      isTemporary: flags & SQLITE_OPEN_DELETEONCLOSE != 0)
    drive.opened(handle)
    let open = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: OpenDiskFile.self)
    open.pointee.handle = Unmanaged.passRetained(handle)
    memory.pointee.pMethods = UnsafePointer(methods)
    return SQLITE_OK
  }
}

/// A file as one process has it open.
final class DiskHandle {
  private let disk: Disk
  let drive: Drive
  let file: DiskFile
  let process: Int
  /// The next sync must also make the file's name durable.
  @exclusivity(unchecked) var owesFolder: Bool
  let isTemporary: Bool
  @exclusivity(unchecked) private(set) var isDead = false
  @exclusivity(unchecked) var level = SQLITE_LOCK_NONE
  let shared: SharedMemory
  @exclusivity(unchecked) var readSlots: UInt32 = 0
  @exclusivity(unchecked) var exclusiveSlots: UInt32 = 0

  init(
    _ disk: Disk, _ drive: Drive, _ file: DiskFile, owesFolder: Bool, isTemporary: Bool
  ) {
    self.disk = disk
    self.drive = drive
    self.file = file
    process = drive.process
    shared = file.shared
    self.owesFolder = owesFolder
    self.isTemporary = isTemporary
  }

  /// Its process has ended.
  func die() {
    release()
    isDead = true
  }

  func release() {
    guard !isDead else { return }
    file.locks.unlock(SQLITE_LOCK_NONE, from: level)
    level = SQLITE_LOCK_NONE
    for slot in 0..<Int(SQLITE_SHM_NLOCK) {
      let bit: UInt32 = 1 << UInt32(slot)
      if readSlots & bit != 0 { shared.unlock(slot..<slot + 1, exclusively: false) }
      if exclusiveSlots & bit != 0 { shared.unlock(slot..<slot + 1, exclusively: true) }
    }
    (readSlots, exclusiveSlots) = (0, 0)
  }

  func lockShared(_ slots: Range<Int>, _ flags: Int32) -> Int32 {
    guard !isDead else { return sqlite_ioerr_shmmap }
    let isExclusive = flags & SQLITE_SHM_EXCLUSIVE != 0
    let bits = slots.reduce(0 as UInt32) { $0 | 1 << UInt32($1) }
    if flags & SQLITE_SHM_UNLOCK != 0 {
      shared.unlock(slots, exclusively: isExclusive)
      if isExclusive { exclusiveSlots &= ~bits } else { readSlots &= ~bits }
      return SQLITE_OK
    }
    guard shared.lock(slots, exclusively: isExclusive) else { return SQLITE_BUSY }
    if isExclusive { exclusiveSlots |= bits } else { readSlots |= bits }
    return SQLITE_OK
  }
}

/// What SQLite allocates for an open file: its own part first.
struct OpenDiskFile {
  var base: sqlite3_file
  var handle: Unmanaged<DiskHandle>
}
