public import Chronology
public import DomainCore

/// A result of a step or of the passing of time, for recorders.
public struct SimulationEvent: BitwiseCopyable, Sendable {
  /// What happened.
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// A device has saved a command.
    case committed = 0
    /// A device has rejected a command.
    case refused = 1
    /// The server has decided an operation.
    case decided = 2
    /// A person has closed the app at the end of a session.
    case closed = 3
    /// A person has left for good.
    case left = 4
    /// A person has opened the app.
    case opened = 5
    /// The app crashed or was killed by the system.
    case crashed = 6
  }

  public var kind: Kind
  public var reason: UInt8 = 0
  public var time: Instant
  /// The time from saving to the server's decision.
  public var waited: Int64 = 0
  /// The person who has signed in there.
  public var person: Int
  /// The device on which it happened, negative if there is none.
  public var device: Int32 = -1
  /// The person's local day.
  public var day: LocalDay
  public var fact: Fact
}
