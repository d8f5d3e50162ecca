/// The counter-based generator Philox4x32-10.
///
/// A block is a keyed bijection of its counter (Salmon, Moraes, Dror and Shaw, "Parallel Random
/// Numbers: As Easy as 1, 2, 3", 2011), so a random number has an address instead of a position in
/// a stream, and an added draw changes no other.
public enum Philox4x32 {
  /// The four words of a block, or of a counter.
  public typealias Words = SIMD4<UInt32>

  /// The random block at `counter` under `key`. Complexity: ten rounds of two multiplications.
  @inlinable @inline(__always)
  public static func block(counter: Words, key: SIMD2<UInt32>) -> Words {
    var key = Words(key.x, 0, key.y, 0)
    var state = counter
    // Written out, because the optimizer leaves a loop rolled and loses half the speed.
    round(&state, &key)
    round(&state, &key)
    round(&state, &key)
    round(&state, &key)
    round(&state, &key)
    round(&state, &key)
    round(&state, &key)
    round(&state, &key)
    round(&state, &key)
    round(&state, &key)
    return state
  }

  /// Four blocks in little more than the time of two.
  ///
  /// Each round of a block waits for the one before it; four blocks side by side fill the wait.
  @inlinable
  public static func blocks(
    counters a: Words, _ b: Words, _ c: Words, _ d: Words, key: SIMD2<UInt32>
  ) -> (Words, Words, Words, Words) {
    var key = Words(key.x, 0, key.y, 0)
    var (a, b, c, d) = (a, b, c, d)
    for _ in 0..<10 {
      a = mixed(a, key)
      b = mixed(b, key)
      c = mixed(c, key)
      d = mixed(d, key)
      key = stepped(key)
    }
    return (a, b, c, d)
  }

  @inlinable @inline(__always)
  static func round(_ state: inout Words, _ key: inout Words) {
    state = mixed(state, key)
    key = stepped(key)
  }

  /// Multiplies the words x and z, and puts (high z ^ y ^ key, low z, high x ^ w ^ key, low x) in
  /// place of the four.
  ///
  /// Seen as the two 64-bit lanes xy and zw, that is one vector product, whose four halves in
  /// reverse order stand where the round wants them.
  @inlinable @inline(__always)
  static func mixed(_ state: Words, _ key: Words) -> Words {
    typealias Lanes = SIMD2<UInt64>
    let lanes = unsafeBitCast(state, to: Lanes.self)
    let product = (lanes & Lanes(repeating: 0xFFFF_FFFF)) &* Lanes(0xD251_1F53, 0xCD9E_8D57)
    let halves = unsafeBitCast(product, to: Words.self)
    let carried = (lanes &>> 32) ^ unsafeBitCast(key, to: Lanes.self)
    return Words(halves.w, halves.z, halves.y, halves.x) ^ unsafeBitCast(carried, to: Words.self)
  }

  /// The key of the next round: its words grow by the golden ratio and by √3 − 1.
  @inlinable @inline(__always)
  static func stepped(_ key: Words) -> Words {
    key &+ Words(0x9E37_79B9, 0, 0xBB67_AE85, 0)
  }
}
