import CSQLite

/// What a disk does beside its own, so that a server over it can be tried.
public struct DiskConditions: Equatable, Sendable {
  /// So much longer takes each sync.
  public var syncDelayMicroseconds: Int32
  /// No byte fits on it any more.
  public var isFull: Bool

  public init(syncDelayMicroseconds: Int32 = 0, isFull: Bool = false) {
    self.syncDelayMicroseconds = syncDelayMicroseconds
    self.isFull = isFull
  }
}

/// A file system for SQLite over the system's own: files and locks are real, and only slower, or
/// without room, as conditions say that may change at any time.
public enum TrialDisk {
  /// The name by which a `StorePlace` refers to it.
  public static let name = "shakeout-trial"

  /// Adds it to the file systems that SQLite knows, once in a process; false if it cannot.
  ///
  /// - Parameter conditions: is asked at each write and sync, on the thread of the storage.
  public static func register(_ conditions: @escaping () -> DiskConditions) -> Bool {
    guard let base = sqlite3_vfs_find(nil) else { return false }
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    // The functions that are not replaced ignore the file system that they are called for.
    system.initialize(to: base.pointee)
    system.pointee.pNext = nil
    system.pointee.szOsFile = Int32(TrialFile.size) + base.pointee.szOsFile
    system.pointee.zName = UnsafePointer(copied(name))
    let environment = TrialEnvironment(base, conditions)
    system.pointee.pAppData = Unmanaged.passRetained(environment).toOpaque()
    fill(system)
    return sqlite3_vfs_register(system, 0) == SQLITE_OK
  }

  private static func copied(_ text: String) -> UnsafeMutablePointer<CChar> {
    let letters = text.utf8CString
    let start = UnsafeMutablePointer<CChar>.allocate(capacity: letters.count)
    for (place, letter) in letters.enumerated() { start[place] = letter }
    return start
  }

  private static func fill(_ system: UnsafeMutablePointer<sqlite3_vfs>) {
    system.pointee.xOpen = { system, name, file, flags, outFlags in
      guard let file else { return SQLITE_CANTOPEN }
      let environment = environment(of: system)
      let (base, real) = (environment.base, real(file))
      file.pointee.pMethods = nil
      real.pointee.pMethods = nil
      let code = base.pointee.xOpen(base, name, real, flags, outFlags)
      guard code == SQLITE_OK else {
        // SQLite closes what has methods after an error, too.
        if let methods = real.pointee.pMethods { _ = methods.pointee.xClose(real) }
        return code
      }
      opened(file).pointee.environment = Unmanaged.passUnretained(environment)
      file.pointee.pMethods = environment.methods
      return code
    }
    system.pointee.xDelete = { system, name, syncsFolder in
      let base = environment(of: system).base
      return base.pointee.xDelete(base, name, syncsFolder)
    }
    system.pointee.xAccess = { system, name, flags, out in
      let base = environment(of: system).base
      return base.pointee.xAccess(base, name, flags, out)
    }
    system.pointee.xFullPathname = { system, name, count, out in
      let base = environment(of: system).base
      return base.pointee.xFullPathname(base, name, count, out)
    }
  }
}

/// What all files of the file system share. It lives as long as the process.
private final class TrialEnvironment {
  let base: UnsafeMutablePointer<sqlite3_vfs>
  let conditions: () -> DiskConditions
  let methods: UnsafePointer<sqlite3_io_methods>

  init(_ base: UnsafeMutablePointer<sqlite3_vfs>, _ conditions: @escaping () -> DiskConditions) {
    self.base = base
    self.conditions = conditions
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: TrialMethods.made())
    self.methods = UnsafePointer(methods)
  }
}

/// An open file, with the system's own behind it.
private struct TrialFile {
  var base: sqlite3_file
  var environment: Unmanaged<TrialEnvironment>

  /// A multiple of every alignment that the system's file may have.
  static let size = (MemoryLayout<TrialFile>.size + 15) / 16 * 16
}

private typealias OpenFile = UnsafeMutablePointer<sqlite3_file>

