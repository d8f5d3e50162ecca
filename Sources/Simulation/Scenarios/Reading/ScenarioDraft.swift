import Base
import Chronology
public import JSONText

/// A scenario while it is read: the values of all sources so far, and the source of each.
struct ScenarioDraft {
  private(set) var scenario: Scenario
  private var sourceCount = 0
  /// For each field the source and place that set it last; nil while it has its default.
  private var origins: [Origin?] = Array(repeating: nil, count: Scenario.fields.count)

  /// A draft with the values of a scenario, before any source.
  init(of scenario: Scenario = Scenario()) {
    self.scenario = scenario
  }

  /// Where a parameter was set last; nil while it has its default.
  func origin(of path: String) -> Origin? {
    Scenario.place(of: path).flatMap { origins[$0] }
  }

  struct Origin {
    var sourceIndex: Int
    var position: JSONPosition?
    var isValid: Bool
  }

  /// Applies a file. The name and description of an extended file are checked but not inherited.
  mutating func apply(_ source: inout ScenarioSource, isAskedFor: Bool) {
    defer { sourceCount += 1 }
    guard let root = source.root else { return }
    guard let members = root.members else {
      source.findings.add(
        .invalid(path: "scenario", rule: "an object", found: root.summary), at: root.position)
      return
    }
    if !members.contains(where: { $0.key == "name" }) {
      source.findings.add(.missing(path: "name"), at: root.position)
    }
    let (name, description) = (scenario.name, scenario.description)
    apply(members, of: .all, under: "", &source.findings)
    if !isAskedFor { (scenario.name, scenario.description) = (name, description) }
  }

  private mutating func apply(
    _ members: [JSONMember], of group: ScenarioGroup, under sectionPath: String,
    _ findings: inout ScenarioFindings
  ) {
    for member in findings.checkingRepetition(members, under: sectionPath) {
      if findings.isFull { return }
      if sectionPath.isEmpty, member.key == "extends" { continue }
      switch group.content(of: member.key) {
      case .parameter(let place):
        apply(member.node, to: place, &findings)
      case .group(let inner):
        let path = sectionPath.isEmpty ? member.key : "\(sectionPath).\(member.key)"
        if let members = member.node.members {
          apply(members, of: inner, under: path, &findings)
        } else {
          findings.add(
            .invalid(path: path, rule: "an object", found: member.node.summary),
            at: member.node.position)
        }
      case nil:
        if let now = RenamedKeys.key(for: member.key, in: sectionPath) {
          findings.add(.renamedKey(member.key, now: now), at: member.keyPosition)
        } else {
          findings.addUnknownKey(
            member, in: sectionPath,
            allowed: (sectionPath.isEmpty ? ["extends"] : []) + group.members.map(\.key),
            elsewhere: Scenario.fields.map(\.path))
        }
      }
    }
  }

  private mutating func apply(
    _ node: JSONNode, to index: Int, _ findings: inout ScenarioFindings
  ) {
    let errorCount = findings.errors.count
    Scenario.fields[index].read(node, &scenario, &findings)
    origins[index] = Origin(
      sourceIndex: sourceCount, position: node.position,
      isValid: findings.errors.count == errorCount)
  }
}

// MARK: - Overrides

extension ScenarioDraft {
  /// Applies `path=value`, where the value is JSON, and a text needs no quotation marks.
  mutating func apply(override: String, _ findings: inout ScenarioFindings) {
    defer { sourceCount += 1 }
    guard let equals = override.firstIndex(of: "=") else {
      return findings.add(.overrideWithoutValue, at: nil)
    }
    let path = String(override[..<equals])
    guard let index = Scenario.place(of: path) else {
      return findings.add(Self.problem(withPath: path), at: nil)
    }
    let text = String(override[override.index(after: equals)...])
    let field = Scenario.fields[index]
    let node = try? JSONReader(accepting: .repeatedKeys).read(text)
    if field.form.isText, node?.string == nil {
      apply(.string(text), to: index, &findings)
    } else if let node {
      apply(node, to: index, &findings)
    } else {
      findings.add(.invalid(path: path, rule: field.rule, found: "'\(text)'"), at: nil)
    }
  }

