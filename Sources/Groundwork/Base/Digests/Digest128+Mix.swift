extension Digest128 {
  /// Four words stirred into a digest: every input bit moves every output bit half of the time.
  ///
  /// Two layers of full 64 × 64 → 128 multiplications, between constants from the digits of π.
  /// Each factor is kept beside its product, so that a factor of zero does not erase the other.
  @inlinable
  public static func mix(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> Digest128 {
    let (a, b) = (a ^ 0x243F_6A88_85A3_08D3, b ^ 0x1319_8A2E_0370_7344)
    let (c, d) = (c ^ 0xA409_3822_299F_31D0, d ^ 0x082E_FA98_EC4E_6C89)
    let left = a.multipliedFullWidth(by: b)
    let right = c.multipliedFullWidth(by: d)
    let (e, f) = (a ^ left.low, b ^ left.high)
    let (g, h) = (c ^ right.low, d ^ right.high)
    let one = (e &+ h).multipliedFullWidth(by: f ^ g)
    let two = (f &+ (h ^ 0x4528_21E6_38D0_1377))
      .multipliedFullWidth(by: e ^ (g &<< 32 | g &>> 32))
    return Digest128(first: one.low ^ two.high, second: one.high ^ two.low)
  }
}
