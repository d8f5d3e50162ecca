import Foundation
import Glibc
import JSONText

/// A process that lives seeds, as seen by who has started it.
final class WorkerProcess {
  private let process = Process()
  private let orders = Pipe()
  private let answers = Pipe()
  private let complaints = Pipe()
  private var buffer: [UInt8] = []

  /// What became of an order.
  enum Reply {
    case answer(JSONNode)
    /// The process has ended before it had an answer; with what it said at last.
    case ended(String)
    /// There was no answer in time, and the process was ended for it.
    case silent
  }

  init(_ command: [String]) throws {
    // The program itself, wherever it was called from.
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = Array(command.dropFirst()) + ["--worker"]
    process.standardInput = orders
    process.standardOutput = answers
    process.standardError = complaints
    // Another process that is started later must not keep this one's orders open.
    for pipe in [orders, answers, complaints] {
      for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
    }
    try process.run()
    // A process that is gone is noticed by its silence and not by a signal.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Has it carry out an order, and waits for the answer.
  func carryOut(_ order: WorkOrder, seconds: Double) -> Reply {
    let line = Array((order.line + "\n").utf8)
    let isSent = line.withUnsafeBytes { bytes in
      write(orders.fileHandleForWriting.fileDescriptor, bytes.baseAddress, bytes.count)
    }
    guard isSent == line.count else { return .ended(lastWords()) }
    let deadline = Machine.seconds + seconds
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let text = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        guard let json = try? JSONReader().read(text) else { return .ended("it talks nonsense") }
        return .answer(json)
      }
      guard let isMore = readOn(until: deadline) else {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return .silent
      }
      if !isMore { return .ended(lastWords()) }
    }
  }

  /// Reads what there is; false at the end, nil when nothing came in time.
  private func readOn(until deadline: Double) -> Bool? {
    let descriptor = answers.fileHandleForReading.fileDescriptor
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let left = deadline - Machine.seconds
      if left <= 0 { return nil }
      let ready = poll(&waiting, 1, Int32(min(left, 3_600) * 1_000) + 1)
      if ready > 0 { break }
      if ready < 0 && errno != EINTR { return false }
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 { buffer += chunk[..<count] }
    return count > 0
  }

  /// What it said of its end.
  private func lastWords() -> String {
    process.waitUntilExit()
    let said = (try? complaints.fileHandleForReading.readToEnd()).flatMap { $0 } ?? Data()
    let text = String(decoding: said.suffix(4_000), as: UTF8.self)
    let signal =
      process.terminationReason == .uncaughtSignal
      ? "signal \(process.terminationStatus)" : "exit \(process.terminationStatus)"
    return "\(signal)\n\(text)"
  }

  /// Lets it end: there is nothing more to do.
  func dismiss() {
    try? orders.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
