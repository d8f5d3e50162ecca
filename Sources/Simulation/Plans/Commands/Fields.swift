import Base
import DomainCore
import JSONText

/// The types of the fields of commands.
///
/// A range is what the bits of a payload can hold, not what the domain allows.
enum Fields {
  static let flag = FieldType<Bool>(
    allowed: "true, false", blank: false, write: { value, _ in .boolean(value) },
    read: { node, _ in node.boolean })

  // MARK: References

  /// An entity that an operation created.
  static let entity = FieldType<Entity>(
    allowed: "what a step made, or \"none\"", blank: .none,
    write: { entity, names in
      .string(entity == .none ? "none" : names.entityName(entity))
    },
    read: { node, names throws(CommandTextError) in
      guard let name = node.string else { return nil }
      if name == "none" { return Entity.none }
      guard let entity = names.entity(name) else { throw .unresolved(name) }
      return entity
    })

  static let member = FieldType<MemberHandle>(
    allowed: "a member, or \"nobody\"", blank: .newcomer,
    write: { member, names in
      .string(member == .newcomer ? "nobody" : names.memberName(member))
    },
    read: { node, names throws(CommandTextError) in
      guard let name = node.string else { return nil }
      if name == "nobody" { return MemberHandle.newcomer }
      guard let member = names.member(name) else { throw .unresolved(name) }
      return member
    })

  static let text = FieldType<TextHandle>(
    allowed: "a text", blank: .empty,
    write: { handle, names in
      handle == .empty ? "" : names.text(handle).map { .string($0) }
    },
    read: { node, names in
      node.string.map { $0.isEmpty ? .empty : names.handle($0) }
    })

  /// A text whose handle has 16 bits, because it shares its word with other values.
  static let earlyText = FieldType<TextHandle>(
    allowed: "a text, one of the first 65536 of the plan", blank: .empty, write: text.write,
    read: { node, names in
      guard let text = node.string else { return nil }
      let handle = text.isEmpty ? TextHandle.empty : names.handle(text)
      return handle.raw <= UInt32(UInt16.max) ? handle : nil
    })

  // MARK: Numbers

  static let byte = whole(0...UInt8.max)
  static let short = whole(0...UInt16.max)
  static let count = whole(0...UInt32.max)
  static let long = whole(0...UInt64.max)
  static let amount = whole(Int64.min...Int64.max)
  static let bits11 = whole(UInt16(0)...1 << 11 - 1)
  static let bits12 = whole(UInt16(0)...1 << 12 - 1)
  static let bits13 = whole(UInt16(0)...1 << 13 - 1)
  static let bits14 = whole(UInt16(0)...1 << 14 - 1)
  static let count12 = whole(UInt32(0)...1 << 12 - 1)
  static let count20 = whole(UInt32(0)...1 << 20 - 1)
  static let count24 = whole(UInt32(0)...1 << 24 - 1)

  static let tenths = tenths(UInt32(0)...UInt32.max)
  static let tenths16 = tenths(UInt32(0)...65_535)
  static let tenths13 = tenths(UInt32(0)...8_191)
  static let tenths11 = tenths(UInt32(0)...2_047)
  static let tenths10 = tenths(UInt32(0)...1_023)
  static let tenthOunces = tenths(0...UInt16.max)
  /// A value stored plus one, where zero stands for unknown.
  static let oneLess = FieldType<UInt16>(
    allowed: "a whole number from 0 to \(UInt16.max - 1)", blank: 0,
    write: { value, _ in value == 0 ? nil : .integer(value - 1) },
    read: { node, _ in
      node.integer(as: UInt16.self).flatMap { $0 < UInt16.max ? $0 + 1 : nil }
    })
  /// A byte and days, without the number that stands for nothing.
  static let effort = whole(0...UInt8.max - 1)
  static let days16 = whole(0...UInt16.max - 1)

  private static func whole<Number: FixedWidthInteger & Sendable>(
    _ range: ClosedRange<Number>
  ) -> FieldType<Number> {
    FieldType(
      allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)", blank: 0,
      write: { value, _ in range.contains(value) ? .integer(value) : nil },
      read: { node, _ in
        node.integer(as: Number.self).flatMap { range.contains($0) ? $0 : nil }
      })
  }

  /// A number stored in tenths, such as 412.5.
  private static func tenths<Number: FixedWidthInteger & Sendable>(
    _ range: ClosedRange<Number>
  ) -> FieldType<Number> {
    FieldType(
      allowed: "a number from 0 to \(range.upperBound / 10).\(range.upperBound % 10) with at most "
        + "one decimal",
      blank: 0,
      write: { tenths, _ in
        guard range.contains(tenths) else { return nil }
        return tenths % 10 == 0 ? .integer(tenths / 10) : .number(Double(tenths) / 10)
      },
      read: { node, _ in
        guard let tenths = node.double.map({ $0 * 10 }), tenths > -0.5,
          tenths < Double(range.upperBound) + 0.5
        else { return nil }
        // Adding a half and truncating rounds without the C library.
        let whole = Number(tenths + 0.5)
        return (tenths - Double(whole)).magnitude < 1e-6 ? whole : nil
      })
  }

  // MARK: Codes and digests

  /// 64 bits without a numeric meaning: a code, or a digest that cannot be reversed.
  static let hexadecimal = FieldType<UInt64>(
    allowed: "\"0x\" and 16 hexadecimal digits", blank: 0,
    write: { value, _ in .string("0x" + digits(value)) },
    read: { node, _ in digits(after: "0x", of: node, count: 16).flatMap { number($0) } })

  static let digest = FieldType<Digest128>(
    allowed: "\"0x\" and 32 hexadecimal digits", blank: .zero,
    write: { digest, _ in .string("0x" + digits(digest.first) + digits(digest.second)) },
    read: { node, _ in
      guard let digits = digits(after: "0x", of: node, count: 32),
        let first = number(digits.prefix(16)), let second = number(digits.suffix(16))
      else { return nil }
      return Digest128(first: first, second: second)
    })

  private static func digits(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func digits(
    after prefix: String, of node: JSONNode, count: Int
  ) -> Substring? {
    guard let text = node.string, text.hasPrefix(prefix) else { return nil }
    let digits = text.dropFirst(prefix.count)
    return digits.utf8.count == count ? digits : nil
  }

  /// Nil for anything but digits, and so also for a sign.
  private static func number(_ digits: Substring) -> UInt64? {
    digits.utf8.first == UInt8(ascii: "+") ? nil : UInt64(digits, radix: 16)
  }
}

extension Fields {
  /// The three words of a command as they are.
  static let words = FieldType<[UInt64]>(
    allowed: "a list of three times " + hexadecimal.allowed, blank: [0, 0, 0],
    write: { words, names in
      .array(words.compactMap { hexadecimal.write($0, names) })
    },
    read: { node, names throws(CommandTextError) in
      guard let elements = node.elements, elements.count == 3 else { return nil }
      var words: [UInt64] = []
      for element in elements {
        guard let word = try hexadecimal.read(element, names) else { return nil }
        words.append(word)
      }
      return words
    })
}
