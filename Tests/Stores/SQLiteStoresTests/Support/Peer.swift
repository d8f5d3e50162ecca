import Foundation
import TestKit

/// A program in a process of its own, which answers lines with lines until it is killed.
final class Peer {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  /// What was read and is no whole line yet.
  private var rest: [UInt8] = []

  init(_ program: String, _ arguments: [String]) throws {
    // Otherwise a line to one that is dead would end the tests.
    signal(SIGPIPE, SIG_IGN)
    process.executableURL = try BuiltProgram.url(program)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Tells it a line and does not wait; one that is dead does not hear it.
  func tell(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Its next line; nil when it has ended.
  func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(output.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
      if count <= 0 { return nil }
      rest += bytes[..<count]
    }
  }

  func ask(_ line: String) -> String? {
    tell(line)
    return self.line()
  }

  /// Ends it with a signal that nothing can catch; returns whether it was that which ended it.
  func isKilled() -> Bool {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
  }

  /// Lets it end by itself; returns whether it did so without an error.
  func ends() -> Bool {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0
  }
}
