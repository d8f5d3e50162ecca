import Base
import JSONText

/// A weight says how often something occurs relative to its neighbors; they need not sum to 1.
private let weight = ScenarioType<Double>.real(0...1_000_000)

extension ScenarioType<[WeightedCount]> {
  /// An object from counts to weights: `{"1": 0.25, "2": 0.75}`. It is one value: a scenario that
  /// extends another replaces it as a whole.
  static func counts(_ range: ClosedRange<Int>) -> Self {
    let form = ScenarioForm.counts(range)
    return Self(
      form,
      read: { node, path, findings in
        readWeights(node, path, keys: range.map(String.init), rule: form.rule, &findings)?
          .map { WeightedCount(range.lowerBound + $0.place, weight: $0.weight) }
      },
      write: { counts in .object(counts.map { (String($0.count), .number($0.weight)) }) })
  }
}

extension ScenarioType<[WeightedName]> {
  /// An object from names to weights, which is one value like the one from counts.
  static func names(_ names: [String]) -> Self {
    let form = ScenarioForm.names(names)
    return Self(
      form,
      read: { node, path, findings in
        readWeights(node, path, keys: names, rule: form.rule, &findings)?
          .map { WeightedName(names[$0.place], weight: $0.weight) }
      },
      write: { weights in .object(weights.map { ($0.name, .number($0.weight)) }) })
  }
}

/// Reads weights by key, in the order of the allowed keys.
private func readWeights(
  _ node: JSONNode, _ path: String, keys: [String], rule: String,
  _ findings: inout ScenarioFindings
) -> [(place: Int, weight: Double)]? {
  guard let members = node.members else {
    findings.add(.invalid(path: path, rule: rule, found: node.summary), at: node.position)
    return nil
  }
  let errorCount = findings.errors.count
  var weights: [(place: Int, weight: Double)] = []
  for member in findings.checkingRepetition(members, under: path) {
    if findings.isFull { return nil }
    guard let place = keys.firstIndex(of: member.key) else {
      findings.addUnknownKey(member, in: path, allowed: keys)
      continue
    }
    if let weight = weight.read(member.node, "\(path).\(member.key)", &findings) {
      weights.append((place, weight))
    }
  }
  if findings.errors.count > errorCount { return nil }
  guard weights.contains(where: { $0.weight > 0 }) else {
    findings.add(.noWeight(path: path), at: node.position)
    return nil
  }
  return weights.sorted { $0.place < $1.place }
}

extension ScenarioType<[WeightedZone]> {
  /// A list of zones with weights.
  static var zones: Self {
    let form = ScenarioForm.zones
    return Self(
      form,
      read: { node, path, findings in
        let list = readList(node, path, rule: form.rule, &findings, readZone)
        guard let zones = list else { return nil }
        guard zones.contains(where: { $0.weight > 0 }) else {
          findings.add(.noWeight(path: path), at: node.position)
          return nil
        }
        return zones
      },
      write: { zones in
        .array(zones.map { ["zone": .string($0.zone), "weight": .number($0.weight)] })
      })
  }

  private static func readZone(
    _ node: JSONNode, _ path: String, _ findings: inout ScenarioFindings
  ) -> WeightedZone? {
    guard let members = node.members else {
      let rule = "an object with 'zone' and 'weight'"
      findings.add(.invalid(path: path, rule: rule, found: node.summary), at: node.position)
      return nil
    }
    var zone: String?
    var share: Double?
    var missing = ["zone", "weight"]
    for member in findings.checkingRepetition(members, under: path) {
      if findings.isFull { return nil }
      missing.removeAll { $0 == member.key }
      let memberPath = "\(path).\(member.key)"
      switch member.key {
      case "zone": zone = readZoneName(member.node, memberPath, &findings)
      case "weight": share = weight.read(member.node, memberPath, &findings)
      default: findings.addUnknownKey(member, in: path, allowed: ["zone", "weight"])
      }
    }
    for key in missing { findings.add(.missing(path: "\(path).\(key)"), at: node.position) }
    guard let zone, let share else { return nil }
    return WeightedZone(zone, weight: share)
  }

  private static func readZoneName(
    _ node: JSONNode, _ path: String, _ findings: inout ScenarioFindings
  ) -> String? {
    guard let zone = ScenarioType<String>.text.read(node, path, &findings) else { return nil }
    guard let names = findings.zoneNames, !names.contains(zone) else { return zone }
    let problem = ScenarioError.Problem.unknownZone(
      zone, path: path, nearest: nearest(to: zone, in: names))
    findings.add(problem, at: node.position)
    return nil
  }
}
