/// Canonical decomposition and composition (Unicode Standard, section 3.11).
enum Normalization {
  static let classes = CodePointRanges(UnicodeTables.combiningClasses) { $0.number() }
  private static let decompositions = CodePointMapping(UnicodeTables.decompositions)
  private static let compositions = readCompositions()

  /// NFD of code points.
  static func decomposed(_ scalars: some Sequence<UInt32>) -> [UInt32] {
    var result: [UInt32] = []
    for scalar in scalars {
      if Hangul.syllables.contains(scalar) {
        Hangul.appendParts(of: scalar, to: &result)
      } else if scalar < 0xC0 {
        result.append(scalar)
      } else {
        decompositions.append(scalar, to: &result)
      }
    }
    reorder(&result)
    return result
  }

  /// NFC of code points that are decomposed and in canonical order.
  static func composed(_ scalars: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var starter = -1
    var lastClass: UInt32 = 0
    for scalar in scalars {
      let own = combiningClass(scalar)
      // Nothing stands between the two, or only marks of lower classes.
      let isUnblocked = starter == result.count - 1 || lastClass < own && lastClass > 0
      if starter >= 0, isUnblocked, let whole = composition(result[starter], scalar) {
        result[starter] = whole
        continue
      }
      if own == 0 { starter = result.count }
      lastClass = own
      result.append(scalar)
    }
    return result
  }

  /// Sorts each sequence of marks by combining class; marks of one class keep their order.
  private static func reorder(_ scalars: inout [UInt32]) {
    var index = 1
    while index < scalars.count {
      let own = combiningClass(scalars[index])
      var place = index
      while own > 0, place > 0, combiningClass(scalars[place - 1]) > own {
        scalars.swapAt(place, place - 1)
        place -= 1
      }
      index += 1
    }
  }

  static func combiningClass(_ scalar: UInt32) -> UInt32 {
    scalar < 0x300 ? 0 : classes[scalar] ?? 0
  }

  private static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    Hangul.composition(first, second) ?? compositions[UInt64(first) << 32 | UInt64(second)]
  }

  private static func readCompositions() -> [UInt64: UInt32] {
    var reader = TableReader(UnicodeTables.compositions)
    var result: [UInt64: UInt32] = [:]
    var first: UInt32 = 0
    for _ in 0..<reader.number() {
      first += reader.number()
      let second = reader.number()
      let whole = UInt32(truncatingIfNeeded: Int64(first) + Int64(reader.signed()))
      result[UInt64(first) << 32 | UInt64(second)] = whole
    }
    return result
  }
}

/// Korean syllables, which are composed by arithmetic (Unicode Standard, section 3.12).
private enum Hangul {
  static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  private static let leading: UInt32 = 0x1100
  private static let vowel: UInt32 = 0x1161
  private static let trailing: UInt32 = 0x11A7
  private static let (leadings, vowels, trailings): (UInt32, UInt32, UInt32) = (19, 21, 28)

  static func appendParts(of syllable: UInt32, to scalars: inout [UInt32]) {
    let place = syllable - syllables.lowerBound
    scalars.append(leading + place / (vowels * trailings))
    scalars.append(vowel + place / trailings % vowels)
    if place % trailings > 0 { scalars.append(trailing + place % trailings) }
  }

  static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if (leading..<leading + leadings).contains(first), (vowel..<vowel + vowels).contains(second) {
      let place = (first - leading) * vowels + second - vowel
      return syllables.lowerBound + place * trailings
    }
    guard syllables.contains(first), (first - syllables.lowerBound) % trailings == 0,
      second > trailing, second < trailing + trailings
    else { return nil }
    return first + second - trailing
  }
}