private func environment(of system: UnsafeMutablePointer<sqlite3_vfs>?) -> TrialEnvironment {
  Unmanaged<TrialEnvironment>.fromOpaque(system.unsafelyUnwrapped.pointee.pAppData)
    .takeUnretainedValue()
}

private func opened(_ file: OpenFile) -> UnsafeMutablePointer<TrialFile> {
  UnsafeMutableRawPointer(file).assumingMemoryBound(to: TrialFile.self)
}

/// The system's own file behind one.
private func real(_ file: OpenFile?) -> OpenFile {
  (UnsafeMutableRawPointer(file.unsafelyUnwrapped) + TrialFile.size)
    .assumingMemoryBound(to: sqlite3_file.self)
}

private func methods(of real: OpenFile) -> sqlite3_io_methods { real.pointee.pMethods.pointee }

private func environment(of file: OpenFile?) -> TrialEnvironment {
  opened(file.unsafelyUnwrapped).pointee.environment.takeUnretainedValue()
}

/// The functions of open files: all but two hand over to those of the system's file.
private enum TrialMethods {
  static func made() -> sqlite3_io_methods {
    var table = sqlite3_io_methods()
    table.iVersion = 3
    fillBytes(&table)
    fillLocks(&table)
    return table
  }

  private static func fillBytes(_ table: inout sqlite3_io_methods) {
    table.xClose = { file in
      let file = real(file)
      return methods(of: file).xClose(file)
    }
    table.xRead = { file, to, count, offset in
      let file = real(file)
      return methods(of: file).xRead(file, to, count, offset)
    }
    table.xWrite = { file, from, count, offset in
      if environment(of: file).conditions().isFull { return SQLITE_FULL }
      let file = real(file)
      return methods(of: file).xWrite(file, from, count, offset)
    }
    table.xTruncate = { file, size in
      let file = real(file)
      return methods(of: file).xTruncate(file, size)
    }
    table.xSync = { file, flags in
      let environment = environment(of: file)
      let delay = environment.conditions().syncDelayMicroseconds
      if delay > 0 { _ = environment.base.pointee.xSleep(environment.base, delay) }
      let file = real(file)
      return methods(of: file).xSync(file, flags)
    }
    table.xFileSize = { file, size in
      let file = real(file)
      return methods(of: file).xFileSize(file, size)
    }
    table.xFileControl = { file, operation, argument in
      let file = real(file)
      return methods(of: file).xFileControl(file, operation, argument)
    }
    table.xSectorSize = { file in
      let file = real(file)
      return methods(of: file).xSectorSize(file)
    }
    table.xDeviceCharacteristics = { file in
      let file = real(file)
      return methods(of: file).xDeviceCharacteristics(file)
    }
  }

  private static func fillLocks(_ table: inout sqlite3_io_methods) {
    table.xLock = { file, level in
      let file = real(file)
      return methods(of: file).xLock(file, level)
    }
    table.xUnlock = { file, level in
      let file = real(file)
      return methods(of: file).xUnlock(file, level)
    }
    table.xCheckReservedLock = { file, out in
      let file = real(file)
      return methods(of: file).xCheckReservedLock(file, out)
    }
    table.xShmMap = { file, index, size, extends, out in
      let file = real(file)
      return methods(of: file).xShmMap(file, index, size, extends, out)
    }
    table.xShmLock = { file, first, count, flags in
      let file = real(file)
      return methods(of: file).xShmLock(file, first, count, flags)
    }
    table.xShmBarrier = { file in
      let file = real(file)
      methods(of: file).xShmBarrier(file)
    }
    table.xShmUnmap = { file, deletes in
      let file = real(file)
      return methods(of: file).xShmUnmap(file, deletes)
    }
    table.xFetch = { file, offset, count, out in
      let file = real(file)
      return methods(of: file).xFetch(file, offset, count, out)
    }
    table.xUnfetch = { file, offset, pointer in
      let file = real(file)
      return methods(of: file).xUnfetch(file, offset, pointer)
    }
  }
}
