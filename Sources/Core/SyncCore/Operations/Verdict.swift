public import DomainCore

/// The server's decision on an operation; every operation gets exactly one.
public struct Verdict: BitwiseCopyable, Hashable, Sendable {
  /// The three possible decisions.
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// It is in the log and in effect.
    case accepted = 0
    /// It is in the log; a later write had already won.
    case superseded = 1
    /// It is in the log as rejected, and no copy applies it.
    case rejected = 2
  }

  public var kind: Kind
  /// The refusal's number, zero unless rejected.
  public var reason: UInt8

  @inlinable public init(_ effect: Effect) {
    kind = effect == .changed ? .accepted : .superseded
    reason = 0
  }

  @inlinable public init(_ refusal: Refusal) {
    kind = .rejected
    reason = refusal.rawValue
  }

  @inlinable public var isRejected: Bool { kind == .rejected }
  /// Why it was rejected, as a reason that a screen can show.
  @inlinable public var refusal: Refusal? { Refusal(rawValue: reason) }
}
