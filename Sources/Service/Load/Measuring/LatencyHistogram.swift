/// Counts of durations in microseconds, in buckets that grow with the duration.
///
/// A bucket is at most 1/128 as wide as the durations in it, so a percentile is at most 0.8 % above
/// the measured one, and never below it. It has 35 kB, however much is recorded, and two can be
/// merged without a further error.
public struct LatencyHistogram: Sendable, Hashable {
  private static let linearBits = 8
  private static let largestBits = 40
  /// How many buckets each doubling has.
  private static var half: Int { 1 << (linearBits - 1) }
  private static var bucketCount: Int {
    (1 << linearBits) + half * (largestBits - linearBits)
  }
  /// Longer durations, of 12 days and more, count as this one.
  public static var largest: Int64 { (1 << Int64(largestBits)) - 1 }

  private var counts: [UInt32]
  /// How many durations were recorded.
  public private(set) var count: Int64 = 0
  /// The longest duration, and the shortest; 0 without any.
  public private(set) var longest: Int64 = 0
  public private(set) var shortest: Int64 = 0
  private var sum: Int64 = 0

  public init() {
    counts = Array(repeating: 0, count: Self.bucketCount)
  }

  /// Records a duration; one below zero counts as zero.
  @inline(__always)
  public mutating func record(_ microseconds: Int64) {
    let duration = min(max(microseconds, 0), Self.largest)
    counts[Self.bucket(of: duration)] += 1
    if count == 0 || duration < shortest { shortest = duration }
    if duration > longest { longest = duration }
    count += 1
    sum += duration
  }

  /// Adds what another has recorded.
  public mutating func merge(_ other: LatencyHistogram) {
    guard other.count > 0 else { return }
    for index in counts.indices { counts[index] += other.counts[index] }
    shortest = count == 0 ? other.shortest : min(shortest, other.shortest)
    longest = max(longest, other.longest)
    count += other.count
    sum += other.sum
  }

  /// Forgets everything.
  public mutating func clear() {
    for index in counts.indices { counts[index] = 0 }
    (count, longest, shortest, sum) = (0, 0, 0, 0)
  }

  /// The mean duration, or nil without any.
  public var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }

  /// The duration that this share of all does not exceed, or nil without any.
  public func percentile(_ share: Double) -> Int64? {
    guard count > 0 else { return nil }
    let rank = min(max(Int64((share * Double(count)).rounded(.up)), 1), count)
    var seen: Int64 = 0
    for index in counts.indices {
      seen += Int64(counts[index])
      if seen >= rank { return min(Self.upperEnd(of: index), longest) }
    }
    return longest
  }

  /// How many durations are at most so long, up to the width of a bucket.
  public func count(upTo microseconds: Int64) -> Int64 {
    let last = Self.bucket(of: min(max(microseconds, 0), Self.largest))
    return counts[...last].reduce(0) { $0 + Int64($1) }
  }

  @inline(__always)
  private static func bucket(of duration: Int64) -> Int {
    if duration < 1 << Int64(linearBits) { return Int(duration) }
    let bits = Int64.bitWidth - duration.leadingZeroBitCount
    let shift = bits - linearBits
    return shift * half + Int(duration >> Int64(shift))
  }

  private static func upperEnd(of bucket: Int) -> Int64 {
    if bucket < 1 << linearBits { return Int64(bucket) }
    let shift = (bucket - (1 << linearBits)) / half + 1
    let place = Int64(bucket - shift * half)
    return ((place + 1) << Int64(shift)) - 1
  }
}
