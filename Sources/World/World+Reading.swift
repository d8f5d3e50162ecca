import Base
public import Chronology
public import DomainCore
import Faults
public import SyncCore

// What a device shows its owner. Whoever decides what to do next reads this and nothing else.
extension World {
  /// The confirmed copy that a place has of its family or group.
  public subscript(copyAt place: Place) -> ScopeState {
    unsafeAddress {
      guard let replica = replica(at: place) else {
        preconditionFailure("whoever reads a copy knows that the device has one")
      }
      return replicas[replica].store.stateAddress
    }
  }

  /// The number of the replica at a place, or nil when the device has none.
  @inline(__always)
  func replica(at place: Place) -> Int? {
    guard place.isGroup else { return devices[place.device].family }
    let user = devices[place.device].user
    return people[user].hasGroup ? people[user].groupReplica : nil
  }

  /// The scope that something said at a place belongs to.
  public func scope(at place: Place) -> UInt32 {
    let user = devices[place.device].user
    let replica = place.isGroup ? people[user].groupReplica : devices[place.device].family
    return replicas[replica].scope
  }

  public func hasReplica(at place: Place) -> Bool { replica(at: place) != nil }

  /// What whoever has signed in on a device is in the scope of a place; a newcomer until somebody
  /// lets them in.
  public func member(at place: Place) -> MemberHandle {
    replica(at: place).map { links[$0].member } ?? .newcomer
  }

  /// Why a device has dropped everything it had, or nil.
  public func revocation(at place: Place) -> Refusal? {
    replica(at: place).flatMap { replicas[$0].store.revocation }
  }

  /// What the server would not take of what was said at a place, oldest first.
  public func rejections(at place: Place) -> [Rejection] {
    replica(at: place).map { replicas[$0].rejections } ?? []
  }

  /// How much of what was said at a place still waits for the server.
  public func pendingCount(at place: Place) -> Int {
    replica(at: place).map { replicas[$0].store.pendingCount } ?? 0
  }

  public func isOnline(_ device: Int) -> Bool { offlineUntil(device) == nil }

  /// Whether the device would take a command, asked before it becomes part of a transaction.
  public mutating func accepts(_ command: Command, at place: Place) -> Bool {
    guard let replica = replica(at: place) else { return false }
    let device = place.device
    let shownDay = shownDay(on: device)
    return replicas[replica].refusal(
      of: command, author: links[replica].member, day: shownDay,
      zone: devices[device].zone.zone, now: deviceTime(device)) == nil
  }

  // MARK: Clocks

  /// What a device's clock shows.
  public func deviceTime(_ device: Int) -> Instant { devices[device].clock.shows(now) }

  /// What the server's clock shows.
  var serverTime: Instant { serverClock.shows(now) }

  /// The local day that a device shows.
  public mutating func shownDay(on device: Int) -> LocalDay {
    let time = deviceTime(device)
    return devices[device].zone.localDay(at: time)
  }

  /// The local day that people live, whatever their devices show.
  public mutating func day(of household: Int) -> LocalDay {
    let now = self.now
    return households[household].zone.localDay(at: now)
  }

  /// The minute of that day.
  public mutating func minuteOfDay(of household: Int) -> Int {
    let now = self.now
    return Int(households[household].zone.millisecondOfDay(at: now) / 60_000)
  }

  // MARK: Network

  /// When a device has network again, if it has none now.
  func offlineUntil(_ device: Int) -> Instant? { devices[device].offlineUntil(now) }

  /// Whether a device still does something by itself, in its owner's name: until the owner has left
  /// the app, somebody else has signed in, or the run is over for them.
  mutating func actsByItself(_ device: Int) -> Bool {
    let owner = devices[device].owner
    guard devices[device].user == owner, !people[owner].hasLeft else { return false }
    return isHealing || runDay(day(of: devices[device].household)) < settings.days
  }
}
