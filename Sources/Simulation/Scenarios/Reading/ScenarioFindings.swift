import Base
import JSONText

/// The errors found in one file or override while it is read.
struct ScenarioFindings {
  /// The file as the loader names it, or the override as it was given.
  let source: String
  /// Positions help in a file, not in the few characters of an override.
  let showsPositions: Bool
  /// The known time zones; nil when they were not given.
  let zoneNames: [String]?
  private(set) var errors: [ScenarioError] = []

  /// Whether there are so many errors that more would not be reported.
  var isFull: Bool { errors.count >= ScenarioErrors.shownMax }

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
  /// The members whose key appears for the first time; the others are added to the findings.
  mutating func checkingRepetition(_ members: [JSONMember], under path: String) -> [JSONMember] {
    // Sorted by key, equal ones are adjacent, the first of them in front.
    let order = members.indices.sorted {
      (members[$0].key, $0) < (members[$1].key, $1)
    }
    var firstOf = Array(members.indices)
    for (previous, place) in zip(order, order.dropFirst())
    where members[previous].key == members[place].key {
      firstOf[place] = firstOf[previous]
    }
    for place in members.indices where firstOf[place] != place && !isFull {
      let key = members[place].key
      let first = members[firstOf[place]].keyPosition ?? JSONPosition(line: 1, column: 1)
      add(
        .repeatedKey(
          path: path.isEmpty ? key : "\(path).\(key)", first: first),
        at: members[place].keyPosition)
    }
    return members.indices.filter { firstOf[$0] == $0 }.map { members[$0] }
  }

  /// `elsewhere` are the paths to search when no allowed key is similar.
  mutating func addUnknownKey(
    _ member: JSONMember, in section: String, allowed: [String], elsewhere: [String] = []
  ) {
    let near = nearest(to: member.key, in: allowed) ?? nearest(to: member.key, in: elsewhere)
    add(
      .unknownKey(member.key, section: section, allowed: allowed, nearest: near),
      at: member.keyPosition)
  }
}
