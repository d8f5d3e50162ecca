import JSONText
public import Scenarios

extension Swarm {
  /// The errors of a swarm file that any scenario would have: unknown parameters, and bounds
  /// outside of the allowed range. Whether two parameters fit together depends on the scenario.
  public var mistakes: [ScenarioError] {
    var places: [String: JSONPosition?] = [:]
    var settings: [String] = []
    for field in kinds.flatMap(\.fields) {
      for value in field.range.ends {
        let setting = "\(field.path)=\(JSONWriter(.compact).text(value))"
        guard places[setting] == nil else { continue }
        places[setting] = field.position
        settings.append(setting)
      }
    }
    do throws(ScenarioErrors) {
      _ = try Scenario().setting(settings)
      return []
    } catch {
      var mistakes: [ScenarioError] = []
      for wrong in error.errors {
        switch wrong.problem {
        case .unordered, .endsTooLate: continue
        default: break
        }
        let setting = wrong.source.map { String($0.dropFirst("--set ".count)) } ?? ""
        let mistake = ScenarioError(wrong.problem, at: places[setting] ?? nil)
        // An error that both bounds have is listed once.
        if !mistakes.contains(mistake) { mistakes.append(mistake) }
      }
      return mistakes
    }
  }
}

extension Swarm.Range {
  /// The bounds of the range, or all of its values.
  fileprivate var ends: [JSONNode] {
    switch self {
    case .whole(let low, let high): [.integer(low), .integer(high)]
    case .real(let low, let high): [.number(low), .number(high)]
    case .any(let values): values
    }
  }
}
