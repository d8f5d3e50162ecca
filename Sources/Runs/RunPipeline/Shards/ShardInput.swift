import SystemLibrary

/// The bytes of a stream of shards, part by part.
struct ShardInput {
  private let descriptor: Int32
  private let isStopped: @Sendable () -> Bool
  private var offset = 0
  /// Where the current part begins.
  private(set) var partStart = 0

  init(_ descriptor: Int32, isStopped: @escaping @Sendable () -> Bool) {
    self.descriptor = descriptor
    self.isStopped = isStopped
  }

  /// The contents of a part.
  struct Part {
    var bytes: [UInt8]
    /// The number of a batch; 0 for other parts.
    var index: Int
  }

  /// The mark of the next part; nil at the end of the stream.
  mutating func mark() throws -> [UInt8]? {
    partStart = offset
    let mark = try read(upTo: ShardFormat.markBytes)
    if mark.isEmpty { return nil }
    guard mark.count == ShardFormat.markBytes else { throw truncated("the mark of a part") }
    return mark
  }

  /// The rest of a part whose mark was read, and its hash, which must be right.
  mutating func part(
    _ mark: [UInt8], indexed: Bool, max: Int, name: String
  ) throws -> (Part, hash: [UInt8]) {
    let head = try bytes(indexed ? 16 : 8, name)
    let (index, count) = head.withUnsafeBytes { bytes in
      (
        indexed ? UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) : 0,
        UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: indexed ? 8 : 0, as: UInt64.self))
      )
    }
    guard count <= UInt64(max) else { throw damaged(name, "its length is \(count)") }
    let content = try bytes(Int(count), name)
    let hash = try bytes(ShardFormat.hashBytes, name)
    guard ShardFormat.hash([mark + head, content]) == hash, let index = Int(exactly: index) else {
      throw damaged(name, "its SHA-256 is not the one behind it")
    }
    return (Part(bytes: content, index: index), hash)
  }

  mutating func bytes(_ count: Int, _ name: String) throws -> [UInt8] {
    let bytes = try read(upTo: count)
    guard bytes.count == count else { throw truncated(name) }
    return bytes
  }

  func truncated(_ name: String) -> ShardError {
    ShardError("The shards are truncated: they end at byte \(offset), in or before \(name).")
  }

  private func damaged(_ name: String, _ cause: String) -> ShardError {
    ShardError("The part at byte \(partStart), \(name), is damaged: \(cause).")
  }

  /// How much memory to take at once: a damaged length must not take more than there is to read.
  private static let stepBytes = 8 << 20

  /// The next bytes, fewer only at the end of the stream.
  private mutating func read(upTo count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let (start, step) = (bytes.count, min(count - bytes.count, Self.stepBytes))
      bytes.append(contentsOf: repeatElement(0, count: step))
      let got = try fill(&bytes, from: start)
      bytes.removeLast(step - got)
      offset += got
      if got < step { break }
    }
    return bytes
  }

  /// Fills an array from one place on, and returns how many bytes there were.
  private func fill(_ bytes: inout [UInt8], from start: Int) throws -> Int {
    var place = start
    while place < bytes.count {
      try wait()
      let got = bytes.withUnsafeMutableBytes { bytes in
        SystemLibrary.read(descriptor, bytes.baseAddress! + place, bytes.count - place)
      }
      if got == 0 { break }
      if got > 0 {
        place += got
      } else if errno != EINTR {
        let cause = String(cString: strerror(errno)).lowercased()
        throw ShardError("The shards cannot be read from standard input: \(cause).")
      }
    }
    return place - start
  }

  /// How long a wait lasts before the stop is asked for again, which a signal may set at any time.
  private static let waitMilliseconds: Int32 = 200

  /// Waits until there is something to read.
  private func wait() throws {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    repeat {
      if isStopped() { throw RunError.interrupted }
    } while poll(&waiting, 1, Self.waitMilliseconds) <= 0
  }
}
