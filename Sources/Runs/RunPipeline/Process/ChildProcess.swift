import SystemLibrary

/// A child process.
public final class ChildProcess {
  /// How a process ended.
  public enum ExitStatus: Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Why a process could not be started.
  public struct NotStarted: Error, CustomStringConvertible {
    public let description: String

    init(description: String) { self.description = description }
  }

  private let identifier: pid_t
  private var ending: ExitStatus?

  /// Starts a program that shares standard input, output and error with this one.
  public convenience init(_ program: String, _ arguments: [String]) throws(NotStarted) {
    try self.init(program, arguments, standard: [], isApart: false)
  }

  /// Starts a program whose standard input, output and error are these open files.
  ///
  /// With `isApart`, the child gets its own process group, so that Ctrl-C interrupts only this
  /// program, which ends the child itself.
  public init(
    _ program: String, _ arguments: [String], standard: [Int32], isApart: Bool
  ) throws(NotStarted) {
    var actions = HostSystem.noFileActions
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (place, descriptor) in standard.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
    }
    var attributes = HostSystem.noSpawnAttributes
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Start with default signal handling, as from a shell, not with this program's settings.
    var (none, changed) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&changed)
    sigaddset(&changed, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &changed)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(isApart ? flags | POSIX_SPAWN_SETPGROUP : flags))

    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier = pid_t()
    let problem = posix_spawn(
      &identifier, program, &actions, &attributes, &words, HostSystem.environmentPointer)
    guard problem == 0 else {
      throw NotStarted(description: String(cString: strerror(problem)).lowercased())
    }
    self.identifier = identifier
  }

  /// Waits for the end of the process.
  @discardableResult
  public func end() -> ExitStatus {
    if let ending { return ending }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    return note(status)
  }

  /// Whether the process has ended; does not wait.
  public var hasEnded: Bool {
    if ending != nil { return true }
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
    note(status)
    return true
  }

  @discardableResult
  private func note(_ status: Int32) -> ExitStatus {
    let signal = status & 0x7F
    let ending = signal == 0 ? ExitStatus.exit((status >> 8) & 0xFF) : .signal(signal)
    self.ending = ending
    return ending
  }

  /// Sends a signal to the process, if it has not ended.
  public func signal(_ number: Int32) {
    if !hasEnded { kill(identifier, number) }
  }

  /// The processor time that it has used so far.
  var processorSeconds: Double {
    ending == nil ? HostSystem.processorSeconds(of: identifier) : 0
  }

  /// Kills the process.
  public func stop() {
    if ending == nil { kill(identifier, SIGKILL) }
    end()
  }

  /// The number of its process group, which must be its own (`isApart`).
  public var group: Int32 { identifier }

  /// Kills the process and all those of its group, which must be its own (`isApart`). Those that
  /// it has left behind are killed even if it has ended itself.
  public func stopGroup() {
    kill(-identifier, SIGKILL)
    end()
  }

  /// The path of this program's file, regardless of how it was called.
  static var thisProgram: String { HostSystem.programPath ?? CommandLine.arguments[0] }
}

/// A pipe whose ends are not inherited by processes that start later.
public struct ProcessPipe {
  public let reading: Int32
  public let writing: Int32

  public init() throws(ChildProcess.NotStarted) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw ChildProcess.NotStarted(description: String(cString: strerror(errno)).lowercased())
    }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  /// Closes both ends.
  public func closeBoth() {
    close(reading)
    close(writing)
  }
}
