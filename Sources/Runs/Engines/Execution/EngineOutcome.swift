public import Base

/// The result of a test of an engine.
public struct EngineOutcome: Sendable {
  /// The first violation.
  public var violation: EngineViolation? { violations.first }
  public var violations: [EngineViolation] = []
  /// Why the test could not be finished, where it is not the engine's fault but the adapter's.
  public var failure: EngineFailure?
  /// How often each property was checked.
  public var checks: [EngineProperty: Int] = [:]
  /// How often each kind of fault occurred.
  public var faults: [EngineFault: Int] = [:]
  public var calls = 0
  public var messages = 0
  public var saves = 0
  public var writes = 0
  /// How many writes were acknowledged, refused, and of unknown outcome.
  public var acknowledged = 0
  public var refused = 0
  public var uncertain = 0
  /// The digest of all calls and replies, of an adapter in a process.
  public var digest = Digest128.zero
  /// What happened, a line each, if it was asked for.
  public var timeline: [EngineEvent] = []
  /// What the network did to single messages, other than delivering them at once.
  public var deliveries: [UInt64: EnginePlan.Delivery] = [:]
  /// What clients asked for and got, if it was asked for.
  public var history: [EngineHistoryEntry] = []

  public init() {}
}

/// A line of a timeline.
public struct EngineEvent: Sendable, Equatable {
  /// What a picture draws beside the words.
  public enum Mark: Sendable, Equatable {
    /// A message leaves. Its arrivals have these keys: none if it is lost, two if it comes twice.
    case sent([UInt64])
    case arrived(UInt64)
    /// The step begins a partition between two sides.
    case parted(step: Int, [String], [String])
    /// The partition of the step is over.
    case joined(step: Int)
    /// All partitions are over.
    case healed
  }

  /// Where events happen that concern no replica alone.
  public static let network = "network"

  /// Milliseconds from the start.
  public var time: Int
  /// The replica, or the network.
  public var replica: String
  public var text: String
  /// Whether it is a message or a wake as there are hundreds.
  public var isRoutine = false
  public var mark: Mark?

  /// "00:12.340  r1      add 16 to counter-0 → ok".
  public var line: String {
    let pad = String(repeating: " ", count: max(1, 8 - replica.count))
    return "\(EngineText.time(time))  \(replica)\(pad)\(text)"
  }
}

/// A call of a client and its outcome, for checkers of others.
public struct EngineHistoryEntry: Sendable {
  /// What a client does.
  public enum Kind: Sendable {
    case write([EngineOperation])
    case read([EngineKey: EngineValue])
  }

  public var replica: Int
  public var time: Int
  public var kind: Kind
  /// Of a write, by the number of its `apply`; it may be settled later.
  public var apply: Int?
  public var outcome: EngineReply.Result
}
