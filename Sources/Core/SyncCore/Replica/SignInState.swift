public import DomainCore

/// FAM-8: what a device knows of its session.
public struct SignInState: BitwiseCopyable, Hashable, Sendable {
  /// Whether somebody must sign in before anything else is said.
  public var isNeeded = false
  /// Why the server has refused a sign-in, until an answer says otherwise.
  public var refusal: Refusal?
  /// How often somebody had signed in when the latest of the answers was given.
  public var count: UInt32 = 0
  /// The incarnation of the server that has counted.
  @usableFromInline var incarnation: UInt32 = 0

  @inlinable public init() {}

  /// What is known after a restart.
  @usableFromInline init(of head: ReplicaHead) {
    count = head.signIns
    incarnation = head.incarnation
  }

  /// Takes in what an answer says about signing in, and returns whether it is not overtaken.
  ///
  /// A session that has lapsed stays so until somebody signs in, so within one session only the
  /// word that it has lapsed counts, whatever order the answers come in.
  @inlinable mutating func heed(_ response: ResponseHeader) -> Bool {
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
