/// The value at one place of a JSON text.
public enum JSONValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// A number written without fraction and exponent. 128 bits hold every `Int64` and `UInt64`
  /// exactly, so a seed survives; a longer one is an error, never a rounded value.
  case integer(Int128)
  /// A number written with fraction or exponent.
  case number(Double)
  case string(String)
  case array([JSONNode])
  /// The members in the order written, since an object here is read by people too.
  case object([JSONMember])
}

/// A value and its position in the text; a value built in code has none.
///
/// Two nodes are equal when their values are equal, whatever their positions.
public struct JSONNode: Sendable {
  public var value: JSONValue
  public var position: JSONPosition?

  public init(_ value: JSONValue, at position: JSONPosition? = nil) {
    self.value = value
    self.position = position
  }
}

/// One key of an object with its value.
public struct JSONMember: Sendable {
  public var key: String
  public var keyPosition: JSONPosition?
  public var node: JSONNode

  public init(_ key: String, at keyPosition: JSONPosition? = nil, _ node: JSONNode) {
    self.key = key
    self.keyPosition = keyPosition
    self.node = node
  }
}

extension JSONNode: Equatable {
  public static func == (left: Self, right: Self) -> Bool { left.value == right.value }
}

extension JSONMember: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.node == right.node
  }
}
