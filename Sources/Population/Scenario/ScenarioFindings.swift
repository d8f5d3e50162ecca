import Base
import JSONText

/// What was found wrong with one file or override while it is read.
struct ScenarioFindings {
  /// The file as the loader names it, or the override as it was given.
  let source: String
  /// Positions help in a file, not in the few characters of an override.
  let showsPositions: Bool
  /// The time zones there are; nil when nobody said.
  let zoneNames: [String]?
  private(set) var errors: [ScenarioError] = []

  init(source: String, showsPositions: Bool, zoneNames: [String]?) {
    self.source = source
    self.showsPositions = showsPositions
    self.zoneNames = zoneNames
  }

  mutating func add(_ problem: ScenarioError.Problem, at position: JSONPosition?) {
    errors.append(ScenarioError(problem, in: source, at: showsPositions ? position : nil))
  }

  mutating func add(_ error: ScenarioError) {
    errors.append(error)
  }

  /// The errors in the order of the file; those at one place in the order found.
  var errorsInOrder: [ScenarioError] {
    let start = JSONPosition(line: 1, column: 1)
    return errors.enumerated()
      .sorted {
        ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
      }
      .map(\.element)
  }
}

extension ScenarioFindings {
  /// The members whose key stands for the first time; the others are added to the findings.
  mutating func checkingRepetition(_ members: [JSONMember], under path: String) -> [JSONMember] {
    var kept: [JSONMember] = []
    for member in members {
      if let first = kept.first(where: { $0.key == member.key })?.keyPosition {
        let repeated = path.isEmpty ? member.key : "\(path).\(member.key)"
        add(.repeatedKey(path: repeated, first: first), at: member.keyPosition)
      } else {
        kept.append(member)
      }
    }
    return kept
  }

  /// `elsewhere` are the paths to look for when no allowed key is near.
  mutating func addUnknownKey(
    _ member: JSONMember, in section: String, allowed: [String], elsewhere: [String] = []
  ) {
    let near = nearest(to: member.key, in: allowed) ?? nearest(to: member.key, in: elsewhere)
    add(
      .unknownKey(member.key, section: section, allowed: allowed, nearest: near),
      at: member.keyPosition)
  }
}
