import CMicroHTTPD
import Chronology
import SystemLibrary

/// The time that the service takes for now. It never goes back, whatever the clock behind it does.
struct ServiceClock {
  private enum Kind {
    case real
    case manual
    case table(TimeTable)
  }

  private let kind: Kind
  private var latest = Instant(milliseconds: 0)

  init(_ choice: ClockChoice) throws(ServiceStartError) {
    switch choice {
    case .real: kind = .real
    case .manual: kind = .manual
    case .table(let path):
      guard let text = String(validating: try Self.bytes(of: path), as: UTF8.self) else {
        throw ServiceStartError("The table of times '\(path)' is not UTF-8.", kind: .file)
      }
      do throws(TimeTable.Malformed) {
        kind = .table(try TimeTable(text))
      } catch {
        throw ServiceStartError(
          "'\(path)' is no table of times: \(error.sentence)", kind: .file)
      }
    }
  }

  private static func bytes(of path: String) throws(ServiceStartError) -> [UInt8] {
    do throws(FileSource.ReadingError) {
      return try FileSource.bytes(of: path, .timeTable)
    } catch {
      throw ServiceStartError("\(path): \(error)", kind: .file)
    }
  }

  var isManual: Bool { if case .manual = kind { true } else { false } }

  mutating func now() -> Instant {
    switch kind {
    case .real: latest = max(latest, Self.real)
    case .manual: break
    case .table(let table): latest = max(latest, table.time(at: Self.real))
    }
    return latest
  }

  /// Sets a manual clock; returns false for a time before the current one.
  mutating func set(_ time: Instant) -> Bool {
    guard time >= latest else { return false }
    latest = time
    return true
  }

  private static var real: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Nanoseconds of a clock that also counts while the machine sleeps.
  static var bootNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Nanoseconds of a clock that runs evenly.
  static var monotonicNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
