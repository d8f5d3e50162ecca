public import Chronology
public import DomainCore

/// What a ground truth recorder keeps next to daily rows; it costs memory, so it is optional.
public struct GroundTruthOptions: BitwiseCopyable, Hashable, Sendable {
  /// Whether every session is kept.
  public var sessions = false
  /// One in so many people has all operations kept that the server decides; zero for none.
  public var eventsOneIn: UInt32 = 0

  public init() {}

  /// Whether a person's operations are kept.
  @inlinable public func keepsEvents(ofPerson number: UInt32) -> Bool {
    eventsOneIn != 0 && number % eventsOneIn == 0
  }
}

/// An app session, from opening the app to closing it.
public struct SessionRecord: BitwiseCopyable, Hashable, Sendable {
  /// The indices of the person and of the device in the world.
  public var person: Int
  public var device: Int
  public var opened: Instant
  public var closed: Instant
  /// The local day on which it was closed.
  public var day: LocalDay
}

/// An operation as the server received it.
public struct EventRecord: BitwiseCopyable, Hashable, Sendable {
  /// The author's index in the world.
  public var person: Int
  public var kind: FactKind
  /// The time of the tap as the author's device claims it, and the local day that it counts for.
  public var tapped: Instant
  public var day: LocalDay
  public var received: Instant
  /// The number of the rejection reason, zero unless it was rejected.
  public var reason: UInt8
}
