/// The properties of a run in one sentence. A property that was never checked has not passed: it is
/// counted apart.
public struct PropertySummary: Hashable, Sendable {
  public let violated: [PropertyResult]
  /// The properties that nothing in the run could have violated.
  public let notExercised: [PropertyResult]
  private let count: Int
  let checks: Int64
  let violations: Int64

  public init(_ properties: [PropertyResult]) {
    count = properties.count
    violated = properties.filter { $0.outcome == .violated }
    notExercised = properties.filter { $0.outcome == .notExercised }
    checks = properties.reduce(0) { $0 + $1.checks }
    violations = properties.reduce(0) { $0 + $1.violations }
  }

  var checkedCount: Int { count - notExercised.count }

  /// Such as "22 of 24 properties checked, 0 violations; 2 not exercised".
  public var headline: String { "\(checkedText), \(violationText)\(endingText)" }

  var checkedText: String {
    "\(checkedCount) of \(NumberText.counted(Int64(count), "property", "properties")) checked"
  }

  /// Without the noun, for a line that is labeled with it.
  var shortCheckedText: String { "\(checkedCount) of \(NumberText.grouped(Int64(count))) checked" }

  /// Such as "0 violations", or "3 violations of P14".
  var violationText: String {
    let ids = violated.isEmpty ? "" : " of \(violated.map(\.id).joined(separator: ", "))"
    return NumberText.counted(violations, "violation") + ids
  }

  private var endingText: String {
    notExercised.isEmpty ? "" : "; \(notExercised.count) not exercised"
  }

  /// The same with the names of the properties that were not exercised.
  var namedEndingText: String {
    let ids = notExercised.map(\.id).joined(separator: ", ")
    return notExercised.isEmpty ? "" : "\(endingText): \(ids)"
  }
}
