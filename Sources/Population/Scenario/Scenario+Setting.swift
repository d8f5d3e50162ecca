import Chronology
public import JSONText

extension Scenario {
  /// The same with parameters set, each as `path=value`, or everything that is wrong with them.
  public func setting(_ overrides: [String]) throws(ScenarioErrors) -> Scenario {
    var draft = ScenarioDraft(of: self)
    var sources: [ScenarioSource] = []
    for override in overrides {
      sources.append(ScenarioSource(override: override, zoneNames: Zone.allNames))
      draft.apply(override: override, &sources[sources.count - 1].findings)
    }
    draft.checkOrder(&sources)
    draft.checkEnd(&sources)
    let errors = sources.flatMap(\.findings.errorsInOrder)
    if !errors.isEmpty { throw ScenarioErrors(errors: errors) }
    return draft.scenario
  }

  /// The paths of all parameters that are not what they usually are.
  public var unusualPaths: [String] {
    Self.fields.filter { $0.write(self) != $0.write(Self.usual) }.map(\.path)
  }

  /// Puts a parameter back to what it usually is; a path that is none changes nothing.
  public mutating func reset(_ path: String) {
    Self.fields.first { $0.path == path }?.reset(&self)
  }

  /// The parameters that are not what they usually are, and the name, which a scenario must have.
  public var differences: JSONNode { differences(under: []) ?? [:] }

  private func differences(under section: [String]) -> JSONNode? {
    var members: [(String, JSONNode)] = []
    for key in Self.keys(under: section) {
      let keys = section + [key]
      if let field = Self.fields.first(where: { $0.keys == keys }) {
        let value = field.write(self)
        if value != field.write(Self.usual) || keys == ["name"] { members.append((key, value)) }
      } else if let inner = differences(under: keys) {
        members.append((key, inner))
      }
    }
    return members.isEmpty ? nil : .object(members)
  }

  private static let usual = Scenario()
}
