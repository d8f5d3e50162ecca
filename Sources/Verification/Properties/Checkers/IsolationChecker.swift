public import Base
public import Chronology
public import DomainCore
import ReferenceModels
public import SyncCore

/// Whether a site has access to its scope, as the monitor recorded it.
@usableFromInline struct SiteStanding: BitwiseCopyable {
  /// Whether its user was no member when it was registered.
  @usableFromInline var isNewcomer: Bool
  /// The member whose site it is; a newcomer also if unknown.
  @usableFromInline var member = MemberHandle.newcomer
  /// The account of that member; none if unknown.
  @usableFromInline var account = AccountHandle.none
  /// FAM-5: in a group, their member in the family when it was founded; nil for members who joined
  /// later.
  var ward: FamilyPlace?
  /// Whether the log has made them a member since.
  @usableFromInline var isAdmitted = false
  /// How many of their operations were rejected before that.
  @usableFromInline var turnedAway: UInt32 = 0

  init(isNewcomer: Bool) {
    self.isNewcomer = isNewcomer
  }
}

// P12: isolation. No data of a scope reaches a person without access, and none of their attempts
// reaches its members. An operation that an account has pending on a device is sent as that
// account.
//
// Checked whenever a page or a snapshot is applied, by the content of the replica, and at each row
// of the log. A person who joins continues under another epoch, so a newcomer's first one belongs
// to a feed of their own. People who have lost access, and deleted scopes, are checked after the
// final sync: then nothing is left on their devices.
@usableFromInline struct IsolationChecker: ~Copyable {
  @usableFromInline init() {}

