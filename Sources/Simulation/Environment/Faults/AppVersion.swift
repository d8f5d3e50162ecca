/// Which version of the app a device has: the previous, the current or the next one.
public enum AppVersion: UInt8, BitwiseCopyable, CaseIterable, Comparable, Sendable {
  case before = 1
  case current = 2
  case next = 3

  @inlinable public static func < (one: Self, other: Self) -> Bool {
    one.rawValue < other.rawValue
  }
}
