public import Chronology
public import Environment
public import DomainCore

/// The only way to change a world: who does what, when. Plain data, so that a plan is a file.
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

/// The replica that something is said on: a device's copy of its family or of its owner's group.
public struct ReplicaAddress: BitwiseCopyable, Hashable, Sendable {
  /// The device, by its place in the inventory.
  public var device: Int
  public var isGroup: Bool

  @inlinable public init(_ device: Int, isGroup: Bool = false) {
    self.device = device
    self.isGroup = isGroup
  }
}

/// What happens in a step. Devices, people and households are named by their places in the
/// world's inventory.
public enum StepAction: Sendable {
  /// Somebody opens the app: the device reads what is on it and asks for news.
  case open(device: Int)
  /// Somebody puts the device down: what is unsent goes on its way.
  case close(device: Int)
  /// A sleeping device wakes by itself, reads what is on it and asks for news.
  case refresh(device: Int)
  /// The app asks for an exchange.
  case exchange(ReplicaAddress)
  /// Somebody says something; what the device refuses has not happened.
  case submit(Command, ReplicaAddress)
  /// Several things at once, as one transaction (HAB-9).
  case submitTogether([Command], ReplicaAddress)
  /// Somebody leaves the app for good; their devices stay as they are.
  case leave(person: Int)
  /// Somebody deletes their account, on a page of the service (FAM-7); their devices hear of it
  /// when they next ask.
  case deleteAccount(person: Int)
  /// Somebody joins on their phone: a group, of which it gets a replica, or founds it; or their
  /// family, where they were not of it from the beginning.
  case join(Command, person: Int)

  // Faults.
  /// A device has no network for a while.
  case offline(device: Int, OfflineWindow)
  /// A device is in a trouble for a while, in the place of the time for which it was before.
  case deviceFault(device: Int, DeviceFault, OfflineWindow)
  /// A device's clock is set, or begins to run at another pace.
  case setClock(device: Int, ClockDeviation)
  /// A device shows the time of another zone: its owner travels, or has set it wrong.
  case setZone(device: Int, Zone)
  /// The clock of the server.
  case setServerClock(ClockDeviation)
  /// The server begins anew from a copy of its journal that is so many milliseconds behind.
  case failOver(behind: Int64)
  /// The server cannot be reached: no request is heard.
  case outage(until: Instant)
  /// The app is taken from a device and installed again, without anything that was on it.
  case reinstall(device: Int)
  /// The app on a device is ended, by a mistake of its own or by the phone: what was in memory is
  /// gone, what was saved stays, and nobody hears what was on its way to it.
  case crash(device: Int)
  /// A second process of the app, such as a widget, takes up what the first has saved, and
  /// exchanges on its own. What is on its way to the first is still taken.
  case wakeWidget(device: Int)
  /// A device gets a version of the app: a later one at any time, an earlier one only before
  /// anything was done there.
  case update(device: Int, AppVersion)
  /// What the app has on a device is backed up, in the place of the backup before.
  case backUp(device: Int)
  /// The app is installed with the backup of a device of the same person: on that device itself, or
  /// on another one, beside which it goes on as a clone.
  case restore(device: Int, from: Int)
  /// Somebody of the family signs in on a device, where somebody else may have been.
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
  /// The catalogue or the analysis does not answer somebody, who says by hand what they eat.
  /// Nothing comes of it in the world, but whoever reads a plan knows why.
  case catalogFails(device: Int)

  /// What rests on something that no earlier step made: it cannot happen.
  case impossible
}

/// What came of a step.
public enum StepOutcome: Sendable {
  /// It happened; what was said begins with this operation.
  case done(CreatedOperations?)
  /// The device refused what somebody said.
  case refused(Refusal)
  /// It has become impossible, since what it rests on is not there: a step taken from the plan,
  /// say. Nothing happened.
  case impossible
}

/// A step that was performed, and the first of the operations that it made.
public struct PerformedStep: Sendable {
  public var step: Step
  public var made: CreatedOperations?
  /// Why the device would not, if it did not.
  public var refusal: Refusal?
  /// Who is who where it was said, as the device had it.
  public var membershipSnapshot: MembershipSnapshot
}

/// What a device calls the members of a scope: how many it began with, and with which operations
/// the others joined, in the order of their places.
///
/// Places are given by a server, and a server that begins anew may give them differently; so a plan
/// calls members by how they joined, as the device at hand knows them.
public struct MembershipSnapshot: Sendable {
  public var founders: Int
  public var joined: [Entity] = []

  public init(founders: Int = 0) { self.founders = founders }
}

/// The operations of a step: the first one's identity; the others follow it.
public struct CreatedOperations: BitwiseCopyable, Hashable, Sendable {
  public var fact: Fact
  public var count: Int
}
