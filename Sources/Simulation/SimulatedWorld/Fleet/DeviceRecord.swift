import Chronology
import DomainCore
public import Environment
import SyncCore

/// A device: whose it is and what its clock shows, whatever lies on it.
public struct DeviceRecord: BitwiseCopyable, Sendable {
  /// Who draws for it.
  public var who: UInt64
  public var owner: Int
  public var household: Int
  /// The app on it, until it is installed anew.
  var install: InstallNonce
  /// The version of the app.
  public internal(set) var version = AppVersion.current
  /// Who has signed in there.
  public internal(set) var user: Int
  /// The family's replica of whoever has signed in.
  public internal(set) var family = -1
  public internal(set) var clock = SimulatedClock()
  /// The zone whose time it shows.
  var zone: ZoneCursor
  /// When it has no network; a window that has ended makes room for the next.
  private var windows = SIMD8<Int64>(repeating: 0)
  /// When the last of all windows ends: later than that nobody need search them.
  private var lastEnd = Int64.min
  /// Since when and until when it was last in each trouble.
  private var troubles = SIMD4<Int64>(repeating: 0)
  /// The external calendar that the device keeps alike with the schedule, negative for none.
  public internal(set) var calendar: Int32 = -1
  /// What reads the health store on the device, negative for nothing.
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

  /// Whether no window is left in which the device has no network.
  @inline(__always) func isOnlineForGood(_ now: Instant) -> Bool { now.milliseconds >= lastEnd }

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

  /// Whether the device is in a trouble.
  @inline(__always) func isIn(_ deviceFault: DeviceFault, _ now: Instant) -> Bool {
    let place = Int(deviceFault.rawValue)
    return troubles[place] <= now.milliseconds && now.milliseconds < troubles[place + 2]
  }

  mutating func meet(_ deviceFault: DeviceFault, _ window: OfflineWindow) {
    let place = Int(deviceFault.rawValue)
    troubles[place] = window.from.milliseconds
    troubles[place + 2] = window.until.milliseconds
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
