import Glibc

/// Reads files that are read whole.
public enum FileSource {
  /// What a file holds, or nil when it cannot be read.
  ///
  /// It is read to its end rather than by its size, which a pipe does not have, but not much
  /// further than `max`: more than that says only that there is too much.
  public static func bytes(of path: String, max: Int = .max) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return bytes(of: descriptor, max: max)
  }

  /// What is left in an open file.
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
