import DomainCore

/// What the compact form knows of the kinds of facts that are submitted most: their numbers are in
/// the first byte of an operation, and the parts of their payloads that usually change are packed.
///
/// The table is a part of the form: what it says never changes.
enum CommonKinds {
  /// The place that means any other kind.
  static let other = 7

  static func place(of kind: UInt16) -> Int {
    switch kind {
    case 42: 0
    case 40: 1
    case 25: 2
    case 56: 3
    case 41: 4
    case 16: 5
    case 90: 6
    default: other
    }
  }

  static func kind(at place: Int) -> UInt16 { numbers[place] }

  private static let numbers: InlineArray<7, UInt16> = [42, 40, 25, 56, 41, 16, 90]

  /// Whether the lowest half of the first word is the operation's day.
  static func hasDay(_ place: Int) -> Bool { place == 2 }

  /// The first word of a payload with nothing before it.
  static func firstWord(_ place: Int) -> UInt64 { place == 2 ? 1 << 32 : 0 }

  /// The smaller and the larger shape in which changes of a payload are packed.
  static func shapes(_ place: Int) -> (small: PayloadShape, large: PayloadShape) { table[place] }

  private static let table: InlineArray<8, (small: PayloadShape, large: PayloadShape)> = [
    // Water: amount and source; the minute too.
    (.init((0, 9), (32, 4)), .init((0, 9), (32, 4), (16, 11))),
    meal,
    // A habit: the day; the mark.
    (.init((0, 8)), .init((32, 8))),
    // How one feels: two scores.
    (.init((0, 4), (8, 4)), .init((0, 8), (8, 8))),
    meal,
    (.init((80, 8), (96, 8)), .init((0, 8), (80, 8), (96, 8), (112, 8))),
    (.init((16, 8)), .init((0, 8), (8, 8), (64, 8), (72, 8))),
    (.init((0, 8)), .init((0, 16))),
  ]

  /// Two foods and how much of them.
  private static let meal = (
    small: PayloadShape((16, 4), (48, 4), (80, 4), (96, 4)),
    large: PayloadShape((16, 8), (48, 8), (80, 8), (96, 8))
  )
}

/// The bits of a payload that usually differ from those of the last operation of the same kind.
struct PayloadShape {
  /// Up to four pieces of the 128 bits: where each begins, and how many bits it has.
  private(set) var starts: InlineArray<4, UInt8> = .init(repeating: 0)
  private(set) var widths: InlineArray<4, UInt8> = .init(repeating: 0)
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  /// How many bytes the pieces fill together.
  let byteCount: Int

  init(_ pieces: (start: UInt8, width: UInt8)...) {
    var width = 0
    for (place, piece) in pieces.enumerated() {
      starts[place] = piece.start
      widths[place] = piece.width
      width += Int(piece.width)
      let mask = UInt64(1) << UInt64(piece.width) - 1
      if piece.start < 64 {
        first |= mask << UInt64(piece.start)
      } else {
        second |= mask << UInt64(piece.start - 64)
      }
    }
    byteCount = (width + 7) / 8
  }

  /// Whether it has all bits in which two payloads differ.
  func covers(_ difference: Payload) -> Bool {
    difference.first & ~first == 0 && difference.second & ~second == 0
  }

  /// The pieces one behind the other, the first in the lowest bits.
  func packed(_ difference: Payload) -> UInt64 {
    var bits: UInt64 = 0
    var place: UInt64 = 0
    for index in 0..<4 {
      let (start, width) = (UInt64(starts[index]), UInt64(widths[index]))
      let word = start < 64 ? difference.first : difference.second
      bits |= (word &>> start & (1 &<< width &- 1)) &<< place
      place &+= width
    }
    return bits
  }

  func unpacked(_ bits: UInt64) -> Payload {
    var difference = Payload(0, 0)
    var rest = bits
    for index in 0..<4 {
      let (start, width) = (UInt64(starts[index]), UInt64(widths[index]))
      let piece = (rest & (1 &<< width &- 1)) &<< start
      if start < 64 { difference.first |= piece } else { difference.second |= piece }
      rest &>>= width
    }
    return difference
  }
}
