/// FAM-9: at least eight characters with a letter, a digit and a symbol.
///
/// A pure function of the Unicode scalars. A letter or digit is one of any script; a symbol is
/// punctuation or a symbol. A space is a character and none of the three. Marks that combine with
/// the letter before them and scalars that nobody sees do not lengthen a password, so it is as
/// long however its letters were composed.
///
/// **Decided**: nothing in the core calls it. A password goes from the screen to the service that
/// signs people in [CT 9.2]; a fact, a journal and an account never hold one, so it is the screen
/// that asks, before there is an account at all.
public enum PasswordRule {
  /// What a password lacks.
  public enum MissingRequirement: UInt8, CaseIterable, Sendable {
    case tooShort, letterMissing, digitMissing, symbolMissing

    /// What a screen says.
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

  /// Everything that is wrong with a password; nothing when it may be used.
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
