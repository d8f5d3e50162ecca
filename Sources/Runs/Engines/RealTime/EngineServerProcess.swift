import RunPipeline
import Synchronization
import SystemLibrary

/// A real server: a command in a process group of its own.
final class EngineServerProcess {
  /// Ends the group when this program ends, however that happens: standard input is a pipe whose
  /// other end no one else has.
  private static let script = """
    exec 3<&0 </dev/null
    (read -r line <&3; kill -KILL 0) >/dev/null 2>&1 &
    exec 3<&-
    [ -z "$2" ] || cd -- "$2" || exit 1
    exec /bin/sh -c "$1"
    """
  private static let outputByteCountMax = 2_000
  private static let linesMax = 10

  /// The end of what it has printed.
  private final class Output: Sendable {
    let tail = Mutex<[UInt8]>([])
    let isComplete = Atomic<Bool>(false)
  }

  private let process: ChildProcess
  private let lifeline: Int32
  private let output = Output()
  private let port: UInt16

  /// Starts it in a folder, or in the current one; it need not listen yet. Its files are in a
  /// directory of their own.
  init(
    _ command: String, port: UInt16, directory: String, in folder: String?
  ) throws(EngineFailure) {
    self.port = port
    var pipes: [ProcessPipe] = []
    do throws(ChildProcess.NotStarted) {
      for _ in 0..<2 { pipes.append(try ProcessPipe()) }
      process = try ChildProcess(
        "/usr/bin/env",
        [
          "PORT=\(port)", "DIRECTORY=\(directory)", "/bin/sh", "-c", Self.script, "sh", command,
          folder ?? "",
        ],
        standard: [pipes[0].reading, pipes[1].writing, pipes[1].writing], isApart: true)
    } catch {
      for pipe in pipes { pipe.closeBoth() }
      throw .server("The server could not be started: \(error.description).")
    }
    close(pipes[0].reading)
    close(pipes[1].writing)
    lifeline = pipes[0].writing
    Self.drain(pipes[1].reading, into: output)
  }

  deinit { stop() }

  /// The number of its process group.
  var group: pid_t { process.group }

  /// Reads what it prints, as much as that may be, so that it never waits for its pipe.
  private static func drain(_ descriptor: Int32, into output: Output) {
    let problem = HostSystem.startThread(stackByteCount: 1 << 18) {
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        let part = chunk[..<count].suffix(outputByteCountMax)
        output.tail.withLock { $0 = ($0 + part).suffix(outputByteCountMax) }
      }
      close(descriptor)
      output.isComplete.store(true, ordering: .releasing)
    }
    if problem != 0 { close(descriptor) }
  }

  var hasEnded: Bool { process.hasEnded }

  /// Returns when it accepts connections.
  func waitUntilServing(seconds: Double) throws(EngineFailure) {
    let begun = Machine.seconds
    while true {
      if Interruption.isRequested { throw .interrupted }
      if hasEnded { throw .server("The server ended before it accepted a connection \(ending)") }
      if Loopback.isServed(port) { return }
      guard Machine.seconds - begun < seconds else {
        let time = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        throw .server(
          "The server did not accept connections at 127.0.0.1:\(port) within "
            + "\(time) second\(seconds == 1 ? "" : "s"). It must listen at the port that the "
            + "environment variable PORT names; '--server-seconds' gives it more time. \(printed)")
      }
      usleep(5_000)
    }
  }

  /// How it ended: "(exit 1). The end of its output: …".
  var ending: String {
    let how =
      switch process.end() {
      case .exit(let code): "exit \(code)"
      case .signal(let number): "signal \(number)"
      }
    // What it left behind may hold its output open.
    let begun = Machine.seconds
    while !output.isComplete.load(ordering: .acquiring), Machine.seconds - begun < 0.2 {
      usleep(1_000)
    }
    return "(\(how)). \(printed)"
  }

  /// The last lines that it has printed, without what a terminal would take for orders.
  private var printed: String {
    let tail = output.tail.withLock { String(decoding: $0, as: UTF8.self) }
    let plain = String.UnicodeScalarView(
      tail.unicodeScalars.map { $0.value < 0x20 && $0 != "\n" ? "\u{FFFD}" : $0 })
    let lines = String(plain).split(separator: "\n").suffix(Self.linesMax)
    return lines.isEmpty
      ? "It printed nothing." : "The end of its output:\n\(lines.joined(separator: "\n"))"
  }

  /// Kills it and all processes of its group.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    process.stopGroup()
    close(lifeline)
  }

  private var isStopped = false
}
