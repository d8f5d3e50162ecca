public import Base
public import Chronology
public import DomainCore
import ReferenceModels
public import SyncCore

/// Where a site stands at the door of its scope, by the watch's own books.
@usableFromInline struct SiteStanding: BitwiseCopyable {
  /// Whether whoever uses it was no member when it was registered.
  @usableFromInline var isNewcomer: Bool
  /// Whose site it is; a newcomer, too, where nobody has said.
  @usableFromInline var member = MemberHandle.newcomer
  /// Whose account that is; none, where nobody has said.
  @usableFromInline var account = AccountHandle.none
  /// FAM-5: in a group, who they were in their family when it was founded; nil for who came later.
  var ward: FamilyPlace?
  /// Whether the log has made them one since.
  @usableFromInline var isAdmitted = false
  /// How many of their operations were refused before.
  @usableFromInline var turnedAway: UInt32 = 0

  init(isNewcomer: Bool) {
    self.isNewcomer = isNewcomer
  }
}

// P12: isolation. Nothing of a scope reaches somebody who was not let in, and nothing that they
// tried reaches its members. What an account has waiting on a device is said as that account.
//
// Checked whenever a page or a snapshot is applied, by what the copy then holds, and at each row of
// the log. Whoever is let in goes on under another epoch, so a newcomer's first one is of a feed of
// their own. Who has lost access, or whose scope was deleted, is looked at when all is exchanged:
// nothing is left on their devices then.
@usableFromInline struct IsolationChecker: ~Copyable {
  @usableFromInline init() {}

  /// The copy of a newcomer has their own refusals and nothing else; their outbox, what is left.
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
    // What a server has lost that began anew need not have been refused again.
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

  /// Whoever has the scope's feed was a member from the start, or the log has made them one.
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

  /// Who says something is whom the site belongs to: nothing that one account had waiting goes on
  /// its way under another one's name.
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
        "the log has an operation that a newcomer was told is rejected")
    }
  }

  /// The server keeps no row of a scope that was deleted.
  func checkNothingLeft(
    of scope: UInt32, on server: borrowing Server, at now: Instant, _ shared: inout MonitorState
  ) {
    shared.tally.count(.isolation)
    if !server.scopes[Int(scope)].feed.isEmpty {
      shared.tally.report(
        Violation(.isolation, at: now, scope: scope, what: "a deleted group still has a log"))
    }
  }

  /// Whether the log still has a site's owner as a member of a scope that is, and no parent has
  /// closed the account of a child (FAM-5), in the family or in the group that the child is in. Nil
  /// around a child's thirteenth birthday, for the server's clock says when that is.
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

  /// Whether a parent has withdrawn consent from a child's account; nil around the birthday with
  /// which that ends.
  private static func isClosed(_ member: Member, _ now: Instant) -> Bool? {
    guard member.role == .child || member.role == .athlete,
      member.consentWithdrawn != .never, member.consentWithdrawn > member.consentGiven
    else { return false }
    let isClosed = [-2, 2].map {
      ReferenceAge.years(from: member.born, to: now.utcDay.adding(days: $0)) < 13
    }
    return isClosed[0] == isClosed[1] ? isClosed[0] : nil
  }

  /// FAM-5: a group takes nothing from a child under thirteen before a parent has agreed, nor what
  /// the child had said while the account was closed; and refuses it nothing for want of a consent
  /// that there is.
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
      && !server.scopes[Int(place.scope)].state.sharesWorkouts(place.member)
    {
      shared.report(
        .isolation, row.operation, scope, now,
        "a group has a child's workout that the parents do not share")
    } else if row.verdict.refusal == .consentMissing && (!isYoung || ward.consentGiven != .never) {
      shared.report(
        .caps, row.operation, scope, now, "an operation was rejected that its author may submit")
    }
  }

  /// The copy of somebody who has lost access holds nothing but how many members there were.
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

  /// Who is refused at the door is a newcomer.
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
