import Datasets
import Glibc
import JSONText
import Synchronization

/// A process that lives seeds, as seen by who has started it.
final class WorkerProcess {
  private let process: ChildProcess
  private var orders: Int32
  private let responses: Int32
  private let complaints: Int32
  private var buffer: [UInt8] = []

  /// What became of an order.
  enum Reply {
    case response(JSONNode)
    /// The process has ended before it had an answer; with what it said at last.
    case ended(String)
    /// There was no answer in time, and the process was ended for it.
    case silent
  }

  init(_ command: [String]) throws {
    let started = try Self.starting.withLock { _ in try Self.start(command) }
    process = started.process
    (orders, responses, complaints) = (started.orders, started.responses, started.complaints)
    // A process that is gone is noticed by its silence and not by a signal.
    signal(SIGPIPE, SIG_IGN)
  }

  /// One at a time, or another process would keep open what was just made for this one.
  private static let starting = Mutex(())

  private static func start(
    _ command: [String]
  ) throws -> (process: ChildProcess, orders: Int32, responses: Int32, complaints: Int32) {
    let (input, output, errors) = (ProcessPipe(), ProcessPipe(), ProcessPipe())
    let theirs = [input.reading, output.writing, errors.writing]
    defer { for descriptor in theirs { close(descriptor) } }
    let process = try ChildProcess(
      ChildProcess.thisProgram, Array(command.dropFirst()) + ["--worker"], standard: theirs,
      isApart: true)
    return (process, input.writing, output.reading, errors.reading)
  }

  deinit {
    for descriptor in [orders, responses, complaints] where descriptor >= 0 { close(descriptor) }
  }

  /// How many times as long as it may work one waits for it: a machine may be busy with much else.
  private static let patience = 10.0

  /// Has it carry out an order, and waits for the answer until it has worked that long for it.
  func perform(_ order: WorkerRequest, seconds: Double) -> Reply {
    let line = Array((order.line + "\n").utf8)
    let isSent = line.withUnsafeBytes { bytes in
      write(orders, bytes.baseAddress, bytes.count)
    }
    guard isSent == line.count else { return .ended(errorOutput()) }
    let (begun, worked) = (Machine.seconds, process.processorSeconds)
    var deadline = begun + seconds
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let text = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        guard let json = try? JSONReader().read(text) else { return .ended("it talks nonsense") }
        return .response(json)
      }
      guard let isMore = readOn(until: deadline) else {
        let left = seconds - (process.processorSeconds - worked)
        if left > 0, Machine.seconds < begun + Self.patience * seconds {
          deadline = Machine.seconds + max(left, 0.1)
          continue
        }
        process.stop()
        return .silent
      }
      if !isMore { return .ended(errorOutput()) }
    }
  }

  /// Reads what there is; false at the end, nil when nothing came in time.
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

  /// What it said of its end.
  private func errorOutput() -> String {
    let ending =
      switch process.end() {
      case .exit(let code): "exit \(code)"
      case .signal(let number): "signal \(number)"
      }
    let said = FileSource.bytes(of: complaints) ?? []
    return "\(ending)\n\(String(decoding: said.suffix(4_000), as: UTF8.self))"
  }

  /// Lets it end: there is nothing more to do.
  func dismiss() {
    close(orders)
    orders = -1
    process.end()
  }
}