  /// A newcomer's replica has their own rejections and nothing else; their outbox has the rest.
  @usableFromInline func checkOutside<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let (site, pending) = (replica.site, replica.store.pendingCount)
    let confirmed = shared.ledger.count(site) - pending
    shared.tally.count(.isolation)
    shared.tally.count(.durableIntent)
    let empty = ScopeState(members: FlatArray(), firstDay: replica.store.state.firstDay)
    if !replica.store.state.isIdentical(to: empty) {
      shared.reportSite(
        .isolation, site, replica.scope, now, "a replica holds data that its owner may not see")
    }
    // After a failover a lost rejection need not have been repeated yet.
    let hasBegunAnew = replica.store.head.incarnation > 0
    if (confirmed != Int(replica.store.position) && !hasBegunAnew)
      || (confirmed > Int(shared.standings[Int(site)].turnedAway) && !hasBegunAnew)
      || (pending > 0 && Int(replica.store.pending(0).sequence) != confirmed + 1
        && !hasBegunAnew)
    {
      shared.reportSite(
        .durableIntent, site, replica.scope, now,
        "a newcomer's outbox differs from what has not been rejected yet")
    }
  }

  /// A replica with the scope's feed belongs to a founder, or to a person whom the log has made a
  /// member.
  @inlinable func checkInside<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    let standing = shared.standings[Int(replica.site)]
    shared.tally.count(.isolation)
    if standing.isNewcomer && !standing.isAdmitted {
      shared.reportSite(
        .isolation, replica.site, replica.scope, now,
        "a replica has a feed that its owner has no access to")
    }
  }

  /// The author of an operation is the site's owner: an operation that one account has pending is
  /// not sent under another one.
  @inlinable func checkAuthor(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) {
    let member = shared.standings[Int(row.operation.site)].member
    if member != .newcomer && row.operation.fact.author != member && !row.verdict.isRejected {
      shared.report(
        .isolation, row.operation, scope, now, "the log has an operation of one person as another")
    }
  }

  /// A row of the log is from a member, or makes its author one.
  @inlinable func checkAdmission(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = Int(row.operation.site)
    guard shared.standings[site].isNewcomer, !shared.standings[site].isAdmitted else { return }
    shared.tally.count(.isolation)
    if row.operation.fact.kind.admits && !row.verdict.isRejected {
      shared.standings[site].isAdmitted = true
    } else {
      shared.report(
        .isolation, row.operation, scope, now,
        "the log has an operation for which a newcomer received a rejection")
    }
  }

  /// The server keeps no row of a deleted scope.
  func checkNothingLeft(
    of scope: UInt32, on server: borrowing Server, at now: Instant, _ shared: inout MonitorState
  ) {
    shared.tally.count(.isolation)
    if !server.scopes[Int(scope)].feed.isEmpty {
      shared.tally.report(
        Violation(.isolation, at: now, scope: scope, what: "a deleted group still has a log"))
    }
  }

  /// Whether the log still has a site's owner as a member of an existing scope, and no parent has
  /// closed the account of a child (FAM-5), in the family or in the child's group. Nil around a
  /// child's thirteenth birthday, whose time depends on the server's clock.
  func hasAccess(
    _ site: UInt32, on server: borrowing Server, at now: Instant, _ shared: borrowing MonitorState
  ) -> Bool? {
    let record = server.sites[Int(site)]
    let scope = Int(record.scope)
    guard !server.scopes[scope].isDeleted,
      Int(record.member.index) < server.scopes[scope].state.memberCount
    else { return false }
    let member = server.scopes[scope].state.member(record.member)
    guard member.isActive else { return false }
    if let isClosed = Self.isClosed(member, now), !isClosed {
      guard let ward = Self.ward(shared.standings[Int(site)].ward, on: server) else { return true }
      return Self.isClosed(ward, now).map { !$0 }
    }
    return Self.isClosed(member, now).map { !$0 }
  }

  private static func ward(_ place: FamilyPlace?, on server: borrowing Server) -> Member? {
    guard let place, !server.scopes[Int(place.scope)].isDeleted else { return nil }
    let member = server.scopes[Int(place.scope)].state.member(place.member)
    return member.role == .child || member.role == .athlete ? member : nil
  }

  /// Whether a parent has withdrawn consent for a child's account; nil around the birthday that
  /// ends it.
  private static func isClosed(_ member: Member, _ now: Instant) -> Bool? {
    guard member.role == .child || member.role == .athlete,
      member.consentWithdrawn != .never, member.consentWithdrawn > member.consentGiven
    else { return false }
    let isClosed = [-2, 2].map {
      ReferenceAge.years(from: member.born, to: now.utcDay.adding(days: $0)) < 13
    }
    return isClosed[0] == isClosed[1] ? isClosed[0] : nil
  }

  /// FAM-5: a group accepts nothing from a child under thirteen before a parent has consented, nor
  /// what the child submitted while the account was closed; and it rejects nothing for lack of a
  /// consent that exists.
  func checkWard(
    _ row: FeedRow, scope: UInt32, on server: borrowing Server, at now: Instant,
    _ shared: inout MonitorState
  ) {
    guard let place = shared.standings[Int(row.operation.site)].ward,
      let ward = Self.ward(place, on: server)
    else { return }
    let fact = row.operation.fact
    let isYoung = ReferenceAge.years(from: ward.born, to: fact.day) < 13
    let hasConsent =
      ward.consentGiven != .never && ward.consentGiven > ward.consentWithdrawn
      && (ward.consentWithdrawn == .never || ward.consentGiven < fact.version)
    shared.tally.count(.isolation)
    if !row.verdict.isRejected && isYoung && !hasConsent {
      shared.report(
        .isolation, row.operation, scope, now, "a group has an operation of a child without consent"
      )
    } else if !row.verdict.isRejected && isYoung && fact.sharesWorkouts
      && !server.scopes[Int(place.scope)].state.families.sharesWorkouts(
        place.member, server.scopes[Int(place.scope)].state.shared)
    {
      shared.report(
        .isolation, row.operation, scope, now,
        "a group has a child's workout that the parents do not share")
    } else if row.verdict.refusal == .consentMissing && (!isYoung || ward.consentGiven != .never) {
      shared.report(
        .caps, row.operation, scope, now, "an operation was rejected that its author may submit")
    }
  }

  /// A replica of a person who has lost access holds only the number of members.
  func checkPurged<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant, _ shared: inout MonitorState
  ) {
    shared.tally.count(.isolation)
    if replica.store.revocation == nil
      || !replica.store.state.isIdentical(to: replica.store.state.emptied())
    {
      shared.reportSite(
        .isolation, replica.site, replica.scope, now,
        "a replica without access was not purged")
    }
  }

  /// A person who is rejected as a newcomer is one.
  func checkNewcomerRefused(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) {
    let site = Int(row.operation.site)
    shared.tally.count(.isolation)
    if !shared.standings[site].isNewcomer || shared.standings[site].isAdmitted
      || !row.verdict.isRejected
    {
      shared.report(
        .isolation, row.operation, scope, now,
        "a member's operation was rejected for lack of access")
    }
    shared.standings[site].turnedAway += 1
  }
}
