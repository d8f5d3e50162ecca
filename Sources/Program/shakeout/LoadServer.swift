import CommandLineKit
import HTTPService
import Load
import RunPipeline
import Synchronization
import SystemLibrary

/// A `shakeout serve` in a process of its own, which a load has started and ends.
///
/// Its standard input is a pipe whose other end this process holds: when that is killed, the server
/// finds the end of its input, and ends too.
final class LoadServer: ChaosServer {
  /// A server that runs, and the ends of its pipes.
  private struct Running {
    let child: ChildProcess
    let lifeline: Int32
    let errors: Int32
  }

  private let store: StoreChoice
  /// The port stays while the server is down.
  private let reservation: ReservedPort
  private let running = Mutex<Running?>(nil)

  private static let startSeconds = 120.0
  private static let endSeconds = 30.0

  /// What the server reads as `--disk-faults`; nil if its disk does nothing of its own.
  private let diskFaults: NamelessFile?

  /// What it reads as `--settings`.
  private let serviceSettings: NamelessFile?
  /// After so many seconds without a sign of life a stand-by takes over.
  private static let takeoverSeconds = 2

  /// Starts one over a store, at a port that the system chooses.
  ///
  /// - Parameter isOneOfTwo: whether another one is over the same store; one of both stands by.
  init(
    _ store: StoreChoice, hasDiskFaults: Bool, isOneOfTwo: Bool = false
  ) throws(LoadError) {
    self.store = store
    serviceSettings = isOneOfTwo ? NamelessFile() : nil
    if isOneOfTwo && serviceSettings == nil { throw Self.notStarted("no file can be made for it") }
    serviceSettings?.write("{\"takeoverSeconds\": \(Self.takeoverSeconds)}")
    diskFaults = hasDiskFaults ? NamelessFile() : nil
    if hasDiskFaults && diskFaults == nil { throw Self.notStarted("no file can be made for it") }
    guard let reservation = ReservedPort() else { throw Self.notStarted("no port is free") }
    self.reservation = reservation
    try running.withLock { running throws(LoadError) in running = try begin(isFirst: true) }
  }

  deinit { end() }

  var port: UInt16 { reservation.port }

  /// What a report may have of the store: parameters may have a password.
  var storeName: String {
    if case .postgres = store { "postgres" } else { store.text }
  }

  private static func notStarted(_ why: String) -> LoadError {
    let end = why.hasSuffix(".") ? "" : "."
    return LoadError(message: "The server of '--serve' did not start: \(why)\(end)")
  }

  // MARK: Starting

  /// Starts it at the same port, and waits until it listens.
  func start() throws(LoadError) {
    try running.withLock { running throws(LoadError) in running = try begin(isFirst: false) }
  }

  private func begin(isFirst: Bool, isRestored: Bool = false) throws(LoadError) -> Running {
    let (input, output, errors): (ProcessPipe, ProcessPipe, ProcessPipe)
    let child: ChildProcess
    do throws(ChildProcess.NotStarted) {
      input = try ProcessPipe()
      output = try ProcessPipe()
      errors = try ProcessPipe()
      child = try ChildProcess(
        HostSystem.programPath ?? CommandLine.arguments[0],
        [
          "serve", "--listen", "127.0.0.1:\(port)", "--store", store.text, "--client-rate", "0",
          "--log", "nothing", "--until-input-ends",
        ] + (isRestored ? ["--restored"] : [])
          + (diskFaults.map { ["--disk-faults", $0.path] } ?? [])
          + (serviceSettings.map { ["--settings", $0.path] } ?? []),
        standard: [input.reading, output.writing, errors.writing], isApart: true)
    } catch {
      throw Self.notStarted(error.description)
    }
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    defer { close(output.reading) }
    let running = Running(child: child, lifeline: input.writing, errors: errors.reading)
    if let problem = Self.waitForAddress(on: output.reading, isFirst: isFirst) {
      child.stop()
      let words = Self.errorOutput(of: running)
      Self.closePipes(of: running)
      throw Self.notStarted(words.isEmpty ? problem : words)
    }
    return running
  }

