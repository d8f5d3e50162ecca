import Testing

@testable import Base

@Suite("SHA-256")
struct SHA256Tests {
  private static func digest(of text: String, repeated count: Int = 1) -> String {
    Array(String(repeating: text, count: count).utf8)
      .withUnsafeBytes { SHA256.hexadecimal(of: $0) }
  }

  @Test(
    "The digests of the standard's examples are reproduced",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func standard(text: String, expected: String) {
    #expect(Self.digest(of: text) == expected)
  }

  @Test("A million times the letter a has the digest of the standard")
  func million() {
    #expect(
      Self.digest(of: "a", repeated: 1_000_000)
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("Messages of every small length have the digests that Python computes, whole or in pieces")
  func lengths() throws {
    for line in try Vectors.lines(of: "sha256.txt") {
      let length = Int(line[0])!
      let message = (0..<length).map { UInt8((7 * $0 + length) % 251) }
      message.withUnsafeBytes { bytes in
        #expect(SHA256.hexadecimal(of: bytes) == line[1])
        for piece in [1, 7, 63, 64, 65, 130] where length < 300 {
          var digest = SHA256()
          for start in stride(from: 0, to: length, by: piece) {
            digest.update(
              UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + piece, length)]))
          }
          #expect(Hexadecimal.text(digest.finish()) == line[1], "\(length) bytes by \(piece)")
        }
      }
    }
  }

  @Test("Finishing does not end the stream")
  func finishInBetween() {
    var digest = SHA256()
    Array("ab".utf8).withUnsafeBytes { digest.update($0) }
    let early = digest.finish()
    #expect(digest.finish() == early)
    Array("c".utf8).withUnsafeBytes { digest.update($0) }
    #expect(Hexadecimal.text(digest.finish()) == Self.digest(of: "abc"))
  }
}
