import Base
public import Chronology
public import DomainCore
import ReferenceModels
public import SyncCore

/// A person who was erased from a scope, as the monitor recorded it.
@usableFromInline struct ErasedMember: BitwiseCopyable, Equatable {
  @usableFromInline var scope: UInt32
  @usableFromInline var member: MemberHandle
}

/// P12 of deleted accounts (FAM-7): a deletion removes the data about the owner, and nothing else;
/// a family without a parent and a scope without members end.
///
/// It is created from a server before the deletion, and compared with the server after it. Devices
/// are checked after the final sync.
public struct DeletionChecker {
  private let account: AccountHandle
  /// Whether the account was deleted before, on a server that has failed over since.
  private let wasDeleted: Bool
  private var scopes: [ScopeBeforeDeletion] = []

  private struct ScopeBeforeDeletion {
    var scope: UInt32
    var owners: [DeletedOwner] = []
    var rows: [FeedRow] = []
    /// The table of texts that the rows refer to, if the server has one.
    var texts: ScopeTexts?
    var ends = false

    /// Whether a row says that an owner is gone, and nothing more (GRP-9).
    func isDeparture(_ row: FeedRow) -> Bool {
      let fact = row.operation.fact
      return !row.verdict.isRejected && owners.contains { $0.member == fact.author }
        && [.groupLeft, .memberEnded].contains(fact.kind)
    }
  }

  /// The owner in a scope; a person who left a group and came back is in it twice.
  private struct DeletedOwner {
    var member: MemberHandle
    var joined: Entity
    var isParent: Bool
  }

  public init(
    of account: AccountHandle, on server: borrowing Server, _ shared: borrowing MonitorState
  ) {
    self.account = account
    wasDeleted = server.directory.closed(account) == .accountDeleted
    for site in 0..<shared.ledger.siteCount where shared.standings[site].account == account {
      let standing = shared.standings[site]
      let scope = server.sites[site].scope
      guard Int(scope) < server.scopes.count, !server.sites[site].isReserved,
        !standing.isNewcomer || standing.isAdmitted
      else { continue }
      note(standing.isNewcomer ? server.sites[site].member : standing.member, of: scope, server)
    }
  }

  private mutating func note(
    _ member: MemberHandle, of scope: UInt32, _ server: borrowing Server
  ) {
    let count = server.scopes[Int(scope)].state.memberCount
    guard !server.scopes[Int(scope)].isDeleted, Int(member.index) < count else { return }
    var place = scopes.firstIndex { $0.scope == scope }
    if place == nil {
      var before = ScopeBeforeDeletion(scope: scope)
      for position in 0..<server.scopes[Int(scope)].feed.count {
        before.rows.append(server.scopes[Int(scope)].feed[position])
      }
      before.texts = server.scopes[Int(scope)].texts?.copied()
      scopes.append(before)
      place = scopes.count - 1
    }
    guard let place, !scopes[place].owners.contains(where: { $0.member == member }) else { return }
    let record = server.scopes[Int(scope)].state.member(member)
    scopes[place].owners.append(
      DeletedOwner(member: member, joined: record.entity, isParent: record.role == .parent))
    var (others, parents) = (0, 0)
    for index in 0..<count {
      let other = server.scopes[Int(scope)].state.member(MemberHandle(UInt16(index)))
      if !other.isActive || scopes[place].owners.contains(where: { $0.member.index == index }) {
        continue
      }
      others += 1
      if other.role == .parent { parents += 1 }
    }
    scopes[place].ends =
      others == 0 || (parents == 0 && scopes[place].owners.contains { $0.isParent })
  }

