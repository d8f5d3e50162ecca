/// FAM-16: how names are compared, and which are empty.
///
/// Of any two devices, whatever their system, toolchain and language, both say the same: all tables
/// are those of one version of Unicode, compiled in.
public enum NameText {
  /// The version of Unicode that the tables are of.
  public static var unicodeVersion: String { UnicodeTables.version }

  /// The form in which two names are compared: NFKC_Casefold, without white space at its ends.
  ///
  /// It has no differences of case, of width, of composition and of invisible characters:
  /// "Straße" and "ＳＴＲＡＳＳＥ" have the same. Letters of different scripts stay different,
  /// however alike they look. O(length).
  public static func folded(_ name: String) -> String {
    if let name = foldedASCII(name) { return name }
    var mapped: [UInt32] = []
    // Decomposed first, because a few marks fold to letters, and which letter they are on depends
    // on their order (Unicode Standard, D147).
    for scalar in Normalization.decomposed(name.unicodeScalars.lazy.map(\.value)) {
      foldings.append(scalar, to: &mapped)
    }
    return text(trimmed(Normalization.composed(Normalization.decomposed(mapped))[...]))
  }

  /// A name as it is stored: without white space at its ends, otherwise as it was typed.
  public static func trimmed(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last,
      isSpace(first.value) || isSpace(last.value)
    else { return name }
    return text(trimmed(name.unicodeScalars.map(\.value)[...]))
  }

  /// Whether a reader would see anything of a text; a name of which nothing is seen is empty.
  ///
  /// Nothing is seen of white space, of what NFKC_Casefold removes (the characters that Unicode
  /// calls default-ignorable), of control characters, and of the few others whose glyphs are blank.
  public static func isVisible(_ text: String) -> Bool {
    var remaining: [UInt32] = []
    for scalar in text.unicodeScalars {
      let value = scalar.value
      // Nearly every text ends here, at its first letter.
      if value > 0x20, value < 0x7F { return true }
      if isSpace(value) || blanks.contains(where: { $0.contains(value) }) { continue }
      foldings.append(value, to: &remaining)
      if remaining.contains(where: { !isSpace($0) }) { return true }
      remaining.removeAll()
    }
    return false
  }

  /// Control characters, interlinear annotations, the empty Braille cell, format controls of
  /// Egyptian hieroglyphs, the filler of Khitan and the null notehead.
  private static let blanks: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x7F...0x9F, 0x2800...0x2800, 0xFFF9...0xFFFB, 0x13430...0x1343F,
    0x16FE4...0x16FE4, 0x1D159...0x1D159,
  ]

  private static let foldings = CodePointMapping(UnicodeTables.folded)
  private static let spaces = CodePointRanges(UnicodeTables.spaces) { _ in true }

  private static func isSpace(_ scalar: UInt32) -> Bool {
    scalar < 0x80 ? scalar == 0x20 || (0x09...0x0D).contains(scalar) : spaces[scalar] ?? false
  }

  private static func trimmed(_ scalars: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    let rest = scalars.drop(while: isSpace)
    return rest[..<((rest.lastIndex { !isSpace($0) }).map { $0 + 1 } ?? rest.startIndex)]
  }

  private static func text(_ scalars: ArraySlice<UInt32>) -> String {
    var view = String.UnicodeScalarView()
    // The tables hold scalars only.
    for scalar in scalars { view.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    return String(view)
  }

  /// The folded form of an ASCII name, or nil: NFKC_Casefold only changes its capital letters.
  private static func foldedASCII(_ name: String) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      guard byte < 0x80 else { return nil }
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      bytes.append(isCapital ? byte | 0x20 : byte)
    }
    let rest = bytes.drop { isSpace(UInt32($0)) }
    let end = rest.lastIndex { !isSpace(UInt32($0)) }
    return String(decoding: rest.prefix(through: end ?? rest.startIndex - 1), as: UTF8.self)
  }
}
