/// What the program tells its caller when it ends.
public enum ExitCode: Int32, Sendable {
  case fine = 0
  /// What was asked for could not be done.
  case failure = 1
  /// Something got slower or bigger.
  case regression = 2
  /// Neither reached nor missed for sure.
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
