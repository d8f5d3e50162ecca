import JSONText
public import Scenarios

extension Swarm {
  /// What no scenario takes of that which seeds may draw: parameters that are none, and bounds that
  /// lie beyond what is allowed. That two parameters do not go together is up to a scenario.
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
        // One that is told of both bounds is told once.
        if !mistakes.contains(mistake) { mistakes.append(mistake) }
      }
      return mistakes
    }
  }
}

extension Swarm.Range {
  /// The values between which all others lie, or all there are.
  fileprivate var ends: [JSONNode] {
    switch self {
    case .whole(let low, let high): [.integer(low), .integer(high)]
    case .real(let low, let high): [.number(low), .number(high)]
    case .any(let values): values
    }
  }
}
