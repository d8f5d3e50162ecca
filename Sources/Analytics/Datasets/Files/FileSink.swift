import Base
import SystemLibrary

/// Writes a file front to back, and hashes it if requested.
///
/// Small writes are buffered. After an error the file is unusable: every later call fails with the
/// same error.
public final class FileSink {
  public let path: String
  /// The number of bytes written so far, including the buffer.
  package private(set) var byteCount = 0

  private static let bufferByteCount = 1 << 20

  private var descriptor: Int32
  private let buffer: UnsafeMutableRawPointer
  private var buffered = 0
  private var digest: SHA256?
  private var failure: FileError?

  /// A point in a hashed file from which writing can resume.
  public struct Checkpoint: Sendable, Codable {
    public var byteCount: Int
    public var sha256: String
  }

  /// A checkpoint of all that was handed to the operating system so far.
  public func mark() throws(FileError) -> Checkpoint {
    try flush()
    guard let hash = digest?.finish() else { preconditionFailure("\(path) is not hashed") }
    return Checkpoint(byteCount: byteCount, sha256: Hexadecimal.text(hash))
  }

  /// Resumes a file from a checkpoint and discards what follows; nil if the contents before the
  /// checkpoint have changed.
  public init?(path: String, from mark: Checkpoint) throws(FileError) {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.path = path
    buffer = .allocate(byteCount: Self.bufferByteCount, alignment: 16)
    var digest = SHA256()
    while byteCount < mark.byteCount {
      let count = read(descriptor, buffer, min(Self.bufferByteCount, mark.byteCount - byteCount))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      digest.update(UnsafeRawBufferPointer(start: buffer, count: count))
      byteCount += count
    }
    guard Hexadecimal.text(digest.finish()) == mark.sha256 else { return nil }
    guard ftruncate(descriptor, off_t(mark.byteCount)) == 0 else {
      throw .last("cannot write", path)
    }
    self.digest = digest
  }

  /// Opens the file for writing, and truncates an existing one.
  public init(path: String, isHashed: Bool = true) throws(FileError) {
    digest = isHashed ? SHA256() : nil
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .last("cannot write", path) }
    self.path = path
    buffer = .allocate(byteCount: Self.bufferByteCount, alignment: 16)
  }

  /// Writes to an open file, which it closes at the end.
  init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    buffer = .allocate(byteCount: Self.bufferByteCount, alignment: 16)
  }

  /// Writes to a copy of an open descriptor, which stays open.
  convenience init(copyOf number: Int32, path: String) throws(FileError) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0 else { throw .last("cannot write", path) }
    guard flags & O_ACCMODE != O_RDONLY else { throw .last("cannot write", path, number: EBADF) }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .last("cannot write", path) }
    self.init(copy, path: path)
  }

  deinit {
    buffer.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes a whole file, and atomically replaces an existing one.
  public static func replace(
    _ path: String, _ fill: (FileSink) throws(FileError) -> Void
  ) throws(FileError) {
    let sink = try FileSink(path: "\(path).new", isHashed: false)
    try fill(sink)
    try sink.end()
    try FileTree.rename("\(path).new", to: path)
  }

  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if let failure { throw failure }
    guard let source = bytes.baseAddress else { return }
    if bytes.count > Self.bufferByteCount - buffered {
      try flush()
      if bytes.count >= Self.bufferByteCount {
        try pass(bytes)
        byteCount += bytes.count
        return
      }
    }
    (buffer + buffered).copyMemory(from: source, byteCount: bytes.count)
    buffered += bytes.count
    byteCount += bytes.count
  }

  public func write(_ text: String) throws(FileError) {
    try write(Array(text.utf8))
  }

  public func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Syncs the file to the disk, closes it, and returns its size and hash.
  public func finish() throws(FileError) -> WrittenFileInfo {
    try end()
    guard let hash = digest?.finish() else { preconditionFailure("\(path) is not hashed") }
    return WrittenFileInfo(byteCount: byteCount, sha256: Hexadecimal.text(hash))
  }

  /// Syncs the file to the disk and closes it.
  public func end() throws(FileError) {
    try flush()
    // Some file systems report only now that there is no space. Pipes and devices cannot be synced.
    if fsync(descriptor) != 0 && ![EINVAL, EROFS, ENOTSUP].contains(errno) { throw fail() }
    let closed = close(descriptor)
    descriptor = -1
    guard closed == 0 else { throw fail() }
  }

  private func flush() throws(FileError) {
    let bytes = UnsafeRawBufferPointer(start: buffer, count: buffered)
    buffered = 0
    try pass(bytes)
  }

  private func pass(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if let failure { throw failure }
    precondition(descriptor >= 0, "\(path) is finished")
    digest?.update(bytes)
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let written = SystemLibrary.write(descriptor, part.baseAddress, part.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        throw fail()
      }
    }
  }

  private func fail() -> FileError {
    let error = FileError.last("cannot write", path)
    failure = error
    return error
  }
}
