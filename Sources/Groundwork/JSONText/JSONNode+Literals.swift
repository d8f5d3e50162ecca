// A document built in code reads like the one it writes:
// `["schemaVersion": 1, "name": .string(name), "targets": .array(targets.map(\.json))]`.

extension JSONNode {
  public static var null: JSONNode { JSONNode(.null) }

  public static func boolean(_ value: Bool) -> JSONNode { JSONNode(.boolean(value)) }

  public static func integer(_ value: some BinaryInteger) -> JSONNode {
    JSONNode(.integer(Int128(value)))
  }

  public static func number(_ value: Double) -> JSONNode { JSONNode(.number(value)) }

  public static func string(_ value: String) -> JSONNode { JSONNode(.string(value)) }

  public static func array(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements)) }

  public static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    JSONNode(.object(members.map { JSONMember($0, $1) }))
  }
}

extension JSONNode: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
}

extension JSONNode: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(.integer(Int128(value))) }
}

extension JSONNode: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self.init(.number(value)) }
}

extension JSONNode: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(.string(value)) }
}

extension JSONNode: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSONNode...) { self.init(.array(elements)) }
}

extension JSONNode: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, JSONNode)...) { self = .object(members) }
}
