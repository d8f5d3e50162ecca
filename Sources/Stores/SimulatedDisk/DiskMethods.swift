import CSQLite

/// The functions that SQLite calls. None of them captures anything: the file or the file system
/// that they are called for leads to the rest.
enum DiskMethods {
  static func made() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    // From version 3 on there are xFetch and xUnfetch, and a checkpoint calls the latter between
    // two reads of the wal-index.
    methods.iVersion = 3
    fillBytes(&methods)
    fillLocks(&methods)
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in Int32(Drive.sectorSize) }
    methods.xDeviceCharacteristics = { file in
      opened(file)._withUnsafeGuaranteedRef {
        $0.drive.isPowersafe ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0
      }
    }
    methods.xFetch = { _, _, _, out in
      out?.pointee = nil
      return SQLITE_OK
    }
    methods.xUnfetch = { file, _, pointer in
      opened(file)._withUnsafeGuaranteedRef {
        if pointer == nil, let meanwhile = $0.drive.meanwhile {
          $0.drive.meanwhile = nil
          meanwhile($0.file.name)
        }
      }
      return SQLITE_OK
    }
    return methods
  }

  private static func fillBytes(_ methods: inout sqlite3_io_methods) {
    methods.xClose = { file in
      let handle = opened(file).takeRetainedValue()
      handle.release()
      if !handle.isDead {
        handle.drive.closed(handle)
        if handle.isTemporary { handle.drive.delete(handle.file, durably: false) }
      }
      return SQLITE_OK
    }
    methods.xRead = { file, to, count, offset in
      opened(file)._withUnsafeGuaranteedRef { handle in
        if let error = handle.drive.enter(.read, of: handle.file.name, by: handle) { return error }
        guard let to else { return SQLITE_OK }
        let there = max(0, min(Int(count), handle.file.bytes.count - Int(offset)))
        if there > 0 {
          to.copyMemory(from: handle.file.bytes.start + Int(offset), byteCount: there)
          handle.drive.read(to, there)
        }
        guard there < Int(count) else { return SQLITE_OK }
        // SQLite relies on the rest being zero.
        (to + there).initializeMemory(as: UInt8.self, repeating: 0, count: Int(count) - there)
        return sqlite_ioerr_short_read
      }
    }
    methods.xWrite = { file, from, count, offset in
      opened(file)._withUnsafeGuaranteedRef { handle in
        if let error = handle.drive.enter(.write, of: handle.file.name, by: handle) {
          return error
        }
        guard let from else { return SQLITE_OK }
        return handle.drive.write(from, Int(count), at: Int(offset), into: handle.file)
      }
    }
    methods.xTruncate = { file, size in
      opened(file)._withUnsafeGuaranteedRef { handle in
        if let error = handle.drive.enter(.truncate, of: handle.file.name, by: handle) {
          return error
        }
        handle.drive.resize(handle.file, to: Int(size))
        return SQLITE_OK
      }
    }
    methods.xSync = { file, _ in
      opened(file)._withUnsafeGuaranteedRef { handle in
        if let error = handle.drive.enter(.sync, of: handle.file.name, by: handle) { return error }
        handle.drive.sync(handle.file, andFolder: handle.owesFolder)
        handle.owesFolder = false
        return SQLITE_OK
      }
    }
    methods.xFileSize = { file, size in
      opened(file)._withUnsafeGuaranteedRef { handle in
        if let error = handle.drive.enter(.size, of: handle.file.name, by: handle) { return error }
        size?.pointee = Int64(handle.file.bytes.count)
        return SQLITE_OK
      }
    }
  }

  private static func fillLocks(_ methods: inout sqlite3_io_methods) {
    methods.xLock = { file, level in
      opened(file)._withUnsafeGuaranteedRef { handle in
        guard !handle.isDead else { return SQLITE_IOERR }
        handle.level = handle.file.locks.lock(level, from: handle.level)
        return handle.level >= level ? SQLITE_OK : SQLITE_BUSY
      }
    }
    methods.xUnlock = { file, level in
      opened(file)._withUnsafeGuaranteedRef { handle in
        guard !handle.isDead, handle.level > level else { return SQLITE_OK }
        handle.file.locks.unlock(level, from: handle.level)
        handle.level = level
        return SQLITE_OK
      }
    }
    methods.xCheckReservedLock = { file, out in
      opened(file)._withUnsafeGuaranteedRef {
        out?.pointee = $0.file.locks.hasWriter ? 1 : 0
        return SQLITE_OK
      }
    }
    methods.xShmMap = { file, index, size, extends, out in
      opened(file)._withUnsafeGuaranteedRef { handle in
        if let error = handle.drive.enter(.map, of: handle.file.name, by: handle) { return error }
        out?.pointee = UnsafeMutableRawPointer(
          handle.shared.region(Int(index), byteCount: Int(size), extending: extends != 0))
        return SQLITE_OK
      }
    }
    methods.xShmLock = { file, first, count, flags in
      opened(file)._withUnsafeGuaranteedRef {
        $0.lockShared(Int(first)..<Int(first + count), flags)
      }
    }
    // One thread: what one connection writes, the other sees.
    methods.xShmBarrier = { _ in }
    methods.xShmUnmap = { _, _ in SQLITE_OK }
  }

  static func fill(_ system: UnsafeMutablePointer<sqlite3_vfs>) {
    system.pointee.iVersion = 1
    system.pointee.szOsFile = Int32(MemoryLayout<OpenDiskFile>.size)
    system.pointee.mxPathname = 512
    system.pointee.xOpen = { system, name, file, flags, outFlags in
      guard let file else { return SQLITE_CANTOPEN }
      let code = disk(system).open(name.map { String(cString: $0) }, flags, into: file)
      if code == SQLITE_OK { outFlags?.pointee = flags }
      return code
    }
    system.pointee.xDelete = { system, name, syncsFolder in
      guard let name, let (drive, file) = disk(system).drive(of: String(cString: name)) else {
        return sqlite_ioerr_delete
      }
      if let error = drive.enter(.delete, of: file, by: nil) { return error }
      guard let found = drive.files[file] else { return sqlite_ioerr_delete_noent }
      drive.delete(found, durably: syncsFolder != 0)
      return SQLITE_OK
    }
    system.pointee.xAccess = { system, name, _, out in
      guard let name, let (drive, file) = disk(system).drive(of: String(cString: name)) else {
        out?.pointee = 0
        return SQLITE_OK
      }
      if let error = drive.enter(.access, of: file, by: nil) { return error }
      out?.pointee = drive.files[file] != nil ? 1 : 0
      return SQLITE_OK
    }
    system.pointee.xFullPathname = { _, name, count, out in
      guard let name, let out else { return SQLITE_CANTOPEN }
      copyPath(count, out, name)
      return SQLITE_OK
    }
    fillRest(system)
  }

  private static func fillRest(_ system: UnsafeMutablePointer<sqlite3_vfs>) {
    system.pointee.xRandomness = { _, count, out in
      for place in 0..<Int(count) { out?[place] = CChar(truncatingIfNeeded: place &* 37 &+ 11) }
      return count
    }
    system.pointee.xSleep = { _, microseconds in microseconds }
    system.pointee.xCurrentTime = { _, out in
      out?.pointee = 2_460_000.5
      return SQLITE_OK
    }
    system.pointee.xGetLastError = { _, _, _ in 0 }
  }
}

