import Datasets
import JSONText
import Synchronization
import SystemLibrary

/// The parent's side of a worker process.
final class WorkerProcess {
  private let process: ChildProcess
  private var requests: Int32
  private let responses: Int32
  private let errors: Int32
  private var buffer: [UInt8] = []

  /// The reply to a request.
  enum Reply {
    case response(JSONNode)
    /// The process ended without a response; with the end of its error output.
    case ended(String)
    /// There was no response in time, so the process was killed.
    case silent
  }

  init(_ command: [String]) throws {
    let started = try Self.starting.withLock { _ in try Self.start(command) }
    process = started.process
    (requests, responses, errors) = (started.requests, started.responses, started.errors)
    // Detect an ended process by its closed pipe, not by a signal.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Starts one process at a time, or another one would inherit the pipes of this one.
  private static let starting = Mutex(())

  private static func start(
    _ command: [String]
  ) throws -> (process: ChildProcess, requests: Int32, responses: Int32, errors: Int32) {
    var pipes: [ProcessPipe] = []
    do throws(ChildProcess.NotStarted) {
      for _ in 0..<3 { pipes.append(try ProcessPipe()) }
      let theirs = [pipes[0].reading, pipes[1].writing, pipes[2].writing]
      let process = try ChildProcess(
        ChildProcess.thisProgram, Array(command.dropFirst()) + ["--worker"], standard: theirs,
        isApart: true)
      for descriptor in theirs { close(descriptor) }
      return (process, pipes[0].writing, pipes[1].reading, pipes[2].reading)
    } catch {
      for pipe in pipes { pipe.closeBoth() }
      throw WorkerNotStarted(cause: error.description)
    }
  }

  deinit {
    for descriptor in [requests, responses, errors] where descriptor >= 0 { close(descriptor) }
  }

  /// The wait as a multiple of the processor time limit, because the machine may be busy.
  private static let waitFactor = 10.0

  /// Sends a request and waits for the response, up to a limit of processor time.
  func perform(_ request: WorkerRequest, seconds: Double) -> Reply {
    let line = Array((request.line + "\n").utf8)
    let isSent = line.withUnsafeBytes { bytes in
      write(requests, bytes.baseAddress, bytes.count)
    }
    guard isSent == line.count else { return .ended(errorOutput()) }
    let (begun, worked) = (Machine.seconds, process.processorSeconds)
    var deadline = begun + seconds
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let text = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        guard let json = try? JSONReader().read(text) else {
          return .ended("unreadable worker output")
        }
        return .response(json)
      }
      guard let isMore = readOn(until: deadline) else {
        let left = seconds - (process.processorSeconds - worked)
        if left > 0, Machine.seconds < begun + Self.waitFactor * seconds {
          deadline = Machine.seconds + max(left, 0.1)
          continue
        }
        process.stop()
        return .silent
      }
      if !isMore { return .ended(errorOutput()) }
    }
  }

  /// Reads available output; returns false at the end and nil on a timeout.
  private func readOn(until deadline: Double) -> Bool? {
    var waiting = pollfd(fd: responses, events: Int16(POLLIN), revents: 0)
    while true {
      let left = deadline - Machine.seconds
      if left <= 0 { return nil }
      let ready = poll(&waiting, 1, Int32(min(left, 3_600) * 1_000) + 1)
      if ready > 0 { break }
      if ready < 0 && errno != EINTR { return false }
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(responses, &chunk, chunk.count)
    if count > 0 { buffer += chunk[..<count] }
    return count > 0
  }

  /// The exit status and the end of the error output.
  private func errorOutput() -> String {
    let ending =
      switch process.end() {
      case .exit(let code): "exit \(code)"
      case .signal(let number): "signal \(number)"
      }
    let output = FileSource.bytes(of: errors) ?? []
    return "\(ending)\n\(String(decoding: output.suffix(4_000), as: UTF8.self))"
  }

  /// Ends the worker by closing its standard input.
  func dismiss() {
    close(requests)
    requests = -1
    process.end()
  }
}

/// Why a worker process could not be started.
struct WorkerNotStarted: Error, CustomStringConvertible {
  let cause: String

  var description: String {
    "Cannot start a worker process: \(cause). Use fewer '--jobs', or raise the limits of this "
      + "shell ('ulimit -a')."
  }
}
