/// Why a text is not a valid command.
public enum CommandTextError: Error, Equatable, Sendable {
  /// The command refers to something that no step creates any more, so its step is impossible.
  case unresolved(String)
  /// `place` is a field of a command, `what` is wrong with it, `allowed` is what it may contain,
  /// and `nearest` is the nearest match.
  case malformed(place: String, what: String, allowed: String, nearest: String?)
}

extension CommandTextError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unresolved(let name):
      "there is no '\(name)': the step that made it is not part of the plan"
    case .malformed(let place, let what, let allowed, let nearest):
      "'\(place)' \(what); allowed: \(allowed)" + (nearest.map { ". Did you mean '\($0)'?" } ?? "")
    }
  }
}
