/// What a call of SQLite asks of a drive.
public enum DiskCall: UInt8, CaseIterable, Sendable {
  case open, read, write, truncate, sync, size, delete, access, map
}

/// A fault of a drive at one call.
public enum DiskFault: Hashable, Sendable {
  /// The power is cut before the call does anything. What was not synced is left as draws decide.
  case powerCut
  /// The process that calls is killed before the call does anything. What it wrote is there.
  case killed
  /// The call fails and does nothing.
  case failure
  /// There is no room, where the call needs some; otherwise nothing happens.
  case full
  /// From here on a sync says that it has synced, and has not.
  case lies
  /// The next write lands in another sector of its file.
  case misdirected
}

/// A fault at one call of all drives that share it, and a count of the calls.
public final class DiskTrigger {
  public let fault: DiskFault?
  /// The number of the call that triggers it, counted from 1.
  public let call: Int
  public private(set) var calls = 0
  public private(set) var hasTriggered = false

  /// A trigger that only counts.
  public init() {
    fault = nil
    call = 0
  }

  public init(_ fault: DiskFault, atCall call: Int) {
    self.fault = fault
    self.call = call
  }

  func next() -> DiskFault? {
    calls += 1
    guard calls == call else { return nil }
    hasTriggered = true
    return fault
  }
}

/// How often a drive fails by itself: out of 65,536 calls that can fail in this way.
public struct DiskRates: Hashable, Sendable {
  /// An I/O error: the disk says that it has not.
  public var failures: UInt16 = 0
  /// A sync that says it has, and has not.
  public var lyingSyncs: UInt16 = 0
  /// A write that lands in another sector of the file.
  public var misdirectedWrites: UInt16 = 0
  /// A bit that is read wrongly.
  public var readFlips: UInt16 = 0
  /// A bit of a file that has changed since the last step.
  public var restFlips: UInt16 = 0

  public init() {}

  var isZero: Bool { self == DiskRates() }
}
