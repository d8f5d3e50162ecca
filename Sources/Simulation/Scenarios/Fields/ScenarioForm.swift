/// The form of a parameter's values, and which of them are allowed.
public indirect enum ScenarioForm: Sendable, Equatable {
  case flag
  case whole(ClosedRange<Int>)
  case seed
  case real(ClosedRange<Double>)
  /// A fraction or a probability.
  case share
  case text
  case name
  case day
  /// Weights by a count or by a name.
  case counts(ClosedRange<Int>)
  case names([String])
  case zones
  /// Expressions that must not be true of a load.
  case thresholds
  /// One of some names.
  case choice([String])
  /// The same, with `null` as a value too.
  case orNull(ScenarioForm, meaning: String)

  /// What is allowed, as it follows "must be".
  public var rule: String {
    switch self {
    case .flag: "true or false"
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .seed: "a whole number from 0 to \(UInt64.max)"
    case .real(let range):
      "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
    case .share: "a number from 0 to 1"
    case .text: "a text"
    case .name: "a name of small letters, digits and hyphens"
    case .day: "a day from \(Self.firstDay) to \(Self.lastDay), written as \"YYYY-MM-DD\""
    case .counts(let range):
      "an object of weights with keys from \"\(range.lowerBound)\" to \"\(range.upperBound)\""
    case .names(let names):
      "an object of weights with keys from \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .choice(let names): "one of \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .zones: "a list such as [{\"zone\": \"America/New_York\", \"weight\": 1}]"
    case .thresholds: "a list such as [\"durable.p99>250ms\", \"errors>1%\"]"
    case .orNull(let form, let meaning): "\(form.rule), or null for \(meaning)"
    }
  }

  /// Whether a number is within the bounds.
  public func allows(_ value: Double) -> Bool {
    switch self {
    case .whole(let range): (Double(range.lowerBound)...Double(range.upperBound)).contains(value)
    case .real(let range): range.contains(value)
    case .share: (0...1).contains(value)
    default: true
    }
  }

  /// Whether an override may write the value without quotation marks.
  var isText: Bool {
    switch self {
    case .text, .name, .day, .choice: true
    default: false
    }
  }

  static var firstDay: String { "\(ScenarioDate.years.lowerBound)-01-01" }
  static var lastDay: String { "\(ScenarioDate.years.upperBound)-12-31" }

  /// A bound as a person would write it: `60000` rather than `60000.0`.
  private static func plain(_ bound: Double) -> String {
    let text = bound.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
