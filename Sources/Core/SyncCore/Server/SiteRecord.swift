public import Chronology
public import DomainCore

/// What the server remembers of a site.
public struct SiteRecord: BitwiseCopyable, Hashable, Sendable {
  /// Every operation up to this one has its verdict.
  public var sequenceDecided: UInt32 = 0
  public var scope: UInt32
  /// The install that speaks under it.
  public var install: InstallNonce
  /// The greatest stamp of the site in the log; its next one must be greater.
  public var stampLatest: UInt64 = 0
  /// FAM-8: until when the site may stay silent; for ever as long as it was not in touch yet.
  public var sessionEnds = Instant(milliseconds: .max)
  /// FAM-8: how often somebody has signed in on the site.
  public var signIns: UInt32 = 0
  /// Which copy of the feed the site is to hold: a request of an older one is told to start again.
  public var epoch: UInt32
  /// GRP-3: how many operations were refused the site as a newcomer, under its epoch.
  public var refusedCount: UInt32 = 0
  /// The epoch that began when the site last lost access: what is older holds what it must not.
  public var epochPurged: UInt32 = 0
  /// The incarnation of the server in which that was.
  public var incarnationPurged: UInt32 = 0
  /// Whose account that is, for the rules that hold across scopes.
  public var account: AccountHandle
  /// The member who signed in on the site, or a newcomer: nobody else writes from it.
  public var member: MemberHandle
  /// The number of the refusal by which the site lost access last.
  public var reason: UInt8 = 0
  /// Whether the site has lost access and not been given it back.
  public var isRevoked = false
  /// Whether the site dropped operations that the server never saw, so that its numbers go on
  /// from a later one.
  public var startsAnew = false

  @inlinable public init(
    scope: UInt32, member: MemberHandle, account: AccountHandle = .none,
    install: InstallNonce = .none, epoch: UInt32 = 1
  ) {
    self.scope = scope
    self.install = install
    self.member = member
    self.account = account
    self.epoch = epoch
  }

  /// What stands under a number that is not given, or whose owner the server has forgotten.
  static var reserved: SiteRecord { SiteRecord(scope: .max, member: .newcomer) }

  /// Whether nobody speaks under the number now.
  @inlinable public var isReserved: Bool { scope == .max }

  /// GRP-3: whether whoever has signed in there is no member of the scope yet.
  @inlinable public var isNewcomer: Bool { member == .newcomer }
}
