/// Who an engine is, and what it can do.
public struct EngineHello: Sendable, Equatable {
  /// The version of the protocol.
  public static let protocolVersion = 1

  /// How its replicas talk to each other.
  public enum Shape: String, CaseIterable, Sendable {
    case peers
    case clientServer = "client-server"
  }

  /// How it keeps its state over restarts.
  public enum Persistence: String, CaseIterable, Sendable {
    case nothing, bytes, directory
  }

  /// How its replicas reach each other.
  public enum Network: String, CaseIterable, Sendable {
    /// They hand messages over to Shakeout.
    case messages
    /// Clients talk to a real server over sockets of their own.
    case own
  }

  /// What some engines have.
  public enum Feature: String, CaseIterable, Sendable {
    case incarnation, versions
    /// `open` refuses saved bytes whose end is missing.
    case checkedSaves = "checked-saves"
  }

  public var name: String
  public var version: String
  public var shape: Shape
  public var types: [EngineType]
  public var hasTransactions: Bool
  public var persistence = Persistence.nothing
  public var network = Network.messages
  public var features: Set<Feature> = []
  /// The properties that it does not guarantee.
  public var disclaimed: Set<EngineProperty> = []
  /// Within how many milliseconds of a healed network all replicas show everything.
  public var staleness = 60_000

  public init(
    name: String, version: String, shape: Shape, types: [EngineType], hasTransactions: Bool = false
  ) {
    self.name = name
    self.version = version
    self.shape = shape
    self.types = types
    self.hasTransactions = hasTransactions
  }
}
