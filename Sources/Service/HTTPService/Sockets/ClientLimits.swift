/// How much each client has sent lately: a bucket for each, which requests take from and which time
/// fills again.
struct ClientLimits {
  /// Who is counted: an install with its account, or all without a token at one address.
  struct Client: Hashable {
    var high: UInt64
    var low: UInt64
  }

  private struct Bucket {
    var content: Double
    var filled: Int64
  }

  private let rate: Double
  private let burst: Double
  private var buckets: [Client: Bucket] = [:]
  /// Buckets that have filled again are dropped when there are so many.
  private static let bucketsMax = 100_000

  init(rate: Double, burst: Double) {
    self.rate = rate
    self.burst = burst
  }

  var isUnlimited: Bool { rate == 0 }

  /// Takes a request; returns after how many seconds to come again if there is none left.
  mutating func take(_ client: Client, at nanoseconds: Int64) -> Int? {
    guard !isUnlimited else { return nil }
    if buckets.count >= Self.bucketsMax { dropFull(at: nanoseconds) }
    var bucket = buckets[client] ?? Bucket(content: burst, filled: nanoseconds)
    bucket.content = content(of: bucket, at: nanoseconds)
    bucket.filled = nanoseconds
    let hasOne = bucket.content >= 1
    if hasOne { bucket.content -= 1 }
    buckets[client] = bucket
    return hasOne ? nil : max(1, Int(((1 - bucket.content) / rate).rounded(.up)))
  }

  private func content(of bucket: Bucket, at nanoseconds: Int64) -> Double {
    min(burst, bucket.content + Double(nanoseconds - bucket.filled) / 1e9 * rate)
  }

  private mutating func dropFull(at nanoseconds: Int64) {
    buckets = buckets.filter { content(of: $0.value, at: nanoseconds) < burst }
    // An attack from very many addresses: it is not remembered who they were.
    if buckets.count >= Self.bucketsMax { buckets.removeAll() }
  }
}