  /// Waits for the line with the address; returns what went wrong. An interrupted load still needs
  /// the server that it starts again.
  private static func waitForAddress(on descriptor: Int32, isFirst: Bool) -> String? {
    var line: [UInt8] = []
    let tries = Int(startSeconds / 0.05)
    for _ in 0..<tries {
      if isFirst && Interruption.isRequested { return "it was interrupted" }
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 50) > 0 else { continue }
      var piece = [UInt8](repeating: 0, count: 256)
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { return "it ended before it listened" }
      if count > 0 { line += piece[..<count] }
      if line.last == UInt8(ascii: "\n") {
        let text = String(decoding: line, as: UTF8.self)
        return text.hasPrefix("http://127.0.0.1:") ? nil : "its first line was '\(text)'"
      }
    }
    return "it did not listen within \(Int(startSeconds)) seconds"
  }

  /// What a server that has ended wrote to standard error in its last line.
  private static func errorOutput(of running: Running) -> String {
    _ = fcntl(running.errors, F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(running.errors, &piece, piece.count)
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    let line = bytes.split(separator: UInt8(ascii: "\n")).last ?? []
    let text = String(decoding: line, as: UTF8.self)
    return text.hasPrefix("Error: ") ? String(text.dropFirst(7)) : text
  }

  private static func closePipes(of running: Running) {
    close(running.lifeline)
    close(running.errors)
  }

  // MARK: What chaos does

  func pause() { running.withLock { $0?.child.signal(SIGSTOP) } }
  func resume() { running.withLock { $0?.child.signal(SIGCONT) } }

  func setDiskFaults(_ faults: String) { diskFaults?.write(faults) }

  func kill() {
    running.withLock { running in
      guard let server = running else { return }
      running = nil
      server.child.stop()
      Self.closePipes(of: server)
    }
  }

  // MARK: Backups

  /// The file of the store, and a copy beside it which a load takes.
  private var backupPaths: (store: String, copy: String)? {
    if case .sqlite(let path) = store { (path, path + ".of-load") } else { nil }
  }

  func backUp() throws(LoadError) {
    guard let paths = backupPaths else { throw Self.noBackup("it is in no file") }
    removeBackup()
    do throws(ServiceStartError) {
      try ServiceBackup.copy(paths.store, to: paths.copy)
    } catch {
      throw Self.noBackup(error.description)
    }
  }

  /// Replaces the store of a server that does not run, and starts it.
  func restore() throws(LoadError) {
    guard let paths = backupPaths else { throw Self.noBackup("it is in no file") }
    for ending in ["-wal", "-shm"] {
      unlink(paths.store + ending)
      unlink(paths.copy + ending)
    }
    guard rename(paths.copy, paths.store) == 0 else {
      throw Self.noBackup(String(cString: strerror(errno)).lowercased())
    }
    try running.withLock { running throws(LoadError) in
      running = try begin(isFirst: false, isRestored: true)
    }
  }

  private func removeBackup() {
    guard let copy = backupPaths?.copy else { return }
    for ending in ["", "-wal", "-shm"] { unlink(copy + ending) }
  }

  private static func noBackup(_ why: String) -> LoadError {
    let end = why.hasSuffix(".") ? "" : "."
    return LoadError(message: "The store of '--serve' cannot be copied or replaced: \(why)\(end)")
  }

  func terminate() throws(LoadError) {
    if let problem = endProcess() { throw LoadError(message: "At a restart: \(problem)") }
  }

  // MARK: Ending

  /// Ends it with SIGTERM. Returns what was wrong with it: it had ended by itself, or not well.
  @discardableResult func end() -> String? {
    removeBackup()
    return endProcess()
  }

  private func endProcess() -> String? {
    running.withLock { running -> String? in
      guard let server = running else { return nil }
      running = nil
      let isEarly = server.child.hasEnded
      if !isEarly {
        // One that was stopped has to run to hear it.
        server.child.signal(SIGCONT)
        server.child.signal(SIGTERM)
        for _ in 0..<Int(Self.endSeconds * 100) where !server.child.hasEnded { usleep(10_000) }
      }
      let isLate = !server.child.hasEnded
      if isLate { server.child.stop() }
      let status = server.child.end()
      let words = Self.errorOutput(of: server)
      Self.closePipes(of: server)
      if isLate { return "the server did not end within \(Int(Self.endSeconds)) s of SIGTERM." }
      let why = words.isEmpty ? "." : ": \(words)"
      return switch status {
      case .exit(0): isEarly ? "the server ended by itself\(why)" : nil
      case .exit(let code): "the server ended with status \(code)\(why)"
      case .signal(let number): "the server ended by signal \(number)\(why)"
      }
    }
  }
}

/// A file without a name, which goes with this process. Others open it by a path that leads to it
/// through this process.
private final class NamelessFile: Sendable {
  private let descriptor: Int32

  init?() {
    // The system puts other letters in place of these.
    var name = Array(("/tmp/shakeout-" + String(repeating: "X", count: 6)).utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// Replaces what is in it, in one call: a reader sees the old text or the new one.
  func write(_ text: String) {
    // Blanks at the end cover what was there before.
    let bytes = Array(text.utf8) + Array(repeating: UInt8(ascii: " "), count: 64)
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }
}
