/// The exit status of the program.
public enum ExitCode: Int32, Sendable {
  case fine = 0
  /// The command failed.
  case failure = 1
  /// A benchmark got slower or used more memory.
  case regression = 2
  /// The data cannot decide whether a target is reached.
  case inconclusive = 3
  /// The command line was wrong.
  case usage = 64
  /// A scenario or other data was wrong.
  case badData = 65
  /// A property was violated.
  case violation = 70
  /// A target was missed.
  case missed = 99
  case interrupted = 130
}