@inline(__always) private func opened(
  _ file: UnsafeMutablePointer<sqlite3_file>?
) -> Unmanaged<DiskHandle> {
  UnsafeMutableRawPointer(file.unsafelyUnwrapped).assumingMemoryBound(to: OpenDiskFile.self)
    .pointee.handle
}

private func disk(_ system: UnsafeMutablePointer<sqlite3_vfs>?) -> Disk {
  Unmanaged<Disk>.fromOpaque(system.unsafelyUnwrapped.pointee.pAppData).takeUnretainedValue()
}

/// Copies a path, cut off if it is too long.
private func copyPath(
  _ capacity: Int32, _ out: UnsafeMutablePointer<CChar>, _ name: UnsafePointer<CChar>
) {
  var place = 0
  while place < Int(capacity) - 1 && name[place] != 0 {
    out[place] = name[place]
    place += 1
  }
  out[place] = 0
}

extension DiskCall {
  /// The code by which SQLite learns that a call has failed.
  var error: Int32 {
    switch self {
    case .open: SQLITE_CANTOPEN
    case .read: sqlite_ioerr_read
    case .write: sqlite_ioerr_write
    case .truncate: sqlite_ioerr_truncate
    case .sync: sqlite_ioerr_fsync
    case .size: sqlite_ioerr_fstat
    case .delete: sqlite_ioerr_delete
    case .access: sqlite_ioerr_access
    case .map: sqlite_ioerr_shmmap
    }
  }
}
