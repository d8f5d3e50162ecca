import Base
public import Metrics
import Population
public import Scenarios

/// A target value of a metric.
public struct CalibrationTarget: Sendable {
  public let definition: MetricDefinition
  public let level: Double

  /// Parses `metric=value` from a command line.
  public init(_ text: String) throws(CalibrationError) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let level = Double(halves[1]), level.isFinite else {
      throw .unreadable("--target", text, "pc.retention.d7=0.2")
    }
    let id = String(halves[0])
    guard let place = MetricDefinition.place(of: id) else {
      throw .unknown("metric", id, nearest(to: id, in: MetricDefinition.all.map(\.id)))
    }
    definition = MetricDefinition.all[place]
    self.level = level
    guard definition.allows(target: level) else { throw .beyond(id, level, definition.allowed) }
  }

  /// The largest deviation that counts as reached: 1 percentage point of a share, 2 % of a mean.
  public var tolerance: Double {
    definition.form.isPercent ? 0.01 : max(0.001, 0.02 * level.magnitude)
  }
}

/// A parameter to fit, with its bounds.
public struct FreeParameter: Sendable {
  public let path: String
  public let bounds: ClosedRange<Double>
  /// Whether only whole numbers are valid.
  let isWhole: Bool

  /// Parses `path=low...high` from a command line.
  public init(_ text: String) throws(CalibrationError) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let ends = halves.count == 2 ? halves[1].split(separator: "...").map { Double($0) } : []
    guard ends.count == 2, let low = ends[0], let high = ends[1], low.isFinite, high.isFinite
    else { throw .unreadable("--free", text, "behavior.openLogitBase=-3...1") }
    guard low < high else { throw .reversed(text) }
    path = String(halves[0])
    bounds = low...high
    let path = path
    guard let field = Scenario.fields.first(where: { $0.path == path }) else {
      throw .unknown("parameter", path, nearest(to: path, in: Scenario.fields.map(\.path)))
    }
    switch field.form {
    case .share, .real: isWhole = false
    case .whole: isWhole = true
    default: throw .noNumber(path, field.rule)
    }
    for end in [low, high] where !field.form.allows(end) {
      throw .outside(text, end, field.rule)
    }
  }

  func value(at place: Double) -> Double {
    let value = bounds.lowerBound + place * (bounds.upperBound - bounds.lowerBound)
    if isWhole { return value.rounded() }
    // Round to a readable number of digits.
    let grain = 1e4 / (bounds.upperBound - bounds.lowerBound)
    let power = Self.powerOfTen(atLeast: grain)
    return (value * power).rounded() / power
  }

  func place(of value: Double) -> Double {
    max(0, min(1, (value - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound)))
  }

  func setting(_ value: Double) -> String {
    isWhole ? "\(path)=\(Int(value))" : "\(path)=\(value)"
  }

  private static func powerOfTen(atLeast bound: Double) -> Double {
    var power = 1.0
    while power < bound { power *= 10 }
    while power >= bound * 10 { power /= 10 }
    return power
  }
}

/// Why a calibration is not possible.
public enum CalibrationError: Error, CustomStringConvertible {
  case unreadable(String, String, String)
  case unknown(String, String, String?)
  case noNumber(String, String)
  case reversed(String)
  case outside(String, Double, String)
  case unobtainable(String)
  case repeated(String)
  case beyond(String, Double, String)
  case idle(String, ScenarioRequirement)
  case tooFewLevels

  public var description: String {
    switch self {
    case .unreadable(let option, let text, let example):
      "'\(option) \(text)' cannot be read; write it as '\(option) \(example)'."
    case .unknown(let what, let name, let near):
      "There is no \(what) '\(name)'."
        + (near.map { " Did you mean '\($0)'?" } ?? "")
    case .noNumber(let path, let rule):
      "'\(path)' cannot be fitted, because it must be \(rule)."
    case .reversed(let text):
      "'--free \(text)' has reversed bounds; the lower bound comes first."
    case .outside(let text, let end, let rule):
      "'--free \(text)' has the bound \(end), but the parameter must be \(rule)."
    case .unobtainable(let id):
      "A run of this scenario has no value of '\(id)': it is too short, or no one does what the "
        + "metric counts."
    case .repeated(let name): "'\(name)' is given twice."
    case .beyond(let id, let level, let allowed): "'\(id)' can never be \(level): \(allowed)."
    case .idle(let path, let need): "'\(path)' has no effect unless \(need)."
    case .tooFewLevels: "Give at least one '--free' and one '--target'."
    }
  }
}

