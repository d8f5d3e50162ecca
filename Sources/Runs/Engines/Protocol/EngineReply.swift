/// The reply to a call.
public struct EngineReply: Sendable, Equatable {
  /// What happened to an `apply`.
  public enum Result: String, CaseIterable, Sendable {
    case ok, refused, pending, unknown
  }

  /// When an engine wants to be woken.
  public enum Wake: Sendable, Equatable {
    /// As it said before.
    case unchanged
    case never
    case after(milliseconds: Int)
  }

  public var error: EngineError?
  public var result: Result?
  public var values: [EngineKey: EngineValue] = [:]
  /// A text that is equal for equal states, if the engine has such versions.
  public var version: String?
  public var saved: [UInt8]?
  public var messages: [EngineMessage] = []
  public var wake = Wake.unchanged
  public var settled: [Settled] = []
  public var hello: EngineHello?

  /// The outcome of an earlier `apply`.
  public struct Settled: Sendable, Equatable {
    public var apply: Int
    public var result: Result

    public init(apply: Int, _ result: Result) {
      self.apply = apply
      self.result = result
    }
  }

  public init() {}

  public init(result: Result) { self.result = result }

  public init(_ code: EngineError.Code, _ text: String = "") {
    error = EngineError(code, text)
  }

  /// The outcome of an `apply` with this reply.
  var outcome: Result {
    if let error { return error.code.isDefinite ? .refused : .unknown }
    return result ?? .unknown
  }
}

/// What an engine sends to another replica, or to all others.
public struct EngineMessage: Sendable, Equatable {
  /// A name, or "*".
  public var to: String
  public var bytes: [UInt8]

  public static let everyone = "*"

  public init(to: String, _ bytes: [UInt8]) {
    self.to = to
    self.bytes = bytes
  }
}

/// Why an engine did not do what it was asked.
public struct EngineError: Sendable, Equatable {
  /// The errors of the protocol, with the names of Maelstrom's table.
  public enum Code: String, CaseIterable, Sendable {
    case timeout
    case crash
    case notSupported = "not-supported"
    case temporarilyUnavailable = "temporarily-unavailable"
    case malformedRequest = "malformed-request"
    case abort
    case keyDoesNotExist = "key-does-not-exist"
    case keyAlreadyExists = "key-already-exists"
    case preconditionFailed = "precondition-failed"
    case transactionConflict = "txn-conflict"

    /// Whether what was asked for has certainly not happened, and will not.
    public var isDefinite: Bool { self != .timeout && self != .crash }
  }

  public var code: Code
  public var text: String

  public init(_ code: Code, _ text: String) {
    self.code = code
    self.text = text
  }
}
