import Base
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test(
    "the examples of RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func examples(plain: String, text: String) {
    #expect(Base64.text(Array(plain.utf8)) == text)
    #expect(Base64.bytes(text) == Array(plain.utf8))
  }

  @Test("every byte goes there and back")
  func all() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(Base64.bytes(Base64.text(bytes)) == bytes)
  }

  @Test(
    "what is no Base64 with padding has no bytes",
    arguments: ["Zg", "Zg=", "Z===", "====", "Zm9?", "Zm 9", "Zg==Zg=="])
  func wrong(text: String) {
    #expect(Base64.bytes(text) == nil)
  }
}
