public import Metrics

/// The result of a calibration as two tables.
public struct CalibrationText {
  private var parameters = TextTable([.left, .right, .right, .left, .left, .left])
  private var levels = TextTable([.left, .right, .right, .right, .left, .right, .left])

  public init() {
    parameters.add(["parameter", "before", "fitted", "", "bounds", ""])
    levels.add(["metric", "target", "before", "fitted", "95 % interval", "held-out seed", ""])
  }

  /// Adds a parameter; `error` is its standard error, nil if the targets do not identify it.
  public mutating func add(
    parameter path: String, was: Double, found: Double, error: Double?, bounds: ClosedRange<Double>
  ) {
    var remark = error == nil ? "not identified by the targets" : ""
    if found == bounds.lowerBound || found == bounds.upperBound { remark = "at the bound" }
    parameters.add([
      path, Self.plain(was), Self.plain(found), error.map { "± \(Self.short($0))" } ?? "",
      "\(Self.plain(bounds.lowerBound))…\(Self.plain(bounds.upperBound))", remark,
    ])
  }

  /// Adds a target; `heldOut` is the value of the metric with a held-out seed.
  public mutating func add(
    level: Double, of definition: MetricDefinition, was: Double, found: Estimate, heldOut: Double?,
    isReached: Bool
  ) {
    func text(_ value: Double) -> String {
      definition.form.isPercent
        ? "\(NumberText.fixed(value * 100, digits: 1)) %" : NumberText.fixed(value, digits: 3)
    }
    levels.add([
      definition.id, text(level), text(was), text(found.value),
      found.interval.map { "\(text($0.lower)) … \(text($0.upper))" } ?? "",
      heldOut.map(text) ?? "", isReached ? "" : "not reached",
    ])
  }

  public var text: String {
    (parameters.lines + [""] + levels.lines).map { "\($0)\n" }.joined()
  }

  /// A number as a scenario file writes it.
  private static func plain(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Two significant digits.
  private static func short(_ value: Double) -> String {
    var digits = 0
    while digits < 6, value > 0, value * Double(NumberText.power(digits)) < 9.5 { digits += 1 }
    return NumberText.fixed(value, digits: digits)
  }
}
