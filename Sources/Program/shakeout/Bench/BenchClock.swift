import Chronology
import SystemLibrary

/// The time of day, which only files about measurements name, and how long something takes.
enum BenchClock {
  private static var now: Instant { Instant(milliseconds: Int64(SystemLibrary.time(nil)) * 1_000) }

  /// Now, such as `2026-11-28T17:30:00Z`.
  static var time: String { "\(now)" }

  /// Today in UTC, such as `2026-11-28`.
  static var day: String { String(time.prefix(10)) }

  /// How long it takes.
  static func seconds<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) -> Double
  {
    let start = ContinuousClock.now
    try work()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
