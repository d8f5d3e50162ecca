/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces.
///
/// The digest that goes into manifests, which others can check with any tool.
public struct SHA256: Sendable {
  private var state = start
  /// The bytes that do not fill a block yet; fewer than 64.
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  public init() {}

  /// Hashes the next bytes. Complexity: O(`bytes.count`), in whole blocks without copying.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let head = rest.prefix(64 - pending.count)
      pending.append(contentsOf: head)
      rest = rest.dropFirst(head.count)
      guard pending.count == 64 else { return }
      pending.withUnsafeBytes { state = Self.compressed(state, blocks: $0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.prefix(rest.count & ~63)
    state = Self.compressed(state, blocks: UnsafeRawBufferPointer(rebasing: whole))
    pending.append(contentsOf: rest.dropFirst(whole.count))
  }

  /// The 32 bytes of the digest of everything so far; more may follow.
  public func finish() -> [UInt8] {
    var padded = pending + [0x80]
    padded.append(contentsOf: repeatElement(0, count: (120 - padded.count) % 64))
    withUnsafeBytes(of: (count << 3).bigEndian) { padded.append(contentsOf: $0) }
    let final = padded.withUnsafeBytes { Self.compressed(state, blocks: $0) }
    return (0..<32).map { UInt8(truncatingIfNeeded: final[$0 >> 2] >> (24 - 8 * ($0 & 3))) }
  }

  /// The digest of `bytes` as 64 lower-case hexadecimal digits.
  public static func hexadecimal(of bytes: UnsafeRawBufferPointer) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return Hexadecimal.text(digest.finish())
  }
}
