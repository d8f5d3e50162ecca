import Base
import Chronology
import DomainCore
import SyncCore
import Testing

/// The setting of a journey: a clock, a server, and the devices of all users.
///
/// Every event is recorded in the journey's trace, and the trace is compared with the committed
/// one, so that a journey is a test that a person can read.
final class Stage {
  let title: String
  let zone: Zone
  var now: Instant
  /// The data of the server and all devices, each on a separate medium.
  let media: Media
  var names = NameTable()
  private(set) var lines: [String] = []
  private(set) var devices: [Device] = []
  private(set) var scopes: [String] = []
  private var founders: [[Member]] = []
  private var firstDays: [LocalDay] = []
  private var daySaid: LocalDay?

  /// A journey that begins at a wall time of its trace's zone.
  init(_ title: String, on day: LocalDay, at time: String, zone: String = "Europe/Berlin") {
    self.title = title
    self.zone = Zone(named: zone)!
    media = Media(Rehearsal.current)
    now = self.zone.instant(of: day, time)
  }

  // MARK: Time

  /// Advances the clock to a wall time, the next day's if that has passed today.
  func at(_ time: String) {
    let today = zone.localDay(at: now)
    let then = zone.instant(of: today, time)
    now = then >= now ? then : zone.instant(of: today.adding(days: 1), time)
  }

  func passes(_ milliseconds: Int64) { now = now + milliseconds }

  func on(_ day: LocalDay, at time: String) {
    let then = zone.instant(of: day, time)
    precondition(then >= now, "time only goes forward")
    now = then
  }

  // MARK: Participants

  /// A scope: an empty one to be created by a user, or one that has members already.
  func opens(_ name: String, members: [Member] = []) -> UInt32 {
    scopes.append(name)
    founders.append(members)
    firstDays.append(zone.localDay(at: now).adding(days: -60))
    return media.open(genesis(of: UInt32(scopes.count - 1)))
  }

  /// The current server.
  var server: Server { _read { yield media.server.core } }

  /// The genesis of the scope, from which every copy starts.
  func genesis(of scope: UInt32) -> ScopeGenesis {
    var genesis = unread(scope)
    for member in founders[Int(scope)] { genesis.members.append(member) }
    return genesis
  }

  /// A newcomer's data of the scope: nothing but its calendar.
  func unread(_ scope: UInt32) -> ScopeGenesis { ScopeGenesis(firstDay: firstDays[Int(scope)]) }

  func account(_ name: String, zone: String? = nil) -> Person {
    Person(
      name: name, account: media.openAccount(), zone: zone.map { Zone(named: $0)! } ?? self.zone)
  }

  /// A device that a user has signed in on.
  func device(_ name: String, of person: Person) -> Device {
    let device = Device(name: name, owner: person, stage: self)
    devices.append(device)
    return device
  }

  func text(_ text: String) -> TextHandle { names.handle(of: text) }

  // MARK: Network

  /// All online devices of the scope receive its news at once.
  func wakeOthers(of scope: UInt32, but sender: Device) {
    for device in devices where device !== sender && device.isOnline && device.has(scope) {
      device.exchange(scope)
    }
  }

  // MARK: The trace

  func record(_ who: String, _ what: String) {
    let day = zone.localDay(at: now)
    if day != daySaid {
      lines.append("")
      lines.append(day.description)
      daySaid = day
    }
    let padding = String(repeating: " ", count: max(1, 22 - who.count))
    lines.append("  \(zone.timeText(at: now))  \(who)\(padding)\(what)")
  }
}

/// A user with an account.
struct Person {
  var name: String
  var account: AccountHandle
  var zone: Zone
}

extension Zone {
  /// The instant of a wall time written as "07:30".
  func instant(of day: LocalDay, _ time: String) -> Instant {
    let parts = time.split(separator: ":").map { Int64($0)! }
    return self.instant(
      of: day, millisecondOfDay: Int32((parts[0] * 60 + parts[1]) * Span.minute))
  }

  func timeText(at instant: Instant) -> String {
    let minute = Int64(millisecondOfDay(at: instant)) / Span.minute
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }
}
