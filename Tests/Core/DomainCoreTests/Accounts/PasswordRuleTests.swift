import TestKit
import Testing

@testable import DomainCore

@Suite("FAM-9: a password")
struct PasswordRuleTests {
  static let fine = [
    "abcdef1!", "1!aaaaaa", "passwörd1?", "пароль12€", "パスワード１２・", "ab1_ab1_",
    "correct horse 1 battery.",
  ]

  @Test("FAM-9: 8 characters with letter, digit and symbol may be used", arguments: fine)
  func accepted(password: String) {
    #expect(PasswordRule.faults(of: password) == [])
  }

  static let lacking: [(password: String, faults: [PasswordRule.MissingRequirement])] = [
    ("", [.tooShort, .letterMissing, .digitMissing, .symbolMissing]),
    ("abcde1!", [.tooShort]),
    ("12345678", [.letterMissing, .symbolMissing]),
    ("abcdefgh", [.digitMissing, .symbolMissing]),
    ("!!!!!!!!", [.letterMissing, .digitMissing]),
    ("1234567!", [.letterMissing]),
    ("abcdefg!", [.digitMissing]),
    ("abcdefg1", [.symbolMissing]),
    ("Pa55 word", [.symbolMissing]),
    ("a1!", [.tooShort]),
    ("a1!\u{301}\u{301}\u{301}\u{301}\u{301}", [.tooShort]),
    ("a1!\u{200B}\u{200B}\u{200B}\u{200B}\u{200B}", [.tooShort]),
    ("a1!\n\n\n\n\n\n", [.tooShort]),
    ("abcdef½!", [.digitMissing]),
    // A Roman eight is a number written as a letter, and counts as neither letter nor digit.
    ("abcdefⅧ!", [.digitMissing]),
    ("123456Ⅷ!", [.letterMissing]),
  ]

  @Test("FAM-9: every missing requirement is reported", arguments: lacking)
  func refused(password: String, faults: [PasswordRule.MissingRequirement]) {
    #expect(PasswordRule.faults(of: password) == faults)
  }

  @Test("FAM-9: the length does not depend on how letters are composed")
  func composition() {
    let composed = "\u{E9}\u{E9}\u{E9}ab1!"
    let decomposed = "e\u{301}e\u{301}e\u{301}ab1!"
    #expect(PasswordRule.faults(of: composed) == [.tooShort])
    #expect(PasswordRule.faults(of: decomposed) == [.tooShort])
  }

  @Test("FAM-9: the rule agrees with a naive check of ASCII", arguments: 0..<2_000)
  func ascii(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    let letters = Array("abXYZ"), digits = Array("059"), symbols = Array("!?~_@ ")
    var text: [Character] = []
    for _ in 0..<dice.pick([0, 3, 6, 7, 8, 9, 12]) {
      text.append(dice.pick(dice.pick([letters, letters, digits, symbols])))
    }
    let fine =
      text.count >= 8 && text.contains { letters.contains($0) }
      && text.contains { digits.contains($0) }
      && text.contains { symbols.contains($0) && $0 != " " }
    #expect(PasswordRule.faults(of: String(text)).isEmpty == fine)
  }

  @Test("FAM-9: each fault has its own sentence")
  func sentences() {
    let sentences = PasswordRule.MissingRequirement.allCases.map(\.sentence)
    #expect(Set(sentences).count == 4 && sentences.allSatisfy { $0.hasSuffix(".") })
  }
}
