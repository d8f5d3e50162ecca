import Chronology
import DomainCore
public import Environment
import SyncCore

/// A device: its owner and its clock, regardless of the data on it.
public struct DeviceRecord: BitwiseCopyable, Sendable {
  /// The key of the device's random draws.
  public var who: UInt64
  public var owner: Int
  public var household: Int
  /// The app's current install; reinstalling the app gives it another one.
  var install: InstallNonce
  /// The version of the app.
  public internal(set) var version = AppVersion.current
  /// The person who is signed in.
  public internal(set) var user: Int
  /// The family replica of the person who is signed in.
  public internal(set) var family = -1
  public internal(set) var clock = SimulatedClock()
  /// The zone whose time it shows.
  var zone: ZoneCursor
  /// When it has no network; a window that has ended is overwritten by the next.
  private var windows = SIMD8<Int64>(repeating: 0)
  /// When the last of all windows ends; after that there is nothing to search.
  private var lastEnd = Int64.min
  /// For each device fault, when it last began and when it ends.
  private var faultTimes = SIMD4<Int64>(repeating: 0)
  /// The external calendar that the device keeps in sync with the schedule, negative for none.
  public internal(set) var calendar: Int32 = -1
  /// The importer that reads the health store on the device, negative for none.
  var importer: Int32 = -1

  init(who: UInt64, owner: Int, household: Int, zone: ZoneCursor) {
    self.who = who
    self.owner = owner
    self.household = household
    install = InstallNonce(raw: who)
    user = owner
    self.zone = zone
  }

  private static var windowsMax: Int { 4 }

  /// Whether the device has no more windows without network.
  @inline(__always) func staysOnline(_ now: Instant) -> Bool { now.milliseconds >= lastEnd }

  /// When the device has network again, if it has none now; where windows overlap, the last end.
  ///
  /// Inlined, because a record whose method is called is copied for it otherwise.
  @inline(__always)
  func offlineUntil(_ now: Instant) -> Instant? {
    var until = Int64.min
    for place in 0..<Self.windowsMax
    where windows[place] <= now.milliseconds && now.milliseconds < windows[place + 4] {
      until = max(until, windows[place + 4])
    }
    return until == .min ? nil : Instant(milliseconds: until)
  }

  /// Whether the device has a fault at `now`.
  @inline(__always) func isIn(_ deviceFault: DeviceFault, _ now: Instant) -> Bool {
    let place = Int(deviceFault.rawValue)
    return faultTimes[place] <= now.milliseconds && now.milliseconds < faultTimes[place + 2]
  }

  mutating func meet(_ deviceFault: DeviceFault, _ window: OfflineWindow) {
    let place = Int(deviceFault.rawValue)
    faultTimes[place] = window.from.milliseconds
    faultTimes[place + 2] = window.until.milliseconds
  }

  mutating func cutOff(_ window: OfflineWindow) {
    var soonest = 0
    for place in 1..<Self.windowsMax where windows[place + 4] < windows[soonest + 4] {
      soonest = place
    }
    windows[soonest] = window.from.milliseconds
    windows[soonest + 4] = window.until.milliseconds
    lastEnd = max(lastEnd, window.until.milliseconds)
  }
}
