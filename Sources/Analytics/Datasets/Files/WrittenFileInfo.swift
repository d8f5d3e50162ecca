/// Size and hash of a written file, for the manifest.
public struct WrittenFileInfo: Sendable, Equatable {
  public let byteCount: Int
  /// The SHA-256 of the bytes in hexadecimal digits.
  public let sha256: String
}
