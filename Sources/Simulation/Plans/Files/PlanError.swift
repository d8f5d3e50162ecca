/// What is wrong with a plan, as a sentence with its line and what is allowed.
public struct PlanError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line of the file, counted from one.
  public var line: Int
  public var what: String

  public init(line: Int, _ what: String) {
    self.line = line
    self.what = what
  }

  /// "12: 'device' is …"; a caller who knows the file's name puts it in front.
  public var description: String { "\(line): \(what)" }
}
