import Glibc

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

  /// The rest of an open file.
  public static func bytes(of descriptor: Int32, max: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= max {
      let count = read(descriptor, &part, part.count)
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
