public import JSONText
public import Properties

/// What a seed and its calm twin have come to, held against each other.
public struct ControlComparison: Sendable, Equatable {
  /// How many things were said in the seed.
  public var said = 0
  /// How many of them came through where nothing goes wrong.
  public var succeededInControlRun = 0
  /// What of these did not come through in the seed, by what has become of it.
  public var lost: [String: Int] = [:]
  /// How many days of people, and of habits, were equal because the rules promise it.
  public var compared = 0
  public var violations: [Violation] = []

  public init() {}

  public mutating func add(_ other: ControlComparison) {
    said += other.said
    succeededInControlRun += other.succeededInControlRun
    lost.merge(other.lost, uniquingKeysWith: +)
    compared += other.compared
    violations += other.violations
  }
}

extension ControlComparison {
  public var json: JSONNode {
    [
      "said": .integer(said), "cameThroughInCalm": .integer(succeededInControlRun),
      "lost": .object(lost.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }),
      "compared": .integer(compared), "violations": .array(violations.map(\.json)),
    ]
  }

  init?(_ json: JSONNode) {
    guard let said = json["said"]?.integer(),
      let succeeded = json["cameThroughInCalm"]?.integer(),
      let lost = json["lost"]?.members, let compared = json["compared"]?.integer(),
      let violations = json["violations"]?.elements
    else { return nil }
    self.init()
    (self.said, succeededInControlRun, self.compared) = (said, succeeded, compared)
    for member in lost { self.lost[member.key] = member.node.integer() }
    self.violations = violations.compactMap { Violation($0) }
  }

  /// What a run's twins have shown, in words.
  public func text(seeds: Int) -> String {
    let lostCount = lost.values.reduce(0, +)
    let reasons = lost.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\n  \($0.value) \($0.key)" }.joined()
    let broken = Timeline.counted(violations.count, "promise is broken", "promises are broken")
    return "Calm twins of \(Timeline.counted(seeds, "seed", "seeds")), which say the same where "
      + "nothing goes wrong: of \(succeededInControlRun) things that come through there, "
      + "\(lostCount) did not here"
      + (lostCount == 0 ? "." : ":\(reasons)")
      + "\n\(compared) days that the rules promise to be equal were compared, "
      + "\(violations.isEmpty ? "and are" : "and \(broken)")."
  }
}
