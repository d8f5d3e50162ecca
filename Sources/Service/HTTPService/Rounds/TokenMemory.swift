import ServiceCore

/// The hashes of tokens that were sent lately. A phone sends the same token with each request, and
/// its SHA-256 costs more than everything else that is read of a head.
///
/// It decides nothing about who may do what: whether a hash is known is asked with each request.
/// Nor can it take one token for another, since all digits are compared. It grows with the tokens
/// that come, up to a bound: then a token drives out another, which is hashed again.
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

    /// Those of no token.
    init() { (low, high) = (.zero, .zero) }

    /// No digit is a zero byte.
    var isEmpty: Bool { low[0] == 0 }

    /// Tokens are random, but a digit has only four bits that are.
    func place(of count: Int) -> Int {
      let mixed = (low[0] ^ low[1] &<< 4) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: mixed &>> 32) & (count - 1)
    }
  }

  private struct Known {
    var digits: Digits
    var hash: SecretHash
  }

  /// A token is in one of so many places from its own on.
  private static let reach = 4
  private static let countFirst = 1 << 10
  /// 131,072 places of 96 bytes: most phones of a large server are found, and strangers who send
  /// tokens that no one has fill no more memory.
  static let countMax = 1 << 17
  private static let nothing = Known(digits: Digits(), hash: Secret(random: .zeros).hash)
  /// A power of two of them, made with the first token: most uses of the program serve no one.
  private var known: [Known] = []
  private var knownCount = 0
  /// How many hashes were computed.
  private(set) var computedCount = 0

  /// The hash of a token; nil if it is not 64 lower-case hexadecimal digits.
  mutating func hash(of digits: UnsafeBufferPointer<UInt8>) -> SecretHash? {
    guard digits.count == 64 else { return nil }
    let sent = Digits(digits)
    if let found = find(sent) { return found }
    guard let hash = Secret(digits)?.hash else { return nil }
    computedCount += 1
    if 2 * knownCount >= known.count && known.count < Self.countMax { grow() }
    keep(Known(digits: sent, hash: hash))
    return hash
  }

  private func find(_ sent: Digits) -> SecretHash? {
    guard !known.isEmpty else { return nil }
    return known.withUnsafeBufferPointer { known in
      let first = sent.place(of: known.count)
      for step in 0..<Self.reach {
        let place = (first + step) & (known.count - 1)
        if known[place].digits == sent { return known[place].hash }
        if known[place].digits.isEmpty { return nil }
      }
      return nil
    }
  }

  /// Takes the first place that is free, or else drives out the token at its own.
  private mutating func keep(_ new: Known) {
    let first = new.digits.place(of: known.count)
    for step in 0..<Self.reach {
      let place = (first + step) & (known.count - 1)
      guard known[place].digits.isEmpty else { continue }
      known[place] = new
      knownCount += 1
      return
    }
    known[first] = new
  }

  private mutating func grow() {
    let before = known
    let count = max(Self.countFirst, 2 * before.count)
    known = [Known](repeating: Self.nothing, count: count)
    knownCount = 0
    for token in before where !token.digits.isEmpty { keep(token) }
  }
}

extension [UInt8] {
  fileprivate static var zeros: [UInt8] { [UInt8](repeating: 0, count: 32) }
}
