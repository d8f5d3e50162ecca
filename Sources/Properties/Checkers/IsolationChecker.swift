public import Base
public import Chronology
public import DomainCore
import Oracles
public import SyncCore

/// Where a site stands at the door of its scope, by the watch's own books.
@usableFromInline struct Standing: BitwiseCopyable {
  /// Whether whoever uses it was no member when it was registered.
  @usableFromInline var isNewcomer: Bool
  /// Whose site it is; a newcomer, too, where nobody has said.
  @usableFromInline var member = MemberHandle.newcomer
  /// Whether the log has made them one since.
  @usableFromInline var isLetIn = false
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
extension PropertyWatch {
  /// Whether a copy is that of somebody who has not been let in, as far as the device knows.
  @inlinable func isOutside<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>
  ) -> Bool {
    standings[Int(replica.site)].isNewcomer
      && (replica.store.epoch == 1 || replica.store.state.memberCount == 0)
  }

  /// The copy of a newcomer has their own refusals and nothing else; their outbox, what is left.
  @usableFromInline mutating func checkOutside<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    let (site, pending) = (replica.site, replica.store.pendingCount)
    let confirmed = ledger.count(site) - pending
    tally.count(.isolation)
    tally.count(.durableIntent)
    let empty = ScopeState(members: FlatArray(), firstDay: replica.store.state.firstDay)
    if !replica.store.state.isIdentical(to: empty) {
      reportSite(
        .isolation, site, replica.scope, now, "a copy holds what its owner may not have")
    }
    // What a server has lost that began anew need not have been refused again.
    let hasBegunAnew = replica.store.head.incarnation > 0
    if (confirmed != Int(replica.store.position) && !hasBegunAnew)
      || (confirmed > Int(standings[Int(site)].turnedAway) && !hasBegunAnew)
      || (pending > 0 && Int(replica.store.pending(0).sequence) != confirmed + 1
        && !hasBegunAnew)
    {
      reportSite(
        .durableIntent, site, replica.scope, now,
        "a newcomer's outbox is not what has not been refused yet")
    }
  }

  /// Whoever has the scope's feed was a member from the start, or the log has made them one.
  @inlinable mutating func checkInside<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    let standing = standings[Int(replica.site)]
    tally.count(.isolation)
    if standing.isNewcomer && !standing.isLetIn {
      reportSite(
        .isolation, replica.site, replica.scope, now, "a copy has a feed that it was not let into")
    }
  }

  /// Who says something is whom the site belongs to: nothing that one account had waiting goes on
  /// its way under another one's name.
  @inlinable mutating func checkAuthor(_ row: FeedRow, scope: UInt32, at now: Instant) {
    let member = standings[Int(row.operation.site)].member
    if member != .newcomer && row.operation.fact.author != member && !row.verdict.isRejected {
      report(.isolation, row.operation, scope, now, "the log has what one said as another")
    }
  }

  /// A row of the log is from a member, or makes its author one.
  @inlinable mutating func checkLetIn(_ row: FeedRow, scope: UInt32, at now: Instant) {
    let site = Int(row.operation.site)
    guard standings[site].isNewcomer, !standings[site].isLetIn else { return }
    tally.count(.isolation)
    if row.operation.fact.kind.admits && !row.verdict.isRejected {
      standings[site].isLetIn = true
    } else {
      report(.isolation, row.operation, scope, now, "the log has what a newcomer was refused")
    }
  }

  /// Notes what a group can end by (GRP-2): its admin deletes it, or its last member leaves.
  @inlinable mutating func noteEnd(_ row: FeedRow, scope: UInt32) {
    mayHaveEnded.extend(to: Int(scope) + 1, repeating: false)
    let kind = row.operation.fact.kind
    if (kind == .groupDeleted || kind == .groupLeft) && !row.verdict.isRejected {
      mayHaveEnded[Int(scope)] = true
    }
  }

  /// Whether a scope was deleted, as somebody had asked for; one that is gone for no such reason
  /// has lost everything that was promised in it.
  func hasEnded(_ scope: UInt32, on server: borrowing Server) -> Bool {
    server.scopes[Int(scope)].isDeleted && Int(scope) < mayHaveEnded.count
      && mayHaveEnded[Int(scope)]
  }

  /// The server keeps no row of a scope that was deleted.
  mutating func checkNothingLeft(
    of scope: UInt32, on server: borrowing Server, at now: Instant
  ) {
    tally.count(.isolation)
    if !server.scopes[Int(scope)].feed.isEmpty {
      tally.report(
        Violation(.isolation, at: now, scope: scope, what: "a deleted group has a log still"))
    }
  }

  /// Whether the log still has a site's owner as a member of a scope that is, and no parent has
  /// closed the account of a child (FAM-5). Nil around a child's thirteenth birthday, for the
  /// server's clock says when that is.
  func hasAccess(_ site: UInt32, on server: borrowing Server, at now: Instant) -> Bool? {
    let record = server.sites[Int(site)]
    let scope = Int(record.scope)
    guard !server.scopes[scope].isDeleted,
      Int(record.member.index) < server.scopes[scope].state.memberCount
    else { return false }
    let member = server.scopes[scope].state.member(record.member)
    guard member.isActive else { return false }
    guard member.role == .child || member.role == .athlete,
      member.consentWithdrawn != .never, member.consentWithdrawn > member.consentGiven
    else { return true }
    let isClosed = [-2, 2].map {
      PlainAge.years(from: member.born, to: now.utcDay.adding(days: $0)) < 13
    }
    return isClosed[0] == isClosed[1] ? !isClosed[0] : nil
  }

  /// The copy of somebody who has lost access holds nothing but how many members there were.
  mutating func checkPurged<Storage: ReplicaStorage & ~Copyable>(
    _ replica: borrowing Replica<Storage>, at now: Instant
  ) {
    tally.count(.isolation)
    if replica.store.revocation == nil
      || !replica.store.state.isIdentical(to: replica.store.state.emptied())
    {
      reportSite(
        .isolation, replica.site, replica.scope, now,
        "a copy of somebody without access was not purged")
    }
  }

  /// Who is refused at the door is a newcomer.
  mutating func checkTurnedAway(_ row: FeedRow, scope: UInt32, at now: Instant) {
    let site = Int(row.operation.site)
    tally.count(.isolation)
    if !standings[site].isNewcomer || standings[site].isLetIn || !row.verdict.isRejected {
      report(.isolation, row.operation, scope, now, "a member's operation enters no log")
    }
    standings[site].turnedAway += 1
  }
}
