import SyncCore

/// How long a phone waits before it asks a server again.
enum RetryDelay {
  /// A server cannot ask for a longer wait.
  private static let retryAfterSecondsMax = 3_600

  /// In nanoseconds: at least as long as the server asked for, and always with the random part of
  /// the wait, because a server that refuses many at once gives all of them the same number.
  static func nanoseconds(
    _ wait: RetryWait, retryAfterSeconds: Int?, randomBits: UInt64
  ) -> Int64 {
    let randomPart = wait.milliseconds(randomBits: randomBits) - wait.fixed
    let asked = Int64(min(max(retryAfterSeconds ?? 0, 0), retryAfterSecondsMax)) * 1_000
    return (max(asked, wait.fixed) + randomPart) * 1_000_000
  }
}
