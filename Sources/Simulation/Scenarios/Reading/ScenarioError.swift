public import JSONText

/// One error of a scenario: a sentence that names its place and what would be right.
public struct ScenarioError: Error, Equatable, Sendable {
  /// What is wrong with a scenario.
  public enum Problem: Equatable, Sendable {
    /// There is no scenario of this name.
    case notFound(name: String, nearest: String?)
    /// The file exists but cannot be read; the text gives the reason.
    case unreadable(String)
    case syntax(JSONError.Problem)
    case unknownKey(String, section: String, allowed: [String], nearest: String?)
    /// A key, or the path of an override, that has been renamed.
    case renamedKey(String, now: String)
    case renamedPath(String, now: String)
    case repeatedKey(path: String, first: JSONPosition)
    case missing(path: String)
    case invalid(path: String, rule: String, found: String)
    case noWeight(path: String)
    case unknownZone(String, path: String, nearest: String?)
    /// The sentence says what is wrong with it, and what is allowed.
    case wrongThreshold(path: String, String)
    case unordered(lower: String, found: String, upper: String, limit: String)
    /// The run would contain days beyond the known rules of the time zones.
    case endsTooLate(start: String, days: Int, last: String)
    case extendsItself(chain: [String])
    /// A parameter while the part of the model that it belongs to is off.
    case idleParameter(path: String, need: ScenarioRequirement)
    /// A treatment that people do not react to.
    case idleTreatment(String)
    /// A treatment that begins after the run.
    case startsTooLate(day: Int, days: Int)
    case overrideWithoutValue
    case unknownPath(String, nearest: String?)
    case sectionOverride(String, example: String)
  }

  /// The file as the loader names it, or the override as it was given; nil when there is neither.
  public var source: String?
  public var position: JSONPosition?
  public var problem: Problem

  public init(_ problem: Problem, in source: String? = nil, at position: JSONPosition? = nil) {
    self.source = source
    self.position = position
    self.problem = problem
  }
}

extension ScenarioError: CustomStringConvertible {
  /// `scenarios/x.json:12:5: unknown key …`.
  public var description: String {
    let place = [source, position?.description].compactMap { $0 }.joined(separator: ":")
    return place.isEmpty ? sentence : "\(place): \(sentence)"
  }

  /// What is allowed, unless that fills the screen.
  private static func list(_ allowed: [String]) -> String {
    allowed.count > 40
      ? "\(allowed.count) keys, all of which scenarios/base.jsonc has"
      : allowed.map { "'\($0)'" }.joined(separator: ", ")
  }

  private var sentence: String {
    switch problem {
    case .notFound(let name, let nearest):
      "there is no scenario '\(name.shortened)'" + Self.suggestion(nearest)
    case .unreadable(let reason):
      reason
    case .syntax(let problem):
      JSONError(problem, at: position ?? JSONPosition(line: 1, column: 1)).sentence
    case .unknownKey(let key, let section, let allowed, let nearest):
      "unknown key '\(key.shortened)'" + (section.isEmpty ? "" : " in '\(section)'")
        + "; allowed are " + Self.list(allowed) + Self.suggestion(nearest)
    case .renamedKey(let key, let now):
      "unknown key '\(key)'; it is called '\(now)' now"
    case .renamedPath(let path, let now):
      "unknown parameter '\(path)'; it is called '\(now)' now"
    case .repeatedKey(let path, let first):
      "'\(path.shortened)' is already set at \(first)"
    case .missing(let path):
      "'\(path)' is missing"
    case .invalid(let path, let rule, let found):
      "'\(path)' must be \(rule), not \(found)"
    case .noWeight(let path):
      "'\(path)' needs at least one weight above 0"
    case .unknownZone(let zone, let path, let nearest):
      "'\(path)' names '\(zone.shortened)', which is no known time zone" + Self.suggestion(nearest)
    case .wrongThreshold(let path, let sentence):
      "'\(path)' is no threshold. \(sentence)"
    case .unordered(let lower, let found, let upper, let limit):
      "'\(lower)' is \(found), which is above '\(upper)', \(limit)"
    case .endsTooLate(let start, let days, let last):
      "'days' is \(days), which from 'start', \(start), goes beyond \(last), the last day for "
        + "which the time zones are known"
    case .idleParameter(let path, let need):
      "'\(path)' has no effect unless \(need)"
    case .idleTreatment(let name):
      "'interventions.treatment' is \"\(name)\", which has no effect when 'lifecycle.enabled' is "
        + "false; set that to true, or the treatment to \"none\""
    case .startsTooLate(let day, let days):
      "'interventions.startDay' is \(day), and the run has the days 0 to \(days - 1); allowed is "
        + "one of these, or a greater 'days'"
    case .extendsItself(let chain):
      "the scenario extends itself: " + chain.joined(separator: " extends ")
    case .overrideWithoutValue:
      "a parameter is set by path=value, such as 'network.lossProbability=0.1'"
    case .unknownPath(let path, let nearest):
      "unknown parameter '\(path.shortened)'" + Self.suggestion(nearest)
    case .sectionOverride(let section, let example):
      "'\(section)' is a group of parameters; set one of them, such as '\(example)'"
    }
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map { ". Did you mean '\($0)'?" } ?? ""
  }
}

/// All errors of a scenario, file by file and in the order of each file.
///
/// At most twenty errors are reported, so that a reader can begin with those.
public struct ScenarioErrors: Error, Equatable, Sendable, CustomStringConvertible {
  public var errors: [ScenarioError]
  /// Whether the search stopped early, or found more errors than are reported.
  public let isCut: Bool

  static let shownMax = 20

  public init(errors: [ScenarioError]) {
    self.errors = Array(errors.prefix(Self.shownMax))
    isCut = errors.count >= Self.shownMax
  }

  /// A sentence a line.
  public var description: String {
    let ending = isCut ? ["… and perhaps more: these are the first \(Self.shownMax)"] : []
    return (errors.map(\.description) + ending).joined(separator: "\n")
  }
}

extension String {
  /// The text, cut to a length that fits into a sentence.
  fileprivate var shortened: String {
    unicodeScalars.count <= 80 ? self : String(unicodeScalars.prefix(77)) + "…"
  }
}
