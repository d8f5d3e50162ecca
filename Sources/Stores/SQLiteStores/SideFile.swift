import CSQLite
import SyncCore

/// A file beside a database, on the same file system: so it has the same faults in a simulation.
final class SideFile {
  /// What a file is used for.
  enum Use {
    case content, lock

    /// As the file system knows it: only databases can be locked.
    fileprivate var flags: Int32 {
      switch self {
      case .content: SQLITE_OPEN_MAIN_JOURNAL
      case .lock: SQLITE_OPEN_MAIN_DB
      }
    }
  }

  private let system: UnsafeMutablePointer<sqlite3_vfs>
  private let memory: UnsafeMutableRawPointer
  private let name: UnsafeMutablePointer<CChar>
  private let methods: UnsafePointer<sqlite3_io_methods>

  /// Opens a file, and makes it if it is missing and `creating`; nil if it is missing.
  init?(
    _ path: String, _ use: Use, fileSystem: String?, creating: Bool = true
  ) throws(StorageError) {
    guard let system = sqlite3_vfs_find(fileSystem) else { throw .stopped }
    let path = Self.full(path, system)
    // SQLite's file systems read parameters behind the end of a name.
    name = .allocate(capacity: path.count + 4)
    name.initialize(repeating: 0, count: path.count + 4)
    name.update(from: path, count: path.count)
    memory = .allocate(byteCount: Int(system.pointee.szOsFile), alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Int(system.pointee.szOsFile))
    self.system = system
    let file = memory.assumingMemoryBound(to: sqlite3_file.self)
    var flags = use.flags | SQLITE_OPEN_READWRITE
    if creating { flags |= SQLITE_OPEN_CREATE }
    var exists: Int32 = 1
    var code = SQLITE_OK
    if !creating {
      code = system.pointee.xAccess(system, name, SQLITE_ACCESS_EXISTS, &exists)
      if exists == 0 { code = SQLITE_CANTOPEN }
    }
    if code == SQLITE_OK { code = system.pointee.xOpen(system, name, file, flags, &flags) }
    // Where it may not write, the system's file system opens a file for reading.
    let isReadOnly = flags & SQLITE_OPEN_READONLY != 0
    guard code == SQLITE_OK, !isReadOnly, let methods = file.pointee.pMethods else {
      if let methods = file.pointee.pMethods { _ = methods.pointee.xClose(file) }
      memory.deallocate()
      name.deallocate()
      if exists == 0 { return nil }
      throw isReadOnly ? .unavailable : Connection.error(of: code)
    }
    self.methods = methods
  }

  deinit {
    _ = methods.pointee.xClose(file)
    memory.deallocate()
    name.deallocate()
  }

  private static func full(
    _ path: String, _ system: UnsafeMutablePointer<sqlite3_vfs>
  ) -> [CChar] {
    var full = [CChar](repeating: 0, count: Int(system.pointee.mxPathname) + 1)
    _ = system.pointee.xFullPathname(system, path, system.pointee.mxPathname, &full)
    let end = full.firstIndex(of: 0) ?? 0
    return Array(full[...end])
  }

  private var file: UnsafeMutablePointer<sqlite3_file> {
    memory.assumingMemoryBound(to: sqlite3_file.self)
  }

  /// The bytes at an offset: fewer than asked for at the end of the file.
  func read(_ count: Int, at offset: Int) throws(StorageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let code = methods.pointee.xRead(file, &bytes, Int32(count), Int64(offset))
    if code == SQLITE_OK { return bytes }
    guard code == sqlite_ioerr_short_read, let size else { throw Connection.error(of: code) }
    return Array(bytes.prefix(max(0, size - offset)))
  }

  /// Bytes as the words that they are, the lowest byte of each first.
  static func words(_ bytes: [UInt8]) -> [UInt64] {
    bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self))
      }
    }
  }

  var size: Int? {
    var size: Int64 = 0
    return methods.pointee.xFileSize(file, &size) == SQLITE_OK ? Int(size) : nil
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    methods.pointee.xWrite(file, bytes.baseAddress, Int32(bytes.count), Int64(offset))
  }

  func truncate(to size: Int) -> Int32 { methods.pointee.xTruncate(file, Int64(size)) }

  func sync() -> Int32 { methods.pointee.xSync(file, SQLITE_SYNC_FULL) }

  // MARK: Locking

  /// Announces that this process uses the file, which every lock needs; others may do the same.
  func share() -> Bool { methods.pointee.xLock(file, SQLITE_LOCK_SHARED) == SQLITE_OK }

  /// Excludes all others that lock; false if one of them has it for longer than `patience`.
  func lock(patienceMilliseconds: Int) throws(StorageError) {
    var waited = 0
    while true {
      let code = methods.pointee.xLock(file, SQLITE_LOCK_RESERVED)
      if code == SQLITE_OK { return }
      guard code == SQLITE_BUSY else { throw .stopped }
      guard waited < patienceMilliseconds else { throw .busy }
      _ = system.pointee.xSleep(system, 1_000)
      waited += 1
    }
  }

  func unlock() { _ = methods.pointee.xUnlock(file, SQLITE_LOCK_SHARED) }

  // MARK: Names

  /// Removes a file durably, if it exists.
  static func remove(_ path: String, fileSystem: String?) throws(StorageError) {
    guard let system = sqlite3_vfs_find(fileSystem) else { throw .stopped }
    let code = system.pointee.xDelete(system, full(path, system), 1)
    guard code == SQLITE_OK || code == sqlite_ioerr_delete_noent else {
      throw Connection.error(of: code)
    }
  }

  static func exists(_ path: String, fileSystem: String?) throws(StorageError) -> Bool {
    guard let system = sqlite3_vfs_find(fileSystem) else { throw .stopped }
    var exists: Int32 = 0
    let code = system.pointee.xAccess(system, full(path, system), SQLITE_ACCESS_EXISTS, &exists)
    guard code == SQLITE_OK else { throw Connection.error(of: code) }
    return exists != 0
  }
}
