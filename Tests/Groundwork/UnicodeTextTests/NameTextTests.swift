import Foundation
import TestKit
import Testing
import UnicodeText

@Suite("The form in which names are compared")
struct NameTextTests {
  @Test(
    "FAM-16: is one for names that differ in case, width, composition or invisible characters",
    arguments: [
      ("Read", "rEAD"), ("Straße", "STRASSE"), ("STRAẞE", "strasse"), ("Ｒｅａｄ", "read"),
      ("Étude", "e\u{301}tude"), ("Å", "\u{212B}"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ﬁt", "FIT"),
      ("Re\u{200B}ad", "read"), ("\u{FEFF}Read\u{2060}", "read"), ("So\u{AD}fa", "sofa"),
      ("❤\u{FE0F}", "❤"), ("Read\u{A0}on", "read on"), (" \u{200B} Read ", "read"),
      ("ა", "Ა"), ("x²", "X2"), ("Ⅷ", "viii"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("ﾊﾟ", "パ"),
    ])
  func equal(one: String, other: String) {
    #expect(NameText.folded(one).utf8.elementsEqual(NameText.folded(other).utf8))
  }

  @Test(
    "FAM-16: differs for names that a reader tells apart, or that scripts do",
    arguments: [
      ("Read", "Reed"), ("Réad", "Read"), ("Read on", "Readon"), ("Read  on", "Read on"),
      ("а", "a"), ("ı", "i"), ("Zoë", "Zoe"), ("1", "l"),
    ])
  func different(one: String, other: String) {
    #expect(!NameText.folded(one).utf8.elementsEqual(NameText.folded(other).utf8))
  }

  @Test("FAM-16: folding twice is folding once, and does not ask how a text is composed")
  func idempotent() {
    var dice = Dice(seed: 16)
    for _ in 0..<20_000 {
      let text = SampleTexts.text(&dice)
      let folded = NameText.folded(text)
      #expect(NameText.folded(folded).utf8.elementsEqual(folded.utf8), "\(OracleFile.text(text))")
      for other in SampleTexts.spellings(of: text) {
        #expect(NameText.folded(other).utf8.elementsEqual(folded.utf8), "\(OracleFile.text(text))")
      }
      #expect(NameText.isVisible(text) || NameText.trimmed(folded).isEmpty || isBlank(folded))
    }
  }

  @Test("FAM-16: of every ASCII text, has its letters in lower case and no space at its ends")
  func ascii() {
    for first in UInt8(0)..<0x80 {
      for second in UInt8(0)..<0x80 {
        let text = String(decoding: [first, second, UInt8(ascii: "x"), first], as: UTF8.self)
        // A letter beyond ASCII takes the way through the tables.
        let slow = NameText.folded("é" + text + "é").dropFirst().dropLast()
        #expect(NameText.folded("-" + text + "-").dropFirst().dropLast() == slow)
      }
    }
    #expect(NameText.folded("\t A B\n") == "a b")
    #expect(NameText.folded(" \n") == "")
    #expect(NameText.folded("") == "")
  }

  @Test(
    "FAM-16: a text of spaces, invisible characters and blank glyphs is empty",
    arguments: [
      "", " ", "\t\n", "\u{3000}", "\u{200B}", "\u{200D}\u{2060}", "\u{3164}", "\u{FFA0}\u{115F}",
      "\u{FE0F}", "\u{E0041}", "\u{AD}", "\u{2800}", "\u{0}\u{1B}\u{85}", "\u{202E}\u{202C}",
      "\u{180E}\u{34F}", "\u{1D159}", " \u{200B} \u{A0}", "\u{FFF9}\u{FFFB}", "\u{2028}",
    ])
  func empty(text: String) {
    #expect(!NameText.isVisible(text))
  }

  @Test(
    "FAM-16: a text with anything to see is not empty",
    arguments: [
      "a", " . ", "\u{200B}é", "\u{1F468}\u{200D}\u{1F467}", "\u{301}", "\u{E000}", "０", "中",
      "\u{FFFC}", "\u{A8}",
    ])
  func visible(text: String) {
    #expect(NameText.isVisible(text))
  }

  @Test("FAM-16: a name is stored as it was typed, without white space at its ends")
  func trimmed() {
    #expect(NameText.trimmed("\u{3000}\t Zoë  Ada\u{2028}") == "Zoë  Ada")
    // The heart is red because of what follows it.
    #expect(NameText.trimmed("❤\u{FE0F}").unicodeScalars.count == 2)
    #expect(NameText.trimmed(" ") == "")
    #expect(NameText.trimmed("") == "")
  }

  private func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
      || !text.unicodeScalars.contains { NameText.isVisible(String($0)) }
  }

  /// `scripts/oracles/names.py` asks for this, and compares it with ICU.
  @Test(
    "The folded form of every code point, and of random texts, is written for the oracle",
    .enabled(if: OracleFile.directory != nil))
  func dump() throws {
    var dice = Dice(seed: 17)
    let points = (UInt32(0)..<0x11_0000).lazy.compactMap(Unicode.Scalar.init).map { String($0) }
    try OracleFile.write("names-folded.txt", Array(points) + texts(100_000, &dice)) { text in
      "\(OracleFile.text(text))|\(OracleFile.text(NameText.folded(text)))"
    }
  }

  private func texts(_ count: Int, _ dice: inout Dice) -> [String] {
    (0..<count).map { _ in SampleTexts.text(&dice) }
  }
}

/// A file of lines that an oracle reads, if it asked for one.
enum OracleFile {
  static let directory = ProcessInfo.processInfo.environment["SHAKEOUT_DUMP_DIRECTORY"]

  static func write<Row>(_ name: String, _ rows: [Row], line: (Row) -> String) throws {
    let text = rows.map { line($0) + "\n" }.joined()
    try Data(text.utf8).write(to: URL(filePath: directory!).appending(path: name))
  }

  /// The code points of a text in hexadecimal.
  static func text(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }
}
