extension Digest128 {
  /// The digest of a run of bytes. Complexity: one `mix` for sixteen bytes.
  public static func of(bytes: UnsafeRawBufferPointer) -> Digest128 {
    // Starting from the count keeps the zeros that pad the last words apart from real ones.
    var digest = Digest128(first: UInt64(bytes.count), second: 0x6279_7465_7364_6967)
    var offset = 0
    while offset <= bytes.count - 16 {
      digest.fold(
        (
          bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
          bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        ))
      offset += 16
    }
    var rest: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &rest) { $0.copyMemory(from: .init(rebasing: bytes[offset...])) }
    digest.fold(rest)
    return digest
  }

  /// The digest of the text's UTF-8 bytes; texts that merely look alike have different ones.
  public static func of(text: String) -> Digest128 {
    var text = text
    return text.withUTF8 { of(bytes: UnsafeRawBufferPointer($0)) }
  }

  private mutating func fold(_ loaded: (UInt64, UInt64)) {
    fold(
      Digest128(
        first: UInt64(littleEndian: loaded.0), second: UInt64(littleEndian: loaded.1)))
  }
}
