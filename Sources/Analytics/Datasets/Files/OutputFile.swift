import SystemLibrary

/// A file that a command writes where its user says.
///
/// A regular file appears atomically, with the rights of the file that it replaces. Links are
/// followed, not replaced. Everything else is written to: devices, pipes and the files that the
/// program was started with, such as `/dev/stdout` or the shell's `>(cat)`.
public final class OutputFile {
  private enum Target {
    /// An open device, pipe or descriptor.
    case stream(FileSink)
    /// The path of a regular file, or of none, without links.
    case file(String)
  }

  private let path: String
  private let appends: Bool
  private let target: Target
  private var sink: FileSink?
  private var unfinished: String?
  private var isFinished = false
  /// The length of a file before anything was appended; nil for a file that was made for it, and
  /// before.
  private var lengthBefore: off_t?

  /// Fails if the file cannot be written, before the work that produces its content. Only a device
  /// or a pipe is opened here; a regular file does not change before `finish` and `publish`.
  public init(at path: String, appends: Bool = false) throws(FileError) {
    (self.path, self.appends) = (path, appends)
    var status = stat()
    if stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR {
      throw FileError(.exists, "cannot write", path, because: "it is a folder")
    }
    switch try ResolvedPath(path) {
    case .descriptor(let number): target = .stream(try FileSink(copyOf: number, path: path))
    case .file(let resolved):
      target = .file(resolved)
      try check(resolved)
    case .other(let resolved):
      let descriptor = open(resolved, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      guard descriptor >= 0 else { throw .last("cannot write", path) }
      target = .stream(FileSink(descriptor, path: path))
    }
  }

  deinit { if let unfinished { unlink(unfinished) } }

  /// Writes a text and makes it visible.
  public func write(_ text: String) throws(FileError) {
    try append(Array(text.utf8))
    try publish()
  }

  /// Adds to the content; a regular file shows it only when it is published.
  public func append(_ bytes: [UInt8]) throws(FileError) {
    let sink = try openedSink()
    try orUndo { () throws(FileError) in try sink.write(bytes) }
  }

  /// Hands all content to the operating system, so that publishing needs no more space.
  public func finish() throws(FileError) {
    guard !isFinished else { return }
    let sink = try openedSink()
    try orUndo { () throws(FileError) in try sink.end() }
    isFinished = true
  }

  /// What could not be appended as a whole leaves nothing behind.
  private func orUndo(_ write: () throws(FileError) -> Void) throws(FileError) {
    do throws(FileError) {
      try write()
    } catch {
      if case .file(let resolved) = target, appends {
        if let lengthBefore { truncate(resolved, lengthBefore) } else { unlink(resolved) }
      }
      throw error
    }
  }

  /// Gives a regular file its name.
  public func publish() throws(FileError) {
    try finish()
    guard case .file(let resolved) = target, let unfinished else { return }
    guard rename(unfinished, resolved) == 0 else { throw .last("cannot write", path) }
    self.unfinished = nil
  }

  private func openedSink() throws(FileError) -> FileSink {
    if let sink { return sink }
    let opened: FileSink
    switch target {
    case .stream(let stream): opened = stream
    case .file(let resolved) where appends:
      var status = stat()
      if stat(resolved, &status) == 0 { lengthBefore = status.st_size }
      let descriptor = open(resolved, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw .last("cannot write", path) }
      opened = FileSink(descriptor, path: path)
    case .file(let resolved): opened = FileSink(try temporary(beside: resolved), path: path)
    }
    sink = opened
    return opened
  }

  /// Checks that a regular file can be written, without changing it.
  private func check(_ resolved: String) throws(FileError) {
    var status = stat()
    if appends && stat(resolved, &status) == 0 {
      guard access(resolved, W_OK) == 0 else { throw .last("cannot write", path) }
    } else {
      close(try temporary(beside: resolved))
      if let unfinished { unlink(unfinished) }
      unfinished = nil
    }
  }

  /// Creates a file beside another one. Its name does not depend on the other's, whose length may
  /// be the longest possible.
  private func temporary(beside resolved: String) throws(FileError) -> Int32 {
    let folder = FileTree.parent(of: resolved)
    for number in 0..<1_000 {
      let name = "\(folder)/.shakeout-\(getpid())-\(number).unfinished"
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if descriptor < 0 && errno == EEXIST { continue }
      guard descriptor >= 0 else { throw .last("cannot write", path) }
      unfinished = name
      var status = stat()
      if stat(resolved, &status) == 0 {
        // Without the right to give a file away it keeps its new owner.
        if fchown(descriptor, status.st_uid, status.st_gid) != 0 { errno = 0 }
        fchmod(descriptor, status.st_mode & 0o7777)
      }
      return descriptor
    }
    throw .last("cannot write", path, number: EEXIST)
  }
}
