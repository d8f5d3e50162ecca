/// FAM-9: at least eight characters with a letter, a digit and a symbol.
///
/// A pure function of the Unicode scalars. Letters and digits of any script count; a symbol is
/// punctuation or a symbol. A space counts towards the length and is none of the three. Combining
/// marks and invisible scalars do not add to the length, so it does not depend on how letters are
/// composed.
///
/// **Decided**: nothing in the core calls it. A password goes from the screen to the sign-in
/// service [CT 9.2]; facts, journals and accounts never hold one. So the screen checks it, before
/// an account exists.
public enum PasswordRule {
  /// What a password lacks.
  public enum MissingRequirement: UInt8, CaseIterable, Sendable {
    case tooShort, letterMissing, digitMissing, symbolMissing

    /// The sentence that a screen shows.
    public var sentence: String {
      switch self {
      case .tooShort: "A password needs at least 8 characters."
      case .letterMissing: "A password needs a letter."
      case .digitMissing: "A password needs a digit."
      case .symbolMissing: "A password needs a symbol, such as ! or ?."
      }
    }
  }

  public static var charactersMin: Int { 8 }

  /// All requirements that a password fails; empty when it may be used.
  public static func faults(of password: String) -> [MissingRequirement] {
    var length = 0
    var has = (letter: false, digit: false, symbol: false)
    for scalar in password.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
        has.letter = true
      case .decimalNumber:
        has.digit = true
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
        .modifierSymbol, .otherSymbol:
        has.symbol = true
      case .letterNumber, .otherNumber, .spaceSeparator, .privateUse:
        break
      case .nonspacingMark, .spacingMark, .enclosingMark, .control, .format, .lineSeparator,
        .paragraphSeparator, .surrogate, .unassigned:
        continue
      @unknown default:
        continue
      }
      length += 1
    }
    let found: [(MissingRequirement, Bool)] = [
      (.tooShort, length < charactersMin), (.letterMissing, !has.letter),
      (.digitMissing, !has.digit), (.symbolMissing, !has.symbol),
    ]
    return found.filter(\.1).map(\.0)
  }
}
