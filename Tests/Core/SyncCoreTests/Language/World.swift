import Base
import Chronology
import DomainCore
import TestKit

@testable import SyncCore

/// A family, its server and its devices, small enough to understand at once.
///
/// Nothing happens by itself: messages travel when a test delivers them, any number of times and in
/// any order.
final class World {
  static let mother = MemberHandle(0)
  static let father = MemberHandle(1)
  static let child = MemberHandle(2)
  static let grandmother = MemberHandle(3)

  static let firstDay = LocalDay(year: 2026, month: 3, day: 2)
  static let clockSkewBound = 5 * Span.minute

  let policy: ConflictPolicy
  var server: Server
  var link = PerfectLink()
  /// Whether messages are passed as bytes and not as values.
  var travelsAsBytes = false
  var now = World.firstDay.at(hour: 8)
  var names = NameTable()
  let family: UInt32
  private(set) var devices: [Device] = []

  init(policy: ConflictPolicy = .fieldwise) {
    self.policy = policy
    server = Server(
      settings: ServerSettings(
        clockSkewBoundMilliseconds: World.clockSkewBound, policy: policy))
    family = server.open(Scope(state: World.founded()))
  }

  /// The initial state of the family, from which every copy starts.
  static func founded() -> ScopeState {
    ScopeState(
      founders: [.parent, .parent, .child, .observer], firstDay: firstDay, dayCapacity: 64)
  }

  var today: LocalDay { now.utcDay }

  /// A new install that a member has signed in on.
  func device(of member: MemberHandle, in scope: UInt32? = nil) -> Device {
    let scope = scope ?? family
    let site = server.register(scope: scope, member: member)
    let device = Device(site: site, scope: scope, member: member, world: self)
    devices.append(device)
    return device
  }

  func passes(_ milliseconds: Int64) { now += milliseconds }

  // MARK: The server's data

  var feed: [FeedRow] { server.rows(of: family) }

  /// Which operations are in the family's log, as site and sequence.
  var log: [[UInt32]] { feed.map { [$0.operation.site, $0.operation.sequence] } }

  func verdict(on operation: Operation) -> Verdict? {
    feed.first { $0.operation.fact.identity == operation.fact.identity }?.verdict
  }

  func isSame(_ device: Device) -> Bool {
    device.replica.store.state.isIdentical(to: server.scopes[Int(device.scope)].state)
  }

  /// A habit as the server has it.
  func habit(_ habit: Entity) -> Habit? {
    let scope = Int(family)
    guard let slot = server.scopes[scope].state.slot(of: habit) else { return nil }
    return server.scopes[scope].state.habitAt(slot)
  }

  /// The last operation of a device that has its verdict.
  func sequenceDecided(_ device: Device) -> UInt32 {
    server.sites[Int(device.site)].sequenceDecided
  }

  // MARK: Messages

  /// The server processes a request and responds.
  @discardableResult func serve(_ request: Asked) -> ChangedResponse {
    server.responded(request, now: now, asBytes: travelsAsBytes)
  }

  /// One round trip without faults.
  @discardableResult
  func exchange(_ device: Device, pushMax: Int = 100, pageMax: UInt32 = 100) -> ApplyResult {
    if travelsAsBytes {
      return device.applies(serve(device.asks(pushMax: pushMax, pageMax: pageMax)))
    }
    link.limits = ExchangeLimits(pushOperationsMax: pushMax, pageRowsMax: pageMax)
    return link.exchange(&device.replica, with: &server, now: now, deviceTime: device.time)
  }

  /// Exchanges until no device has anything to send or to receive, or never will.
  func settle() {
    for _ in 0..<2 {
      for device in devices {
        for _ in 0..<20 where device.hasUnsent || !device.isUpToDate { exchange(device) }
      }
    }
  }
}
