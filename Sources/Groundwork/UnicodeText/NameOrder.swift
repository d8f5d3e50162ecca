/// FAM-16: the order in which names are shown: that of the Unicode Collation Algorithm.
///
/// The table is the default one (DUCET) of the pinned version of Unicode. It orders all scripts and
/// is the root of every language's order. Letters count first, then accents, then case: alice, bob,
/// Émile, zoe, Zoe. Spaces and punctuation count as characters before all letters ("non-ignorable")
/// so that "Ann Zeller" is before "Anna Adler". An app that knows its reader's language may order
/// by that instead; the core does not know it.
public enum NameOrder {
  /// Whether one name is before another. Names that no level distinguishes are neither before nor
  /// after each other: the caller orders them by identity.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    compare(left, right) < 0
  }

  /// Less than zero, zero or more than zero: before, in the same place or behind.
  public static func compare(_ left: String, _ right: String) -> Int {
    let left = elements(of: left)
    let right = elements(of: right)
    for level in Level.all {
      let order = level.compare(left, right)
      if order != 0 { return order }
    }
    return 0
  }

  /// The part of a collation element that a level compares.
  private struct Level {
    let shift: UInt32
    let mask: UInt32

    /// Primary, secondary and tertiary weights.
    static let all = [
      Level(shift: 16, mask: 0xFFFF), Level(shift: 5, mask: 0x7FF), Level(shift: 0, mask: 0x1F),
    ]

    /// Compares the weights of this level that are not zero; a prefix is first.
    func compare(_ left: [UInt32], _ right: [UInt32]) -> Int {
      var (leftPlace, rightPlace) = (0, 0)
      while true {
        let one = next(in: left, from: &leftPlace)
        let other = next(in: right, from: &rightPlace)
        if one != other { return one < other ? -1 : 1 }
        if one == 0 { return 0 }
      }
    }

    private func next(in elements: [UInt32], from place: inout Int) -> UInt32 {
      while place < elements.count {
        let weight = elements[place] >> shift & mask
        place += 1
        if weight > 0 { return weight }
      }
      return 0
    }
  }

  /// The collation elements of a text (UTS #10, section 7, steps 1 and 2).
  static func elements(of text: String) -> [UInt32] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.map { UnicodeTables.asciiElements[Int($0)] }
    }
    var scalars = Normalization.decomposed(text.unicodeScalars.lazy.map(\.value))
    var result: [UInt32] = []
    var index = 0
    while index < scalars.count {
      let table = CollationTable.shared
      let match = table.longestMatch(in: scalars, from: index)
      index += match.length
      result += table.elements(of: extended(match, in: &scalars, from: index))
    }
    return result
  }

  /// Lengthens a match by marks behind it that only other marks separate from it (S2.1.1, S2.1.2).
  private static func extended(
    _ match: CollationTable.Match, in scalars: inout [UInt32], from index: Int
  ) -> CollationTable.Match {
    var match = match
    var place = index
    var blockedBy: UInt32 = 0
    while place < scalars.count {
      let own = Normalization.combiningClass(scalars[place])
      guard own > 0 else { break }
      if own > blockedBy, let longer = CollationTable.shared.match(match, and: scalars[place]) {
        match = longer
        scalars.remove(at: place)
      } else {
        blockedBy = own
        place += 1
      }
    }
    return match
  }
}
