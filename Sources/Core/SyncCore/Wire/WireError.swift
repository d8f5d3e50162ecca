/// Why some bytes are no message, and where that shows.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the bytes.
  public enum Problem: Hashable, Sendable {
    /// The first byte names a form that this build cannot read.
    case formUnknown(UInt8)
    /// The second byte names another message, or none.
    case otherMessage(UInt8)
    /// The bytes end inside a field.
    case cutOff
    /// A number goes on for more than 64 bits.
    case numberTooLong
    /// A field has the number zero, or one that is too great.
    case fieldNumber(UInt64)
    /// A field says that its value has a type that no version writes.
    case typeUnknown(UInt8)
    /// A known field has a value of another type.
    case otherType(field: UInt32)
    /// The value of a known field is greater than it can be.
    case tooGreat(field: UInt32)
    /// The value of a known field stands for nothing that this build knows.
    case valueUnknown(field: UInt32, UInt64)
    /// A row of the feed says what no server takes in.
    case impossible
    /// A part lacks a field without which it says nothing.
    case missing(field: UInt32)
  }

  /// Counted from the first byte of the message.
  public var offset: Int
  public var problem: Problem

  init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  public var description: String {
    let what =
      switch problem {
      case .formUnknown(let number): "form \(number) of messages is not known here"
      case .otherMessage(let number): "this is a message of kind \(number), another one was wanted"
      case .cutOff: "the message ends inside a field"
      case .numberTooLong: "a number has more than 64 bits"
      case .fieldNumber(let number): "no field can have the number \(number)"
      case .typeUnknown(let type): "no value has the type \(type)"
      case .otherType(let field): "the value of field \(field) has another type than it must have"
      case .tooGreat(let field): "the value of field \(field) is too great"
      case .valueUnknown(let field, let value): "field \(field) cannot be \(value)"
      case .impossible: "no server has taken this row in"
      case .missing(let field): "field \(field) is missing in what ends here"
      }
    return "At byte \(offset): \(what)."
  }
}
