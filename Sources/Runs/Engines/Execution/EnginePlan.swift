import Stress

/// All that happens in a test of an engine: who writes when, and which faults there are.
///
/// Removing steps leaves a valid plan. What a step does beyond its text, such as which element it
/// removes, depends on its identifier and on what its replica shows, and not on other steps.
public struct EnginePlan: Equatable, Sendable {
  public var seed: UInt64
  public var shape: EngineHello.Shape
  /// How many peers or clients there are from the start.
  public var replicaCount: Int
  /// Those of them that are never opened, since a shrunk plan does not need them.
  public var absent: Set<Int> = []
  /// How long a replica waits before it saves, in milliseconds.
  public var saveDelay = 0
  /// How far the clocks of replicas are ahead, in milliseconds; by name, zero if left out.
  public var skews: [String: Int] = [:]
  public var network = Network()
  /// What happens to single messages, by their keys; nil if it is drawn.
  public var deliveries: [UInt64: Delivery]?
  public var steps: [EngineStep] = []
  /// When the network heals, in milliseconds from the start.
  public var length = 60_000

  /// What a network does to messages.
  public struct Network: Equatable, Sendable {
    public var delayMin = 50
    public var delayMax = 50
    public var lossPerMille = 0
    public var duplicatePerMille = 0
    public var detourPerMille = 0
    /// The longest detour, in milliseconds.
    public var detourMax = 0

    /// Whether it delivers each message once, in order.
    var isCalm: Bool { self == Network() }
  }

  /// What the network does to one message.
  public struct Delivery: Equatable, Sendable {
    /// In milliseconds; nil for a message that is lost.
    public var delay: Int?
    /// When a second copy arrives after the first; nil for none.
    public var copyAfter: Int?

    static let calm = Delivery(delay: 50, copyAfter: nil)
  }

  public static let server = "server"

  public init(seed: UInt64, shape: EngineHello.Shape, replicaCount: Int) {
    self.seed = seed
    self.shape = shape
    self.replicaCount = replicaCount
  }

  /// The names of all replicas that may exist: those from the start, clones, and the server.
  public var names: [String] {
    let cloneCount = steps.reduce(0) { most, step in
      if case .clone(let number) = step.action { return max(most, number - replicaCount) }
      return max(most, step.replica - replicaCount)
    }
    return (1...(replicaCount + max(0, cloneCount))).map { "r\($0)" }
      + (shape == .clientServer ? [Self.server] : [])
  }

  /// How many steps and messages with a listed delivery it has: what a person must read.
  public var size: Int { steps.count + (deliveries?.count ?? 0) }

  /// "3 steps", or "3 steps and 1 message" if the network does something with a message.
  var sizeText: String {
    let text = Timeline.counted(steps.count, "step", "steps")
    guard let deliveries, !deliveries.isEmpty else { return text }
    return text + " and " + Timeline.counted(deliveries.count, "message", "messages")
  }
}

/// One thing that happens.
public struct EngineStep: Equatable, Sendable {
  /// Stays the same when other steps are removed.
  public var id: Int
  /// Milliseconds from the start.
  public var time: Int
  /// The number of the replica, from 1; 0 for the server.
  public var replica: Int
  public var action: Action

  public init(id: Int, time: Int, replica: Int, _ action: Action) {
    self.id = id
    self.time = time
    self.replica = replica
    self.action = action
  }

  /// What happens.
  public enum Action: Equatable, Sendable {
    case write([EngineIntent])
    case read
    /// The app comes to the front, and may sync.
    case sync
    /// A copy of the saved state is put aside.
    case backup
    /// The last backup is brought back.
    case restore
    /// The replica with this number starts on a copy of the saved state.
    case clone(as: Int)
    /// What was not saved is lost; the replica starts again after so many milliseconds.
    case crash(for: Int)
    /// A crash that damages what was saved: the end of it is missing.
    case cut(for: Int)
    /// The replica has no network for so many milliseconds.
    case offline(for: Int)
    /// The replicas up to this one cannot reach those after it.
    case partition(for: Int)
    /// The clock jumps by so many milliseconds.
    case jump(by: Int)
  }
}

/// What a person wants to write; what a replica shows decides the details.
public enum EngineIntent: Equatable, Sendable {
  case set(EngineKey)
  case put(EngineKey, field: Int)
  case drop(EngineKey, field: Int)
  case add(EngineKey, isNegative: Bool)
  case insert(EngineKey)
  case append(EngineKey)
  case remove(EngineKey)
  /// Brings back what was removed; a new element if nothing was.
  case insertAgain(EngineKey)
  case act(EngineKey)

  var key: EngineKey {
    switch self {
    case .set(let key), .put(let key, _), .drop(let key, _), .add(let key, _), .insert(let key),
      .append(let key), .remove(let key), .insertAgain(let key), .act(let key):
      key
    }
  }
}
