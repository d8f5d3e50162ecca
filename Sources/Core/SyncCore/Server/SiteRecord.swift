public import Chronology
public import DomainCore

/// The server's record of a site.
public struct SiteRecord: BitwiseCopyable, Hashable, Sendable {
  /// Every operation up to this one has its verdict.
  public var sequenceDecided: UInt32 = 0
  public var scope: UInt32
  /// The install that writes under it.
  public var install: InstallNonce
  /// The greatest stamp of the site in the log; its next one must be greater.
  public var stampLatest: UInt64 = 0
  /// FAM-8: when the session ends unless the site contacts the server; never, before its first
  /// contact.
  public var sessionEnds = Instant(milliseconds: .max)
  /// FAM-8: how often a user has signed in on the site.
  public var signIns: UInt32 = 0
  /// The epoch that the site's copy must have: a request of an older one gets a restart.
  public var epoch: UInt32
  /// GRP-3: how many operations of the site as a newcomer were rejected, under its epoch.
  public var refusedCount: UInt32 = 0
  /// The epoch that began when the site last lost access: an older copy holds data without
  /// permission.
  public var epochPurged: UInt32 = 0
  /// The incarnation of the server at that time.
  public var incarnationPurged: UInt32 = 0
  /// The account of the site, for the rules that apply across scopes.
  public var account: AccountHandle
  /// The member who signed in on the site, or a newcomer: no one else writes from it.
  public var member: MemberHandle
  /// The number of the refusal by which the site lost access last.
  public var reason: UInt8 = 0
  /// Whether the site has lost access and not regained it.
  public var isRevoked = false
  /// Whether the site dropped operations that the server never received, so that its numbers
  /// continue from a later one.
  public var skipsDropped = false

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

  /// The record of a number that is unassigned, or whose owner the server has forgotten.
  static var reserved: SiteRecord { SiteRecord(scope: .max, member: .newcomer) }

  /// Whether no install uses the number now.
  @inlinable public var isReserved: Bool { scope == .max }

  /// GRP-3: whether the signed-in account has no member in the scope yet.
  @inlinable public var isNewcomer: Bool { member == .newcomer }
}
