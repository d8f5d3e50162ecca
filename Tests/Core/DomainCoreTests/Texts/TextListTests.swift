import Testing

@testable import DomainCore

@Suite("Texts by their bytes")
struct TextListTests {
  private static func text(_ number: Int) -> [UInt8] {
    Array("text \(number), \(String(repeating: "x", count: number % 23))".utf8)
  }

  @Test("numbers go up in the order of the texts, and each text has one")
  func numbers() {
    var list = TextList(100...10_000)
    for number in 0..<500 {
      #expect(list.note(Self.text(number)) == UInt32(100 + number))
      #expect(list.note(Self.text(number / 2)) == UInt32(100 + number / 2))
    }
    #expect(list.known(Self.text(500)) == nil)
    #expect(list.draft(Self.text(7)) == 107)
    #expect(list.draft(Self.text(500)) == 10_000)
    #expect(list.known(Self.text(500)) == 10_000)
  }

  @Test("texts that are forgotten are new again, and all others are found")
  func forgetting() {
    for kept in 0...64 {
      var list = TextList(1...1_000)
      for number in 0..<65 { _ = list.note(Self.text(number)) }
      list.forget(from: kept)
      for number in 0..<65 {
        #expect(list.known(Self.text(number)) == (number < kept ? UInt32(number + 1) : nil))
      }
      #expect(list.note(Self.text(64)) == UInt32(kept + 1))
    }
  }

  @Test("copies of a list do not know what the other one has noted since")
  func copies() {
    var list = TextList(1...1_000)
    for number in 0..<10 { _ = list.note(Self.text(number)) }
    var copy = list
    #expect(copy.note(Self.text(10)) == 11)
    #expect(list.known(Self.text(10)) == nil)
    #expect(list.note(Self.text(11)) == 11)
    #expect(copy.known(Self.text(11)) == nil)
  }
}
