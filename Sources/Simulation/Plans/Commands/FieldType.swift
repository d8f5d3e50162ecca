import Base
import JSONText

/// The type of a command's field: its description, and how to write and read it.
struct FieldType<Value: Equatable & Sendable>: Sendable {
  /// What is allowed, for an error and for the reference.
  let allowed: String
  /// Any value, for describing fields.
  let blank: Value
  /// Nil if no text represents the value.
  let write: @Sendable (Value, CommandNames) -> JSONNode?
  /// Nil if the text is not a valid value.
  let read: @Sendable (JSONNode, CommandNames) throws(CommandTextError) -> Value?
  /// The nearest match for a text that is not a valid value.
  var nearest: @Sendable (String) -> String? = { _ in nil }
}

extension FieldType {
  /// One of several words.
  init(words: [String], _ values: [Value]) {
    allowed = words.joined(separator: ", ")
    blank = values[0]
    write = { value, _ in values.firstIndex(of: value).map { .string(words[$0]) } }
    read = { node, _ in
      node.string.flatMap { text in words.firstIndex(of: text).map { values[$0] } }
    }
    nearest = { Base.nearest(to: $0, in: words) }
  }
}

extension FieldType where Value: CaseIterable, Value.AllCases == [Value] {
  /// The cases by their names.
  static func choice() -> FieldType {
    FieldType(words: Value.allCases.map { "\($0)" }, Value.allCases)
  }
}

extension FieldType where Value == UInt8 {
  /// A number for a case, also if a newer build has a case for it that this build does not know.
  static func number<Choice: CaseIterable & RawRepresentable>(
    of type: Choice.Type, adding offset: UInt8 = 0
  ) -> FieldType where Choice.RawValue == UInt8 {
    FieldType(
      words: type.allCases.map { "\($0)" }, type.allCases.map { $0.rawValue + offset })
  }

  /// A bit for each of some words, the first word being the lowest; as text, the list of those that
  /// are set.
  static func set(of words: [String]) -> FieldType {
    FieldType(
      allowed: "a list of " + words.joined(separator: ", "), blank: 0,
      write: { bits, _ in
        guard Int(bits) >> words.count == 0 else { return nil }
        return .array(words.indices.filter { bits >> $0 & 1 == 1 }.map { .string(words[$0]) })
      },
      read: { node, _ in
        guard let elements = node.elements else { return nil }
        var bits: UInt8 = 0
        for element in elements {
          guard let place = element.string.flatMap({ words.firstIndex(of: $0) }) else { return nil }
          bits |= 1 << UInt8(place)
        }
        return bits
      })
  }
}
