public import DomainCore

/// FAM-8: the session as a device knows it.
public struct SignInState: BitwiseCopyable, Hashable, Sendable {
  /// Whether the user must sign in before the server accepts anything else.
  public var isNeeded = false
  /// Why the server has refused a sign-in, until another response arrives.
  public var refusal: Refusal?
  /// The number of sign-ins in the latest response.
  public var count: UInt32 = 0
  /// The incarnation of the server that counted them.
  @usableFromInline var incarnation: UInt32 = 0

  @inlinable public init() {}

  /// The state after a restart.
  @usableFromInline init(of head: ReplicaHead) {
    count = head.signIns
    incarnation = head.incarnation
  }

  /// Applies the sign-in state of a response, and returns whether the response was not overtaken.
  ///
  /// A lapsed session stays lapsed until the user signs in, so within one session only the report
  /// of a lapse counts, whatever the order of the responses.
  @inlinable mutating func receive(_ response: ResponseHeader) -> Bool {
    if response.incarnation != incarnation {
      guard response.incarnation > incarnation else { return false }
      self = SignInState()
      incarnation = response.incarnation
    }
    guard response.signIns >= count else { return false }
    if response.signIns > count {
      count = response.signIns
      isNeeded = false
      refusal = nil
    }
    switch response.kind {
    case .needsSignIn: isNeeded = true
    case .signInRefused: refusal = response.refusal
    case .page, .purge, .snapshot, .signedIn, .siteUnknown:
      if !isNeeded { refusal = nil }
    }
    return true
  }
}
