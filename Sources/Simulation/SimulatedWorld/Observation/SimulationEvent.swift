public import Chronology
public import DomainCore

/// Something that came of a step or of the passing of time, for those who keep books.
public struct SimulationEvent: BitwiseCopyable, Sendable {
  /// What it was.
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// A device has said "saved".
    case committed = 0
    /// A device has refused what its owner said.
    case refused = 1
    /// The server has decided an operation.
    case decided = 2
    /// A person has put a device down at the end of a session.
    case closed = 3
    /// A person has left for good.
    case left = 4
    /// A person has taken a device up.
    case opened = 5
    /// The app was ended, and not by whom it belongs to.
    case crashed = 6
  }

  public var kind: Kind
  public var reason: UInt8 = 0
  public var time: Instant
  /// How long it took from "saved" to the server's decision.
  public var waited: Int64 = 0
  /// The person who has signed in there.
  public var person: Int
  /// The device in their hand, where that is what it is about.
  public var device: Int32 = -1
  /// The person's local day.
  public var day: LocalDay
  public var fact: Fact
}
