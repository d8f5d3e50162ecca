extension JSONNode {
  public var isNull: Bool { value == .null }

  public var boolean: Bool? {
    if case .boolean(let boolean) = value { boolean } else { nil }
  }

  public var string: String? {
    if case .string(let string) = value { string } else { nil }
  }

  public var elements: [JSONNode]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  public var members: [JSONMember]? {
    if case .object(let members) = value { members } else { nil }
  }

  /// The number as a double; an integer that a double cannot hold exactly is rounded.
  public var double: Double? {
    switch value {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The number as an integer, also when written as `1e6`; nil when it has a fraction or does not
  /// fit.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Int.self) -> Integer? {
    switch value {
    case .integer(let integer): Integer(exactly: integer)
    case .number(let number): Integer(exactly: number)
    default: nil
    }
  }

  /// The value under a key of an object; linear in the number of keys.
  public subscript(key: String) -> JSONNode? {
    members?.first { $0.key == key }?.node
  }

  /// The value in a few words, for the end of a sentence: `the text "high"`, `an object`, `12.5`.
  public var summary: String {
    switch value {
    case .null, .boolean, .integer, .number: JSONWriter(.compact).text(self)
    case .string(let string) where string.count <= 40:
      "the text \(JSONWriter(.compact).text(self))"
    case .string(let string): "a text of \(string.count) characters"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
