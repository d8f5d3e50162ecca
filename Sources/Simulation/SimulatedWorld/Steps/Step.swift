public import Chronology
public import Environment
public import DomainCore

/// The only way to change a world: an action at a time. Plain data, so that a plan is a file.
public struct Step: Sendable {
  public var id: StepID
  public var time: Instant
  public var action: StepAction

  @inlinable public init(_ id: StepID, at time: Instant, _ action: StepAction) {
    self.id = id
    self.time = time
    self.action = action
  }
}

/// The replica on which a step submits commands: a device's replica of its family or of its owner's
/// group.
public struct ReplicaAddress: BitwiseCopyable, Hashable, Sendable {
  /// The device, by its index in the world's setup.
  public var device: Int
  public var isGroup: Bool

  @inlinable public init(_ device: Int, isGroup: Bool = false) {
    self.device = device
    self.isGroup = isGroup
  }
}

/// What happens in a step. Devices, people and households are named by their indices in the world's
/// setup.
public enum StepAction: Sendable {
  /// A person opens the app: the device reads its data and asks the server for news.
  case open(device: Int)
  /// A person closes the app: pending operations are sent.
  case close(device: Int)
  /// A closed app refreshes in the background: the device reads its data and asks for news.
  case refresh(device: Int)
  /// The app asks for an exchange.
  case exchange(ReplicaAddress)
  /// A person submits a command; one that the device rejects has no effect.
  case submit(Command, ReplicaAddress)
  /// A person submits several commands in one transaction (HAB-9).
  case submitTogether([Command], ReplicaAddress)
  /// A person leaves the app for good; their devices stay as they are.
  case leave(person: Int)
  /// A person deletes their account on a page of the service (FAM-7); their devices learn of it in
  /// their next exchange.
  case deleteAccount(person: Int)
  /// A person joins on their phone: a group, of which the phone gets a replica, or which it
  /// creates; or their family, if they were not a member from the beginning.
  case join(Command, person: Int)

  // Faults.
  /// A device has no network for a while.
  case offline(device: Int, OfflineWindow)
  /// A device has a fault for a while; this replaces the time of the same fault before.
  case deviceFault(device: Int, DeviceFault, OfflineWindow)
  /// A device's clock is set, or begins to drift.
  case setClock(device: Int, ClockDeviation)
  /// A device shows the time of another zone: its owner travels, or has set it wrong.
  case setZone(device: Int, Zone)
  /// The server's clock is set, or begins to drift.
  case setServerClock(ClockDeviation)
  /// The server fails over to a replica of its journal that lags by so many milliseconds.
  case failOver(behind: Int64)
  /// The server is unreachable: it receives no request.
  case outage(until: Instant)
  /// The app is deleted and reinstalled, without its data.
  case reinstall(device: Int)
  /// The app crashes or is killed by the system: it loses its memory, keeps what was saved, and
  /// discards messages in flight to it.
  case crash(device: Int)
  /// A second process of the app, such as a widget, opens the saved state of the first and
  /// exchanges on its own. The app still applies responses in flight to the first.
  case wakeWidget(device: Int)
  /// A device gets a version of the app: a later one at any time, an earlier one only while the app
  /// has no data.
  case update(device: Int, AppVersion)
  /// Something happens to a device's disk, or to the server's.
  case diskFault(device: Int, DiskFaultStep)
  case serverDiskFault(DiskFaultStep)
  /// The app's data on a device is backed up; this replaces the previous backup.
  case backUp(device: Int)
  /// The app is installed with the backup of a device of the same person: on that device, or on
  /// another one, which becomes a clone.
  case restore(device: Int, from: Int)
  /// A person of the family signs in on a device, where another person may be signed in.
  case signIn(person: Int, device: Int)

  // What lies outside of the product.
  /// A family's external calendar is linked with its schedule, on a device.
  case linkCalendar(device: Int)
  case askCalendar(household: Int)
  case editCalendar(household: Int, CalendarEdit)
  case expireCalendarTokens(household: Int)
  case openHealthStore(person: Int)
  /// A watch has recorded a workout.
  case recordWorkout(person: Int, WearableWorkout)
  case healthStoreFault(person: Int, HealthStoreFault?)
  /// The food catalog or the photo analysis fails, and the person enters the meal by hand. The step
  /// has no effect in the world, but it explains the meal to the reader of a plan.
  case catalogFails(device: Int)

  /// A step whose precondition no earlier step created: it cannot happen.
  case impossible
}

/// The result of a step.
public enum StepOutcome: Sendable {
  /// It happened; its operations begin with this one.
  case done(CreatedOperations?)
  /// The device rejected the command.
  case refused(Refusal)
  /// A precondition is missing, for example because its step was removed from the plan. Nothing
  /// happened.
  case impossible
}

/// A step that was performed, and the first operation that it created.
public struct PerformedStep: Sendable {
  public var step: Step
  public var made: CreatedOperations?
  /// Why the device rejected it, if it did.
  public var refusal: Refusal?
  /// Which member is which on that replica, as the device had it.
  public var membershipSnapshot: MembershipSnapshot
}

/// The members of a scope as a device knows them: how many it began with, and the operations by
/// which the others joined, in the order of their places.
///
/// A server assigns the places, and may assign them differently after a failover; so a plan names
/// members by how they joined, as the device knows them.
public struct MembershipSnapshot: Sendable {
  public var founders: Int
  public var joined: [Entity] = []

  public init(founders: Int = 0) { self.founders = founders }
}

/// The operations that a step created: the first one's identity; the others follow it.
public struct CreatedOperations: BitwiseCopyable, Hashable, Sendable {
  public var fact: Fact
  public var count: Int

  public init(fact: Fact, count: Int) {
    self.fact = fact
    self.count = count
  }
}
