import ServiceCore

/// The hashes of tokens that were sent lately. A phone sends the same token with each request, and
/// its SHA-256 costs more than everything else that is read of a head.
///
/// It decides nothing about who may do what: whether a hash is known is asked with each request.
/// Nor can it take one token for another, since all digits are compared. A place has one token, and
/// the next one with the same place drives it out.
struct TokenMemory {
  /// The digits as they are sent.
  private struct Digits: Equatable {
    var low: SIMD4<UInt64>
    var high: SIMD4<UInt64>

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      let raw = UnsafeRawBufferPointer(bytes)
      low = raw.loadUnaligned(as: SIMD4<UInt64>.self)
      high = raw.loadUnaligned(fromByteOffset: 32, as: SIMD4<UInt64>.self)
    }

    /// Tokens are random, but a digit has only four bits that are.
    var place: Int {
      Int(truncatingIfNeeded: (low[0] &* 0x9E37_79B9_7F4A_7C15) &>> (64 - TokenMemory.bits))
    }
  }

  private struct Known {
    var digits: Digits
    var hash: SecretHash
  }

  private static let bits: UInt64 = 13
  /// Made with the first token: most uses of the program serve no one.
  private var known: [Known?] = []
  /// How many hashes were computed.
  private(set) var computedCount = 0

  /// The hash of a token; nil if it is not 64 lower-case hexadecimal digits.
  mutating func hash(of digits: UnsafeBufferPointer<UInt8>) -> SecretHash? {
    guard digits.count == 64 else { return nil }
    let sent = Digits(digits)
    let place = sent.place
    if !known.isEmpty, let found = known[place], found.digits == sent { return found.hash }
    guard let hash = Secret(digits)?.hash else { return nil }
    if known.isEmpty { known = [Known?](repeating: nil, count: 1 << Int(Self.bits)) }
    known[place] = Known(digits: sent, hash: hash)
    computedCount += 1
    return hash
  }
}
