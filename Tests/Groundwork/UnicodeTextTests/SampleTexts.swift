import Foundation
import TestKit

@testable import UnicodeText

/// Texts that meet every part of the tables: letters of many scripts, marks in any order, whole
/// sequences that count as one letter, and characters that nothing is seen of.
enum SampleTexts {
  private static let ranges: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x52F, 0x591...0x5EA, 0x600...0x6FF,
    0x900...0xDFF, 0xE00...0xEFF, 0x1100...0x11FF, 0x1E00...0x1FFF, 0x2000...0x2069,
    0x2C00...0x2DFF, 0x3040...0x30FF, 0xAC00...0xAC80, 0xF900...0xFAD9, 0xFB00...0xFB4F,
    0xFE00...0xFFEF, 0x10400...0x1044F, 0x1D400...0x1D7FF, 0x20000...0x20010, 0xE0000...0xE01EF,
  ]

  /// Characters that compose, fold to several, or are reordered.
  private static let special: [UInt32] = [
    0x41, 0x49, 0x61, 0x65, 0xDF, 0xE9, 0x130, 0x131, 0x149, 0x17F, 0x1E9E, 0x300, 0x301, 0x307,
    0x308, 0x323, 0x327, 0x334, 0x345, 0x3A3, 0x3C2, 0x1100, 0x1161, 0x11A8, 0xAC00, 0x200B,
    0x200D, 0x212B, 0x2126, 0xFB03, 0x418, 0x306, 0xE40, 0xE01, 0xDDD, 0xDCF, 0xDCA,
  ]

  static func text(_ dice: inout Dice) -> String {
    text(
      (0..<dice.roll(7)).map { _ in
        if dice.flip() { return dice.pick(special) }
        let range = dice.pick(ranges)
        return range.lowerBound + UInt32(dice.roll(range.count))
      })
  }

  /// The same text decomposed and composed. Foundation on Linux only decomposes well: it takes
  /// U+10410 for U+0410 and composes that with a breve.
  static func spellings(of text: String) -> [String] {
    let decomposed = text.decomposedStringWithCanonicalMapping
    let composed = Normalization.composed(decomposed.unicodeScalars.map(\.value))
    return [decomposed, self.text(composed)]
  }

  static func text(_ scalars: [UInt32]) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars { text.append(Unicode.Scalar(scalar)!) }
    return String(text)
  }
}
