public import Chronology
public import DomainCore

/// What a truth book keeps beside the rows of days, which costs memory and so is asked for.
public struct GroundTruthOptions: BitwiseCopyable, Hashable, Sendable {
  /// Whether every session is kept.
  public var sessions = false
  /// Of how many people one has every operation kept that the server decides; zero for nobody.
  public var eventsOneIn: UInt32 = 0

  public init() {}

  /// Whether the operations of somebody are kept.
  @inlinable public func keepsEvents(ofPerson number: UInt32) -> Bool {
    eventsOneIn != 0 && number % eventsOneIn == 0
  }
}

/// Somebody with a device in their hand, from opening the app to putting it down.
public struct SessionRecord: BitwiseCopyable, Hashable, Sendable {
  /// The person's place in the world, and the device's.
  public var person: Int
  public var device: Int
  public var opened: Instant
  public var closed: Instant
  /// The local day on which it was closed.
  public var day: LocalDay
}

/// An operation as the server learned of it.
public struct EventRecord: BitwiseCopyable, Hashable, Sendable {
  /// The author's place in the world.
  public var person: Int
  public var kind: FactKind
  /// When the author's device says that it was tapped, and the local day it counts for.
  public var tapped: Instant
  public var day: LocalDay
  public var received: Instant
  /// The number of the refusal, zero unless it was refused.
  public var reason: UInt8
}
