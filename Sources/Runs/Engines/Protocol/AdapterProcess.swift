import Base
import RunPipeline
import SystemLibrary

/// An adapter: a process that follows the protocol over its standard input and output.
///
/// Nothing that it does harms this program: it may die, be silent, write garbage or without end.
/// Each call ends within its time, and memory for a line is limited. The process has a group of
/// its own, which is killed with it, so that no child of it stays.
public final class AdapterProcess: EngineLink {
  /// A reply is at most so long.
  public static let lineByteCountMax = 8 << 20
  /// So much of the error output is kept.
  private static let errorByteCountMax = 4_000

  private let process: ChildProcess
  private var requests: Int32
  private let responses: Int32
  private let errors: Int32
  private let seconds: Double
  private var errorsAreOpen = true
  /// What arrived and belongs to no line yet.
  private var buffer: [UInt8] = []
  private var errorTail: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  public private(set) var lastLines: (call: [UInt8], reply: [UInt8])?
  /// Whether the process can no longer be used.
  public private(set) var isOver = false

  /// Starts the adapter with a command for the shell, in a folder or in the current one. A reply
  /// may take so many seconds.
  public init(
    command: String, seconds: Double, in folder: String? = nil
  ) throws(EngineFailure) {
    self.seconds = seconds
    // An ended process is noticed by its closed pipe, not by a signal.
    signal(SIGPIPE, SIG_IGN)
    var pipes: [ProcessPipe] = []
    do throws(ChildProcess.NotStarted) {
      for _ in 0..<3 { pipes.append(try ProcessPipe()) }
      let theirs = [pipes[0].reading, pipes[1].writing, pipes[2].writing]
      process = try ChildProcess(
        "/bin/sh", EngineCommandFolder.words(command, in: folder), standard: theirs, isApart: true)
      for descriptor in theirs { close(descriptor) }
    } catch {
      for pipe in pipes { pipe.closeBoth() }
      throw .notStarted(error.description)
    }
    (requests, responses, errors) = (pipes[0].writing, pipes[1].reading, pipes[2].reading)
    for descriptor in [requests, responses, errors] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    stop()
    for descriptor in [requests, responses, errors] where descriptor >= 0 { close(descriptor) }
  }

  public func perform(_ call: EngineCall) throws(EngineFailure) -> EngineReply {
    let line = call.line
    lastLines = (line, [])
    do throws(EngineFailure) {
      guard !isOver else { throw .died("it has ended before", output: "") }
      guard buffer.isEmpty else {
        let excerpt = EngineReplyReader.excerpt(buffer)
        throw .misspoke(
          "The adapter wrote to standard output without a call: \(excerpt). Standard output is for "
            + "one reply to each call; print everything else to standard error.")
      }
      let reply = try exchange(line)
      lastLines = (line, reply)
      return try EngineReplyReader(to: call).read(reply)
    } catch {
      stop()
      throw error
    }
  }

  /// Ends the process: its input ends, and if it does not end with it, it is killed.
  public func dismiss() { _ = endsWithInput() }

  public func endsWithInput() -> Bool {
    guard !isOver else { return true }
    if requests >= 0 { close(requests) }
    requests = -1
    let begun = Machine.seconds
    while !process.hasEnded && Machine.seconds - begun < 1 { usleep(2_000) }
    let hasEnded = process.hasEnded
    stop()
    return hasEnded
  }

  private func stop() {
    guard !isOver else { return }
    isOver = true
    process.stopGroup()
  }

  // MARK: Bytes

  /// Sends a line and reads the line that it is answered with.
  private func exchange(_ line: [UInt8]) throws(EngineFailure) -> [UInt8] {
    let deadline = Machine.seconds + seconds
    var rest = (line + [10])[...]
    var searched = 0
    while true {
      if rest.isEmpty, let end = buffer[searched...].firstIndex(of: 10) {
        let reply = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        return reply
      }
      searched = buffer.count
      guard buffer.count <= Self.lineByteCountMax else {
        throw .misspoke(
          "The adapter wrote \(Self.lineByteCountMax >> 20) MiB without the end of a line; a reply "
            + "is one line that is not longer. It began: \(EngineReplyReader.excerpt(buffer))")
      }
      if !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(requests, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
        if count < 0, errno == EPIPE { throw ended() }
      }
      try wait(until: deadline, toWrite: !rest.isEmpty)
      try readErrors()
      let count = read(responses, &chunk, chunk.count)
      if count > 0 {
        buffer += chunk[..<count]
      } else if count == 0 {
        throw ended()
      }
    }
  }

  /// Waits until there is something to read, or to write.
  private func wait(until deadline: Double, toWrite: Bool) throws(EngineFailure) {
    while true {
      var files = [pollfd(fd: responses, events: Int16(POLLIN), revents: 0)]
      if errorsAreOpen { files.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0)) }
      if toWrite { files.append(pollfd(fd: requests, events: Int16(POLLOUT), revents: 0)) }
      let left = deadline - Machine.seconds
      guard left > 0 else { throw .silent(seconds: seconds) }
      let ready = poll(&files, nfds_t(files.count), Int32(min(left, 1) * 1_000) + 1)
      if Interruption.isRequested { throw .interrupted }
      if ready > 0 { return }
      if ready < 0 && errno != EINTR { throw .died("its pipes broke", output: "") }
    }
  }

  private func readErrors() throws(EngineFailure) {
    guard errorsAreOpen else { return }
    let count = read(errors, &chunk, chunk.count)
    if count == 0 { errorsAreOpen = false }
    guard count > 0 else { return }
    errorTail += chunk[..<count]
    if errorTail.count > 2 * Self.errorByteCountMax {
      errorTail.removeFirst(errorTail.count - Self.errorByteCountMax)
    }
  }

  /// How the process ended that has closed its output.
  private func ended() -> EngineFailure {
    let begun = Machine.seconds
    while !process.hasEnded && Machine.seconds - begun < 1 { usleep(1_000) }
    let how: String
    if process.hasEnded {
      how =
        switch process.end() {
        case .exit(let code): "exit \(code)"
        case .signal(let number): "signal \(number)"
        }
    } else {
      how = "it closed its output"
    }
    for _ in 0..<64 where errorsAreOpen {
      let before = errorTail.count
      try? readErrors()
      if errorTail.count == before { break }
    }
    let tail = String(decoding: errorTail.suffix(Self.errorByteCountMax), as: UTF8.self)
    return .died(how, output: tail)
  }
}