  /// Checks what remains, and returns what the server has written in the owner's place.
  func check(
    _ server: borrowing Server, at now: Instant, _ shared: inout MonitorState
  ) -> [FeedRow] {
    if !shared.deletedAccounts.contains(account) { shared.deletedAccounts.append(account) }
    var written: [FeedRow] = []
    for before in scopes {
      shared.tally.count(.isolation)
      let scope = Int(before.scope)
      if server.directory.closed(account) != .accountDeleted {
        report(before, now, "a person whose account is deleted may still sign in", &shared)
      }
      if server.scopes[scope].isDeleted != before.ends {
        report(before, now, "a scope has not ended with its last responsible member", &shared)
      }
      if server.scopes[scope].isDeleted {
        shared.noteDeletion(of: before.scope)
        if server.scopes[scope].texts?.all.isEmpty == false {
          report(before, now, "a deleted scope still has texts", &shared)
        }
        continue
      }
      for owner in before.owners {
        shared.erased.append(ErasedMember(scope: before.scope, member: owner.member))
        let left = server.scopes[scope].state.member(owner.member)
        if left.isActive || left.born != LocalDay(number: 0) {
          report(before, now, "a person whose account is deleted is still a member", &shared)
        }
      }
      let end = server.scopes[scope].feed.count
      guard end >= before.rows.count else {
        report(before, now, "a feed has lost rows with a deleted account", &shared)
        continue
      }
      checkRows(before, server, at: now, &shared)
      if !ErasedTexts.hasOnlyThose(of: server.scopes[scope]) {
        report(before, now, "a table of texts has words of a deleted person", &shared)
      }
      for position in before.rows.count..<end {
        let row = server.scopes[scope].feed[position]
        written.append(row)
        if !before.isDeparture(row) {
          report(
            before, now, "the server wrote more for a deleted person than their departure", &shared)
        }
      }
    }
    return written
  }

  private func report(
    _ before: ScopeBeforeDeletion, _ now: Instant, _ what: String, _ shared: inout MonitorState
  ) {
    shared.tally.report(Violation(.isolation, at: now, scope: before.scope, what: what))
  }

  private func reportLeft(
    _ row: FeedRow, _ before: ScopeBeforeDeletion, _ now: Instant, _ shared: inout MonitorState
  ) {
    shared.report(
      .isolation, row.operation, before.scope, now,
      "data of a person whose account is deleted remains")
  }

  private func checkRows(
    _ before: ScopeBeforeDeletion, _ server: borrowing Server, at now: Instant,
    _ shared: inout MonitorState
  ) {
    let scope = Int(before.scope)
    for (position, row) in before.rows.enumerated() {
      let after = server.scopes[scope].feed[position]
      let fact = row.operation.fact
      if before.owners.contains(where: { $0.joined != .none && $0.joined == fact.identity }) {
        shared.ledger.erased(row.operation)
        if !ErasureRules.isAnonymous(after.operation.fact) { reportLeft(row, before, now, &shared) }
      } else if wasDeleted && row.verdict.isRejected {
        // A rejected operation may have been rejected for an earlier reason.
        if row.verdict.refusal == .ownerDeleted { shared.ledger.erased(row.operation) }
      } else if row.verdict.refusal == .ownerDeleted
        || before.owners.contains(where: { owner in
          ErasureRules.isAbout(
            owner.member, fact, foundsWithThem: owner.joined == .none)
        })
      {
        shared.ledger.erased(row.operation)
        var hasUnknown = false
        server.scopes[scope].unknown.withFields(of: .operation, position) {
          hasUnknown = !$0.isEmpty
        }
        let left = after.operation.fact
        if after.verdict.refusal != .ownerDeleted || left.payload != Payload() || hasUnknown
          || left.subject != left.author || left.entity != .none
        {
          reportLeft(row, before, now, &shared)
        }
      } else if after.verdict != row.verdict || after.committed != row.committed
        || LetteredOperation(after.operation, in: server.scopes[scope].texts)
          != LetteredOperation(row.operation, in: before.texts)
      {
        shared.report(
          .isolation, row.operation, before.scope, now,
          "deleting an account removed data that was not its owner's")
      }
    }
  }
}

/// P12: a person whose account is deleted does not come back.
@usableFromInline struct DeletionMonitor {
  /// A row of the log is neither about an erased person nor from one; operations about them are
  /// rejected, and not kept.
  @usableFromInline func checkStaysDeleted(
    _ row: FeedRow, scope: UInt32, at now: Instant, _ shared: inout MonitorState
  ) {
    shared.tally.count(.isolation)
    if row.verdict.refusal == .ownerDeleted {
      if shared.erased.contains(where: { $0.scope == scope }) {
        shared.ledger.erased(row.operation)
      }
      return
    }
    let fact = row.operation.fact
    let isBack = shared.erased.contains {
      $0.scope == scope && ($0.member == fact.author || $0.member == fact.subject)
    }
    if isBack && !row.verdict.isRejected {
      shared.report(
        .isolation, row.operation, scope, now,
        "the log accepts an operation about a person whose account is deleted")
    }
  }
}
