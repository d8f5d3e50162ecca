/// A place in a payload that holds the handle of a text.
public struct TextSlot: BitwiseCopyable, Hashable, Sendable {
  /// What the text is for.
  public enum Role: UInt8, BitwiseCopyable, Sendable {
    /// What something is called.
    case name
    /// What a person wrote about something.
    case note
    /// A category or a unit: few of them, numbered apart, because some payloads have 16 bits.
    case label
    /// The form in which the name in the same payload is compared; derived, never sent.
    case folded

    /// The greatest number of bytes of such a text.
    public var bytesMax: Int { self == .note ? 4_000 : 200 }
  }

  /// Whether it is in the second word.
  var isInSecond: Bool
  var shift: UInt8
  var bits: UInt8
  public var role: Role

  private init(_ role: Role, inSecond: Bool, shift: UInt8 = 0, bits: UInt8 = 32) {
    self.role = role
    isInSecond = inSecond
    self.shift = shift
    self.bits = bits
  }

  static func first(_ role: Role = .name, shift: UInt8 = 0) -> TextSlot {
    TextSlot(role, inSecond: false, shift: shift)
  }

  static func second(_ role: Role = .name, shift: UInt8 = 0, bits: UInt8 = 32) -> TextSlot {
    TextSlot(role, inSecond: true, shift: shift, bits: bits)
  }
}

extension Payload {
  /// The handle in a slot.
  public subscript(slot: TextSlot) -> TextHandle {
    get {
      let word = slot.isInSecond ? second : first
      return TextHandle(UInt32(truncatingIfNeeded: word >> UInt64(slot.shift) & slot.mask))
    }
    set {
      let bits = (UInt64(newValue.raw) & slot.mask) << UInt64(slot.shift)
      let others = ~(slot.mask << UInt64(slot.shift))
      if slot.isInSecond {
        second = second & others | bits
      } else {
        first = first & others | bits
      }
    }
  }
}

extension TextSlot {
  fileprivate var mask: UInt64 { 1 << UInt64(bits) - 1 }
}