/// Fits parameters of a scenario within bounds to target values of metrics.
public struct Calibration: Sendable {
  /// A parameter before and after the fit.
  public struct Finding: Sendable {
    public let parameter: FreeParameter
    public let before: Double
    public let found: Double
    /// The standard error; nil if the targets do not identify the parameter.
    public let error: Double?

    public var isAtBound: Bool {
      found == parameter.bounds.lowerBound || found == parameter.bounds.upperBound
    }
  }

  /// A target and the fitted value of its metric.
  public struct Outcome: Sendable {
    public let level: CalibrationTarget
    public let before: Double
    public let found: Estimate
    /// The value with a held-out seed, which the search did not use.
    public let heldOut: Estimate?

    /// Whether the value is within the tolerance of the target.
    public var isReached: Bool {
      (found.value - level.level).magnitude <= level.tolerance
    }
  }

  public let scenario: Scenario
  public let findings: [Finding]
  public let outcomes: [Outcome]
  public let runs: Int

  public var isReached: Bool { outcomes.allSatisfy(\.isReached) }

  /// Searches the parameters; each evaluation is a run in memory.
  public init(
    _ scenario: Scenario, free: [FreeParameter], levels: [CalibrationTarget], rounds: Int,
    threads: Int, evaluated: @escaping (Int, Double) -> Void
  ) throws {
    try Self.check(free, levels)
    func setting(_ place: [Double], of scenario: Scenario) throws -> Scenario {
      try scenario.setting(
        zip(free, place).map { parameter, place in parameter.setting(parameter.value(at: place)) })
    }
    // Report bounds that are invalid for the scenario before any run.
    for end in [0.0, 1.0] { _ = try setting(free.map { _ in end }, of: scenario) }
    try Self.checkEffects(of: free, in: try setting(free.map { _ in 0.5 }, of: scenario))
    var runs = 0
    var estimates: [Estimate] = []
    func simulated(_ scenario: Scenario) throws -> [Estimate] {
      runs += 1
      return try Self.estimates(of: scenario, levels, threads)
    }
    let before = free.map { parameter in Self.value(of: parameter.path, in: scenario) }
    let atFirst = try simulated(scenario)
    let search = try LeastSquares(
      start: zip(free, before).map { $0.place(of: $1) }, scattered: 2 * free.count, rounds: rounds,
      enough: Double(levels.count) * 0.04
    ) { place in
      estimates = try simulated(try setting(place, of: scenario))
      let residuals = zip(levels, estimates).map { ($1.value - $0.level) / $0.tolerance }
      evaluated(runs, residuals.reduce(0) { $0 + $1 * $1 })
      return residuals
    }
    let found = try setting(search.best.place, of: scenario)
    let final = try simulated(found)
    var other = found
    other.seed = scenario.seed &+ 1
    let heldOut = try simulated(other)
    self.scenario = found
    findings = zip(zip(free, before), zip(search.best.place, search.standardErrors)).map { row in
      let ((parameter, before), (place, error)) = row
      let width = parameter.bounds.upperBound - parameter.bounds.lowerBound
      return Finding(
        parameter: parameter, before: before, found: parameter.value(at: place),
        error: error.map { $0 * width })
    }
    outcomes = levels.indices.map { index in
      Outcome(
        level: levels[index], before: atFirst[index].value, found: final[index],
        heldOut: heldOut[index])
    }
    self.runs = runs
  }

  /// Refuses parameters whose part of the model is off, also in the middle of all bounds.
  private static func checkEffects(
    of free: [FreeParameter], in scenario: Scenario
  ) throws(CalibrationError) {
    for parameter in free {
      let field = Scenario.fields.first { $0.path == parameter.path }
      if let need = field?.unmet(in: scenario) { throw .idle(parameter.path, need) }
    }
  }

  private static func check(
    _ free: [FreeParameter], _ levels: [CalibrationTarget]
  ) throws(CalibrationError) {
    guard !free.isEmpty, !levels.isEmpty else { throw .tooFewLevels }
    for names in [free.map(\.path), levels.map(\.definition.id)] {
      for (index, name) in names.enumerated() where names[..<index].contains(name) {
        throw .repeated(name)
      }
    }
  }

  private static func value(of path: String, in scenario: Scenario) -> Double {
    Scenario.fields.first { $0.path == path }?.number(in: scenario) ?? 0
  }

  private static func estimates(
    of scenario: Scenario, _ levels: [CalibrationTarget], _ threads: Int
  ) throws -> [Estimate] {
    let metrics = try InMemoryRun(
      scenario, threads: threads, clusters: HouseholdClusters(scenario)
    ).metrics
    let results = metrics.results(for: levels.map(\.definition))
    return try results.map { result in
      guard let truth = result.truth else { throw CalibrationError.unobtainable(result.id) }
      return truth
    }
  }
}
