import Foundation
import TestKit
import Testing

@testable import UnicodeText

@Suite("The order of names")
struct NameOrderTests {
  @Test("FAM-16: is that of a reader: letters first, then accents, then case")
  func examples() {
    expectOrder(["alice", "bob", "Émile", "zoe", "Zoe"])
    expectOrder(["Ann Zeller", "Anna", "Änna", "Anna Adler", "Annb"])
    expectOrder(["cote", "coté", "côte", "côté", "cotes"])
    expectOrder(["", " ", "-", "1", "2", "a", "ａ", "A", "ß", "t", "Ω", "Я", "א", "あ", "中", "𠀀"])
    expectOrder(["한", "학생", "해"].sorted { NameOrder.precedes($0, $1) })
    // Written behind the consonant, but said before it.
    expectOrder(["ก", "เก", "ข", "เข"])
  }

  private func expectOrder(_ names: [String]) {
    for (first, second) in zip(names, names.dropFirst()) {
      #expect(NameOrder.precedes(first, second), "\(first), \(second)")
      #expect(!NameOrder.precedes(second, first), "\(second), \(first)")
    }
  }

  @Test("FAM-16: puts texts that are composed differently in one place")
  func canonical() {
    var dice = Dice(seed: 160)
    for _ in 0..<5_000 {
      let text = SampleTexts.text(&dice)
      for other in SampleTexts.spellings(of: text) {
        #expect(NameOrder.compare(text, other) == 0, "\(OracleFile.text(text))")
      }
    }
    #expect(NameOrder.compare("e\u{301}", "é") == 0)
    #expect(NameOrder.compare("a\u{323}\u{308}", "a\u{308}\u{323}") == 0)
  }

  @Test("FAM-16: is total: opposite when turned around, and goes on from one to the next")
  func total() {
    var dice = Dice(seed: 161)
    for _ in 0..<5_000 {
      let texts = (0..<3).map { _ in SampleTexts.text(&dice) }
      let order = NameOrder.compare(texts[0], texts[1])
      #expect(NameOrder.compare(texts[1], texts[0]) == -order)
      let sorted = texts.sorted { NameOrder.precedes($0, $1) }
      #expect(NameOrder.compare(sorted[0], sorted[2]) <= 0)
      #expect(NameOrder.compare(sorted[0], sorted[1]) <= 0)
      #expect(NameOrder.compare(sorted[1], sorted[2]) <= 0)
    }
  }

  @Test("FAM-16: is the same for ASCII, which does not look the tables up")
  func ascii() {
    for point in UInt32(0)..<0x80 {
      let table = CollationTable.shared
      let match = table.longestMatch(in: [point], from: 0)
      #expect(Array(table.elements(of: match)) == [UnicodeTables.asciiElements[Int(point)]])
      for other in UInt32(0)..<0x80 {
        #expect(table.longestMatch(in: [point, other], from: 0).length == 1)
      }
    }
  }

  /// `scripts/oracles/names.py` asks for this, and compares it with the reference of the algorithm.
  @Test(
    "The order of every code point and of random texts is written for the oracle",
    .enabled(if: OracleFile.directory != nil))
  func dump() throws {
    var dice = Dice(seed: 162)
    let points = (UInt32(0)..<0x11_0000).lazy.compactMap(Unicode.Scalar.init).map {
      (String($0), SampleTexts.text(&dice))
    }
    let pairs = (0..<100_000).map { _ in (SampleTexts.text(&dice), SampleTexts.text(&dice)) }
    try OracleFile.write("names-order.txt", Array(points) + pairs) { one, other in
      "\(OracleFile.text(one))|\(OracleFile.text(other))|\(NameOrder.compare(one, other))"
    }
  }
}
