import SystemLibrary

/// The system's clock that never goes back, in nanoseconds.
enum MonotonicClock {
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static func nanoseconds(_ seconds: Double) -> Int64 { Int64(seconds * 1e9) }
}
