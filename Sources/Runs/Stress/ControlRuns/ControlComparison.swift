import Base
public import JSONText
public import Properties

/// The comparison of a seed's run with its control run.
public struct ControlComparison: Sendable, Equatable {
  /// How many operations the seed submitted.
  public var submitted = 0
  /// How many of them succeed in the control run.
  public var succeededInControlRun = 0
  /// How many of those did not succeed under faults, by the reason.
  public var lost: [String: Int] = [:]
  /// How many days of people and of habits had to be identical, and were compared.
  public var compared = 0
  public var violations: [Violation] = []

  public init() {}

  public mutating func add(_ other: ControlComparison) {
    submitted += other.submitted
    succeededInControlRun += other.succeededInControlRun
    lost.merge(other.lost, uniquingKeysWith: +)
    compared += other.compared
    violations += other.violations
  }
}

extension ControlComparison {
  public var json: JSONNode {
    [
      "submitted": .integer(submitted), "succeededInControlRun": .integer(succeededInControlRun),
      "lost": .object(lost.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }),
      "daysCompared": .integer(compared), "violations": .array(violations.map(\.json)),
    ]
  }

  init?(_ json: JSONNode) {
    guard let submitted = json["submitted"]?.integer(),
      let succeeded = json["succeededInControlRun"]?.integer(),
      let lost = json["lost"]?.members, let compared = json["daysCompared"]?.integer(),
      let violations = json["violations"]?.elements
    else { return nil }
    self.init()
    (self.submitted, succeededInControlRun, self.compared) = (submitted, succeeded, compared)
    for member in lost { self.lost[member.key] = member.node.integer() }
    self.violations = violations.compactMap { Violation($0) }
  }

  /// The comparison as text.
  public func text(seeds: Int) -> String {
    let lostCount = lost.values.reduce(0, +)
    let reasons = lost.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\n  \(grouped($0.value)) \($0.key)" }.joined()
    let violated = Timeline.counted(
      violations.count, "property is violated", "properties are violated")
    return "\(Timeline.counted(seeds, "seed was", "seeds were")) also run without faults: "
      + "of \(grouped(succeededInControlRun)) operations that succeeded there, "
      + "\(grouped(lostCount)) failed under faults"
      + (lostCount == 0 ? "." : ":\(reasons)")
      + "\n\(grouped(compared)) days whose result must not depend on faults were compared: "
      + "\(violations.isEmpty ? "all identical" : violated)."
  }
}
