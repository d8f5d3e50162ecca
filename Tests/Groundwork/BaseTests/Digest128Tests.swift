import Testing

@testable import Base

@Suite("The 128-bit digest")
struct Digest128Tests {
  private let one = Digest128.mix(1, 2, 3, 4)
  private let two = Digest128.mix(5, 6, 7, 8)

  @Test("Members can be added in any order, and removed again")
  func addition() {
    var forward = Digest128.zero
    forward.add(one)
    forward.add(two)
    var backward = Digest128.zero
    backward.add(two)
    backward.add(one)
    #expect(forward == backward)
    #expect(forward != .zero && forward != one && forward != two)
    forward.remove(one)
    #expect(forward == two)
    forward.remove(two)
    #expect(forward == .zero)
  }

  @Test("A member that is added twice counts twice")
  func multiplicity() {
    var once = Digest128.zero
    once.add(one)
    var twice = once
    twice.add(one)
    #expect(twice != once && twice != .zero)
  }

  @Test("Appending distinguishes orders and lengths")
  func folding() {
    func folded(_ digests: [Digest128]) -> Digest128 {
      var result = Digest128.zero
      for digest in digests { result.fold(digest) }
      return result
    }
    let sequences = [
      [], [one], [two], [one, two], [two, one], [one, one], [.zero], [.zero, .zero],
      [one, .zero], [.zero, one],
    ]
    #expect(Set(sequences.map(folded)).count == sequences.count)
  }

  @Test("Bytes have digests that depend on every byte, on the length and on nothing else")
  func bytes() {
    var seen: Set<Digest128> = []
    var count = 0
    for length in 0...80 {
      let zeros = [UInt8](repeating: 0, count: length)
      zeros.withUnsafeBytes { _ = seen.insert(.of(bytes: $0)) }
      count += 1
      for place in 0..<length {
        var bytes = zeros
        bytes[place] = 1
        bytes.withUnsafeBytes { _ = seen.insert(.of(bytes: $0)) }
        count += 1
      }
    }
    #expect(seen.count == count)
    // At an odd address too.
    let bytes = (0..<50).map { UInt8($0) }
    bytes.withUnsafeBytes { whole in
      let shifted = UnsafeRawBufferPointer(rebasing: whole[1...])
      Array(bytes[1...]).withUnsafeBytes { #expect(Digest128.of(bytes: shifted) == .of(bytes: $0)) }
    }
  }

  @Test("A text has the digest of its UTF-8 bytes, however it is stored")
  func texts() {
    let text = "Größe 🏃‍♀️ and more than fifteen bytes"
    let expected = Array(text.utf8).withUnsafeBytes { Digest128.of(bytes: $0) }
    #expect(Digest128.of(text: text) == expected)
    #expect(Digest128.of(text: String(text.dropFirst())) != expected)
    #expect(Digest128.of(text: "") != .zero)
    // Equal to a String's eye, different bytes.
    #expect(Digest128.of(text: "\u{E9}") != Digest128.of(text: "e\u{301}"))
  }

  @Test("Digests keep their values from version to version")
  func golden() {
    #expect(Digest128.mix(0, 0, 0, 0).description == "670a81425d964ba89985695fe41cae64")
    #expect(Digest128.mix(1, 2, 3, 4).description == "a7365de8070ee3dfc2700ddf4e591c36")
    #expect(Digest128.of(text: "Shakeout").description == "6002e56584a1095e534f091f4b5bf1ec")
    #expect(
      Digest128.of(text: "sixteen letters.").description == "38638c4f8eff91688e95486e9984b9ba")
    #expect(
      Digest128.of(text: "a text of more than sixteen bytes").description
        == "ebe833b4e3d2c5a0529490e145fb3aaa")
  }

  @Test("The description is 32 digits that read back, and nothing else reads")
  func description() {
    let digest = Digest128(first: 0x0000_00AB_CDEF_0123, second: 0xF)
    #expect(digest.description == "000000abcdef0123000000000000000f")
    #expect(Digest128(hexadecimal: digest.description) == digest)
    #expect(Digest128(hexadecimal: one.description) == one)
    for text in [
      "", "0", "000000ABCDEF0123000000000000000F", "000000abcdef0123000000000000000",
      "000000abcdef0123000000000000000f0", "000000abcdef012300000000000000+f",
      "000000abcdef0123 00000000000000f", "ｆ00000abcdef01230000000000000f",
    ] {
      #expect(Digest128(hexadecimal: text) == nil, "\(text)")
    }
  }
}
