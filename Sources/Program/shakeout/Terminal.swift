import CommandLineKit
import FoundationEssentials
import SystemLibrary

/// Standard output for data, and standard error for progress and errors.
enum Terminal {
  /// The width for text: `COLUMNS` if set, else the terminal's, else 80 columns.
  static var width: Int {
    // The whole environment would be copied into a dictionary for each command.
    let wanted = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
    if let columns = wanted, (40...10_000).contains(columns) {
      return columns
    }
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col >= 40
    return isKnown ? Int(size.ws_col) : 80
  }

  static var isColored: Bool {
    isColored(onTerminal: isatty(STDOUT_FILENO) == 1, environment)
  }

  /// Color only on a terminal that can show it, and not if `NO_COLOR` has any value.
  static func isColored(
    onTerminal: Bool, _ environment: @autoclosure () -> [String: String]
  ) -> Bool {
    guard onTerminal else { return false }
    let environment = environment()
    return environment["NO_COLOR", default: ""].isEmpty
      && !["", "dumb"].contains(environment["TERM", default: ""])
  }

  /// Whether a line on standard error can be overwritten.
  static var isRewritable: Bool {
    isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
  }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }

  static func write(_ text: String) throws(CommandError) {
    guard let problem = send(text, to: STDOUT_FILENO) else { return }
    throw CommandError("Cannot write to standard output: \(problem).")
  }

  /// Prints to standard error and ignores failures, which could not be reported anywhere.
  static func writeError(_ text: String) {
    _ = send(text, to: STDERR_FILENO)
  }
}

/// Writes all of a text; returns the error, if any.
private func send(_ text: String, to descriptor: Int32) -> String? {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      bytes = bytes.dropFirst(count)
    } else if errno != EINTR {
      return String(cString: strerror(errno)).lowercased()
    }
  }
  return nil
}
