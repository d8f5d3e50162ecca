import SystemLibrary

/// Operations on folders that need several system calls.
public enum FileTree {
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Creates a folder and its missing parents.
  public static func makeDirectories(_ path: String) throws(FileError) {
    if path.isEmpty || mkdir(path, 0o755) == 0 { return }
    let number = errno
    switch number {
    case EEXIST:
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw .last("cannot create the folder", path, number: ENOTDIR)
      }
    case ENOENT where parent(of: path) != path:
      try makeDirectories(parent(of: path))
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
        throw .last("cannot create the folder", path)
      }
    default: throw .last("cannot create the folder", path, number: number)
    }
  }

  /// The parent folder of a path.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The names in a folder, in byte order.
  static func entries(of path: String) throws(FileError) -> [String] {
    guard let directory = opendir(path) else { throw .last("cannot read the folder", path) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { characters in
        characters.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Removes a file, or a folder with its contents; links are removed, not followed.
  static func remove(_ path: String) throws(FileError) {
    if isDirectory(path) {
      for name in try entries(of: path) { try remove("\(path)/\(name)") }
      guard rmdir(path) == 0 else { throw .last("cannot remove", path) }
    } else {
      guard unlink(path) == 0 || errno == ENOENT else { throw .last("cannot remove", path) }
    }
  }

  static func rename(_ old: String, to new: String) throws(FileError) {
    guard SystemLibrary.rename(old, new) == 0 else { throw .last("cannot rename \(old) to", new) }
  }

  /// Syncs the contents of a folder to the disk, and then the folder itself.
  static func synchronizeAll(in path: String) throws(FileError) {
    for name in try entries(of: path) {
      let entry = "\(path)/\(name)"
      if isDirectory(entry) {
        try synchronizeAll(in: entry)
      } else {
        try synchronize(entry)
      }
    }
    try synchronize(path)
  }

  /// Syncs a file, or the names in a folder, to the disk.
  static func synchronize(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last("cannot write", path) }
    defer { close(descriptor) }
    // Some special files cannot be synced, which is harmless.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw .last("cannot write", path)
    }
  }
}
