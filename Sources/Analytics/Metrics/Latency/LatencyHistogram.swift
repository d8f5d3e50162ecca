/// A mergeable histogram of durations in milliseconds.
///
/// Every power of two has 64 equal buckets, so values below 128 are exact and all others have a
/// relative error below 1/64. Percentiles use the nearest rank and return the largest value of
/// their bucket: never below the true one, and less than 1/64 above it.
public struct LatencyHistogram: Hashable, Sendable, Codable {
  @inlinable static var linearBits: Int { 6 }

  @usableFromInline var buckets: [Int64]
  public var count: Int64 = 0
  /// The largest duration recorded, exactly; 0 when there is none.
  public var millisecondsMax: Int64 = 0

  public init() {
    buckets = [Int64](repeating: 0, count: Self.bucket(of: .max) + 1)
  }

  /// Counts one duration. Complexity: constant.
  @inlinable
  public mutating func record(milliseconds: Int64) {
    precondition(milliseconds >= 0, "a duration cannot be negative")
    buckets[Self.bucket(of: milliseconds)] += 1
    count += 1
    millisecondsMax = max(millisecondsMax, milliseconds)
  }

  /// Adds what another histogram counted; the order of merging changes nothing.
  public mutating func merge(_ other: LatencyHistogram) {
    for index in buckets.indices { buckets[index] += other.buckets[index] }
    count += other.count
    millisecondsMax = max(millisecondsMax, other.millisecondsMax)
  }

  /// The percentile of the durations, by nearest rank.
  ///
  /// Complexity: O(buckets). `percent` has a resolution of a thousandth.
  public func percentile(_ percent: Double) -> Int64? {
    precondition(percent >= 0 && percent <= 100, "a percentile lies between 0 and 100")
    guard count > 0 else { return nil }
    // Integer arithmetic, so that 99.9 % of a thousand is exactly the 999th.
    let product = Int64(percent * 1_000 + 0.5).multipliedFullWidth(by: count)
    let rank = Int64(100_000).dividingFullWidth(product)
    let rankAtLeast = max(1, rank.quotient + (rank.remainder > 0 ? 1 : 0))
    var seen: Int64 = 0
    for (index, bucket) in buckets.enumerated() {
      seen += bucket
      if seen >= rankAtLeast { return min(Self.largest(in: index), millisecondsMax) }
    }
    preconditionFailure("the buckets hold fewer durations than were counted")
  }

  /// The bucket a duration falls in: linear within a power of two, contiguous across them.
  @inlinable
  static func bucket(of milliseconds: Int64) -> Int {
    let width = Int64.bitWidth - milliseconds.leadingZeroBitCount
    let shift = max(0, width - 1 - linearBits)
    return shift << linearBits + Int(milliseconds >> Int64(shift))
  }

  /// The largest duration that falls in a bucket.
  static func largest(in bucket: Int) -> Int64 {
    let linear = 1 << linearBits
    let shift = max(0, bucket >> linearBits - 1)
    let leading = bucket - shift * linear
    return (Int64(leading) << Int64(shift)) | ((1 << Int64(shift)) - 1)
  }
}
