import Base
import ServiceCore
import ServiceTestKit
import Testing

@testable import HTTPService

@Suite("Hashes of tokens that were sent lately")
struct TokenMemoryTests {
  private static func hash(of token: String, _ memory: inout TokenMemory) -> SecretHash? {
    Array(token.utf8).withUnsafeBufferPointer { memory.hash(of: $0) }
  }

  @Test("a token that is sent again is not hashed again")
  func remembered() {
    var memory = TokenMemory()
    let token = Person.digits(1)
    for _ in 0..<3 {
      #expect(Self.hash(of: token, &memory) == Secret(token)?.hash)
      #expect(memory.computedCount == 1)
    }
  }

  @Test("it grows with the tokens that come, so that few of them are hashed again")
  func growth() {
    var memory = TokenMemory()
    let tokens = (0..<40_000).map { Person.digits(UInt64($0)) }
    for token in tokens { _ = Self.hash(of: token, &memory) }
    let first = memory.computedCount
    for token in tokens { _ = Self.hash(of: token, &memory) }
    // Some were driven out while there were fewer places.
    #expect(memory.computedCount - first < tokens.count / 10, "\(memory.computedCount - first)")
  }

  @Test("of more tokens than there are places each has its own hash, and none that of another")
  func manyTokens() {
    var memory = TokenMemory()
    let tokens = (0..<2 * UInt64(TokenMemory.countMax)).map { Person.digits($0) }
    var wrong = 0
    for _ in 0..<2 {
      for token in tokens where Self.hash(of: token, &memory) != Secret(token)?.hash { wrong += 1 }
    }
    #expect(wrong == 0 && memory.computedCount > tokens.count)
  }

  @Test("tokens that differ in any one digit have the hashes of two tokens")
  func nearTokens() {
    var memory = TokenMemory()
    let token = Person.digits(7)
    let first = Self.hash(of: token, &memory)
    for place in 0..<64 {
      var digits = Array(token.utf8)
      digits[place] = digits[place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
      let near = String(decoding: digits, as: UTF8.self)
      #expect(Self.hash(of: near, &memory) != first, "digit \(place)")
      #expect(Self.hash(of: near, &memory) == Secret(near)?.hash, "digit \(place)")
      #expect(Self.hash(of: token, &memory) == first, "digit \(place)")
    }
  }

  @Test(
    "what is no token has no hash, and is not remembered",
    arguments: [
      "", "0", Person.digits(1).uppercased(), String(Person.digits(1).dropLast()),
      Person.digits(1) + "0",
    ])
  func noToken(text: String) {
    var memory = TokenMemory()
    #expect(Self.hash(of: text, &memory) == nil)
    #expect(memory.computedCount == 0)
  }
}
