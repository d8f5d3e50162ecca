import SystemLibrary

/// What a path of an output leads to, after all links.
enum ResolvedPath: Equatable {
  /// A regular file, or no file, with its path without links.
  case file(String)
  /// A device, a pipe or another special file.
  case other(String)
  /// A file that this process has open, such as `/dev/stdout`.
  case descriptor(Int32)

  private static let linksMax = 40

  init(_ path: String) throws(FileError) {
    var next = path
    for _ in 0..<Self.linksMax {
      let folder = try Self.folder(of: next, for: path)
      let name = next.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
      guard !name.isEmpty else { throw .last("cannot write", path, number: ENOENT) }
      let whole = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      let parts = folder.split(separator: "/")
      if parts.count == 3, parts[0] == "proc", parts[2] == "fd" {
        // What such a link says is no path.
        let own = parts[1] == "\(getpid())" ? Int32(name) : nil
        self = own.map { .descriptor($0) } ?? .other(whole)
        return
      }
      var status = stat()
      guard lstat(whole, &status) == 0 else {
        guard errno == ENOENT else { throw .last("cannot write", path) }
        self = .file(whole)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        guard let target = Self.target(of: whole) else { throw .last("cannot write", path) }
        next = target.hasPrefix("/") ? target : "\(folder)/\(target)"
      case S_IFREG:
        self = .file(whole)
        return
      default:
        self = .other(whole)
        return
      }
    }
    throw .last("cannot write", path, number: ELOOP)
  }

  /// The folder of a path, without links.
  private static func folder(of next: String, for path: String) throws(FileError) -> String {
    guard let resolved = realpath(FileTree.parent(of: next), nil) else {
      throw .last("cannot write", path)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func target(of link: String) -> String? {
    var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = text.withUnsafeMutableBytes {
      readlink(link, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    return count > 0 ? String(decoding: text[..<count], as: UTF8.self) : nil
  }
}
