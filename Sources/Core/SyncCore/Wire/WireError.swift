/// Why some bytes are not a valid message, and at which byte.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the bytes.
  public enum Problem: Hashable, Sendable {
    /// The first byte names a form that this build cannot read.
    case formUnknown(UInt8)
    /// The second byte names a different message, or none.
    case otherMessage(UInt8)
    /// The bytes end inside a field.
    case cutOff
    /// A number goes on for more than 64 bits.
    case numberTooLong
    /// A field has the number zero, or one that is too great.
    case fieldNumber(UInt64)
    /// A field's value has a type that no version writes.
    case typeUnknown(UInt8)
    /// A known field has a value of the wrong type.
    case otherType(field: UInt32)
    /// The value of a known field exceeds its maximum.
    case tooGreat(field: UInt32)
    /// The value of a known field has no meaning in this build.
    case valueUnknown(field: UInt32, UInt64)
    /// No server can have accepted the row of the feed.
    case impossible
    /// A part lacks a required field.
    case missing(field: UInt32)
    /// A text has more bytes than its field may have.
    case textTooLong(Int, max: Int)
    /// An operation has more texts than any kind of fact has.
    case textsTooMany
    /// A text is not UTF-8.
    case textInvalid
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
      case .formUnknown(let number): "message form \(number) is unknown"
      case .otherMessage(let number): "the message has the wrong kind, \(number)"
      case .cutOff: "the message ends inside a field"
      case .numberTooLong: "a number has more than 64 bits"
      case .fieldNumber(let number): "no field can have the number \(number)"
      case .typeUnknown(let type): "no value has the type \(type)"
      case .otherType(let field): "the value of field \(field) has the wrong type"
      case .tooGreat(let field): "the value of field \(field) is too large"
      case .valueUnknown(let field, let value): "field \(field) cannot be \(value)"
      case .impossible: "no server can have accepted this row"
      case .missing(let field): "the part that ends here lacks field \(field)"
      case .textTooLong(let count, let max):
        "a text has \(count) bytes, and at most \(max) are possible"
      case .textsTooMany: "an operation has at most \(TextFields.countMax) texts"
      case .textInvalid: "a text is not UTF-8"
      }
    return "At byte \(offset): \(what)."
  }
}
