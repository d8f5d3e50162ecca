/// Reads whole files.
public enum FileSource {
  /// The contents of a file; nil if it cannot be read.
  ///
  /// It reads to the end and does not rely on the size, which a pipe does not have. It stops soon
  /// after `max` bytes, which only shows that the file is too large.
  public static func bytes(of path: String, max: Int = .max) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return bytes(of: descriptor, max: max)
  }

  /// Why a file was not read to its end.
  public enum ReadingError: Error, Equatable, CustomStringConvertible {
    case unreadable
    /// No file has this path.
    case missing
    /// It is larger than the limit for what it should be.
    case tooLarge(InputLimit)

    public var description: String {
      switch self {
      case .unreadable: "this file cannot be read"
      case .missing: "there is no such file"
      case .tooLarge(let limit):
        "this file is larger than \(limit.text), the limit for \(limit.content)"
      }
    }
  }

  /// The contents of a file of limited size.
  public static func bytes(
    of path: String, _ limit: InputLimit
  ) throws(ReadingError) -> [UInt8] {
    guard let bytes = bytes(of: path, max: limit.bytes) else {
      throw errno == ENOENT ? ReadingError.missing : ReadingError.unreadable
    }
    guard bytes.count <= limit.bytes else { throw .tooLarge(limit) }
    return bytes
  }

  /// Hands the contents of a file of limited size over part by part. What throws ends the reading,
  /// so that an endless file ends at its first mistake.
  public static func read<Problem: Error>(
    _ path: String, _ limit: InputLimit, cannotRead: (ReadingError) -> Problem,
    take: (ArraySlice<UInt8>) throws(Problem) -> Void
  ) throws(Problem) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw cannotRead(errno == ENOENT ? .missing : .unreadable) }
    defer { close(descriptor) }
    var part = [UInt8](repeating: 0, count: 1 << 16)
    var total = 0
    while true {
      let count = readSome(descriptor, &part)
      if count == 0 { return }
      if count > 0 {
        total += count
        guard total <= limit.bytes else { throw cannotRead(.tooLarge(limit)) }
        try take(part[..<count])
      } else if errno != EINTR {
        throw cannotRead(.unreadable)
      }
    }
  }

  /// Whether a path leads to a regular file, which has an end.
  public static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path leads to anything.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// The rest of an open file.
  public static func bytes(of descriptor: Int32, max: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= max {
      let count = readSome(descriptor, &part)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += part[..<count]
      } else if errno != EINTR {
        return nil
      }
    }
    return bytes
  }
}

/// What the method of this name would hide.
private func readSome(_ descriptor: Int32, _ part: inout [UInt8]) -> Int {
  read(descriptor, &part, part.count)
}
