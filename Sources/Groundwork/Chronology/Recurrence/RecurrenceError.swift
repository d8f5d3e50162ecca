/// SCH-3: why a text is not a recurrence rule, naming the part and its allowed values.
public struct RecurrenceError: Error, Hashable, Sendable {
  /// What kind of mistake it is.
  public enum Code: Hashable, Sendable {
    /// A part is not of the form NAME=VALUE.
    case malformedPart
    /// A part that the supported subset does not have.
    case unknownPart
    case repeatedPart
    /// FREQ, the one required part, is missing.
    case missingPart
    case illegalValue
    /// Two parts that exclude each other.
    case conflictingParts
  }

  public let code: Code
  /// The part's name, or the text that should have been a part.
  public let part: String
  /// The refused value, or the name of the other part of a conflict.
  public let value: String
  /// What would be right.
  public let allowed: String
}

extension RecurrenceError: CustomStringConvertible {
  public var description: String {
    switch code {
    case .malformedPart:
      "'\(part)' is not a part of a recurrence rule: \(allowed)."
    case .unknownPart:
      "A recurrence rule has no part \(part): \(allowed)."
    case .repeatedPart:
      "\(part) appears twice in the recurrence rule: \(allowed)."
    case .missingPart:
      "The recurrence rule has no \(part): it must be \(allowed)."
    case .illegalValue:
      "\(part) cannot be '\(value)': it must be \(allowed)."
    case .conflictingParts:
      "\(part) cannot be combined with this \(value): \(allowed)."
    }
  }
}

extension RecurrenceError {
  static func malformed(_ text: String) -> RecurrenceError {
    RecurrenceError(
      code: .malformedPart, part: text, value: "",
      allowed: "write each as NAME=VALUE, with semicolons between them")
  }

  static func unknown(_ name: String) -> RecurrenceError {
    let names = RecurrencePart.allCases.map(\.rawValue).joined(separator: ", ")
    return RecurrenceError(
      code: .unknownPart, part: name, value: "", allowed: "it may have \(names)")
  }

  static func repeated(_ part: RecurrencePart) -> RecurrenceError {
    RecurrenceError(
      code: .repeatedPart, part: part.rawValue, value: "", allowed: "it may appear once")
  }

  static func missing(_ part: RecurrencePart) -> RecurrenceError {
    RecurrenceError(
      code: .missingPart, part: part.rawValue, value: "", allowed: part.allowedValues)
  }

  static func refused(_ part: RecurrencePart, value: String) -> RecurrenceError {
    RecurrenceError(
      code: .illegalValue, part: part.rawValue, value: value, allowed: part.allowedValues)
  }

  static func conflict(
    _ part: RecurrencePart, with other: RecurrencePart, advice: String
  ) -> RecurrenceError {
    RecurrenceError(
      code: .conflictingParts, part: part.rawValue, value: other.rawValue, allowed: advice)
  }
}