  private static func problem(withPath path: String) -> ScenarioError.Problem {
    if let inner = Scenario.fields.first(where: { $0.path.hasPrefix(path + ".") }) {
      return .sectionOverride(path, example: inner.path)
    }
    if let now = RenamedKeys.path(for: path), Scenario.place(of: now) != nil {
      return .renamedPath(path, now: now)
    }
    return .unknownPath(path, nearest: nearest(to: path, in: Scenario.fields.map(\.path)))
  }
}

// MARK: - Order

extension ScenarioDraft {
  /// Checks that no minimum is above its maximum. The error is reported where the later of the two
  /// was set.
  func checkOrder(_ sources: inout [ScenarioSource]) {
    for (lowerPath, upperPath) in Scenario.orderedPaths {
      let pair = [lowerPath, upperPath].map { path in
        Scenario.place(of: path)!
      }
      let set = pair.compactMap { origins[$0] }
      let values = pair.map { Scenario.fields[$0].write(scenario) }
      guard let last = set.max(by: { Self.key(of: $0) < Self.key(of: $1) }),
        set.allSatisfy(\.isValid), let lower = values[0].double, let upper = values[1].double,
        lower > upper
      else { continue }
      sources[last.sourceIndex].findings.add(
        .unordered(
          lower: lowerPath, found: values[0].summary, upper: upperPath, limit: values[1].summary),
        at: last.position)
    }
  }

  /// Checks that the run ends while the pinned time zones are known. The error is reported where
  /// the later of start and length was set.
  func checkEnd(_ sources: inout [ScenarioSource]) {
    let set = ["start", "days"].compactMap { path in
      Scenario.place(of: path).flatMap { origins[$0] }
    }
    let end = ScenarioDate.lastKnown
    guard let last = set.max(by: { Self.key(of: $0) < Self.key(of: $1) }),
      set.allSatisfy(\.isValid), scenario.firstDay.adding(days: scenario.days - 1) > end
    else { return }
    sources[last.sourceIndex].findings.add(
      .endsTooLate(start: scenario.start, days: scenario.days, last: end.description),
      at: last.position)
  }

  private static func key(of origin: Origin) -> (Int, JSONPosition) {
    (origin.sourceIndex, origin.position ?? JSONPosition(line: 0, column: 0))
  }
}

extension Scenario {
  /// The same scenario with parameters set, each as `path=value`. Throws all errors.
  public func setting(_ overrides: [String]) throws(ScenarioErrors) -> Scenario {
    var draft = ScenarioDraft(of: self)
    var sources: [ScenarioSource] = []
    let zoneNames = Zone.allNames
    for override in overrides {
      sources.append(ScenarioSource(override: override, zoneNames: zoneNames))
      draft.apply(override: override, &sources[sources.count - 1].findings)
    }
    draft.checkOrder(&sources)
    draft.checkEnd(&sources)
    let errors = sources.flatMap(\.findings.errorsInOrder)
    if !errors.isEmpty { throw ScenarioErrors(errors: errors) }
    return draft.scenario
  }

  /// The paths of all parameters that do not have their default.
  public var nonDefaultPaths: [String] {
    Self.fields.filter { $0.write(self) != $0.write(Self.usual) }.map(\.path)
  }

  /// Resets a parameter to its default; an unknown path changes nothing.
  public mutating func reset(_ path: String) {
    if let place = Self.place(of: path) { Self.fields[place].reset(&self) }
  }

  /// The parameters that do not have their default, and the name, which a scenario must have.
  public var differences: JSONNode { differences(in: .all) ?? [:] }

  private func differences(in group: ScenarioGroup) -> JSONNode? {
    var members: [(String, JSONNode)] = []
    for member in group.members {
      switch member.content {
      case .parameter(let place):
        let field = Self.fields[place]
        let value = field.write(self)
        if value != field.write(Self.usual) || field.path == "name" {
          members.append((member.key, value))
        }
      case .group(let inner):
        if let inner = differences(in: inner) { members.append((member.key, inner)) }
      }
    }
    return members.isEmpty ? nil : .object(members)
  }

  private static let usual = Scenario()
}
