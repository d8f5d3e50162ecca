/// How a value is written on the command line.
public struct ValueForm<Value: Sendable>: Sendable {
  /// What is valid, worded to follow "Please provide"; nil if every text is valid.
  let expectation: String?
  /// The allowed values, if they can be listed.
  let choices: [String]
  /// Values that a shell suggests, among others that are allowed.
  let suggestions: [String]
  let completion: ValueCompletion
  let parse: @Sendable (String) -> Value?
  let text: @Sendable (Value) -> String

  public init(
    expectation: String?, choices: [String] = [], suggestions: [String] = [],
    completion: ValueCompletion = .none,
    parse: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String
  ) {
    self.expectation = expectation
    self.choices = choices
    self.suggestions = suggestions
    self.completion = completion
    self.parse = parse
    self.text = text
  }
}

/// What a shell completes for a value that is not one of a list.
public enum ValueCompletion: Sendable {
  case none
  case file
  case directory
}

extension ValueForm<String> {
  public static var text: Self {
    Self(expectation: nil, parse: { $0 }, text: { $0 })
  }

  public static var file: Self { path("a file", .file) }
  public static var directory: Self { path("a folder", .directory) }

  /// An empty path comes from an unset variable in a script, so it is invalid.
  private static func path(_ noun: String, _ completion: ValueCompletion) -> Self {
    Self(
      expectation: "the path of \(noun)", completion: completion,
      parse: { $0.isEmpty ? nil : $0 }, text: { $0 })
  }
}

extension ValueForm where Value: FixedWidthInteger {
  /// A whole number in the range of the type.
  public static var whole: Self { whole(Value.min...Value.max) }

  public static func whole(_ range: ClosedRange<Value>) -> Self {
    let all = Value.isSigned && range == Value.min...Value.max
    return Self(
      expectation: all
        ? "a whole number" : "a whole number from \(range.lowerBound) to \(range.upperBound)",
      parse: { text in Value(text).flatMap { range.contains($0) ? $0 : nil } },
      text: { String($0) })
  }
}

extension ValueForm<Double> {
  public static var number: Self {
    Self(
      expectation: "a number",
      parse: { text in Double(text).flatMap { $0.isFinite ? $0 : nil } },
      text: shortest)
  }

  public static func number(_ range: ClosedRange<Double>) -> Self {
    Self(
      expectation: "a number from \(shortest(range.lowerBound)) to \(shortest(range.upperBound))",
      parse: { text in Double(text).flatMap { range.contains($0) ? $0 : nil } },
      text: shortest)
  }

  /// A number as a person writes it: 10, not 10.0.
  private static func shortest(_ number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? number.description
  }
}

extension ValueForm
where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of the cases of an enumeration.
  public static var choice: Self {
    let choices = Value.allCases.map(\.rawValue)
    return Self(
      expectation: Self.enumeration(of: choices), choices: choices,
      parse: { Value(rawValue: $0) }, text: \.rawValue)
  }

  private static func enumeration(of choices: [String]) -> String {
    let quoted = choices.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return "one of " + quoted.dropLast().joined(separator: ", ") + " or \(last)"
  }
}
