import Base
public import Chronology
public import DomainCore

// FAM-7. What deleting an account removes, and what stays:
//
// - A family that would have no parent left, and a scope that would have no member left, is deleted
//   as a whole: no parent or admin remains.
// - In every other scope all data about the person is erased, whichever member logged it, together
//   with their membership. Their place in the list of members stays, empty and inactive, because
//   the places of the others depend on it.
// - Data that the person logged for other members stays: it belongs to those.
//
// Rows of a feed are erased in place, so no operation is missing from the log: an erased row has no
// content, and counts as rejected because its owner is deleted. The feed then has a new epoch:
// every device of the scope restarts from it at its next exchange, and keeps its outbox. The
// devices of the deleted account must purge, then and forever after, so the server accepts
// nothing from them however late it arrives. It rejects what others still send about the person.
extension Server {
  /// FAM-7: deletes an account with everything it owns. O(rows of its scopes); deleting again
  /// does nothing.
  public mutating func deleteAccount(_ account: AccountHandle, now: Instant) {
    guard account != .none, directory.closed(account) != .accountDeleted else { return }
    for (scope, member, site) in memberships(of: account) {
      if scopes[Int(scope)].state.ends(without: member) {
        deleteScope(scope, now: now)
      } else {
        depart(member, site: site, now: now)
        erase(member, from: scope, now: now)
      }
    }
    forgetRefusals(of: account)
    directory.close(account, because: .accountDeleted)
    meter.note(BackendUse(deletes: 1), at: now)
  }

  /// FAM-7, GRP-2: deletes a family or group with everything in it; its devices purge at their next
  /// exchange, the server accepts nothing more for it, and its members are free for another group.
  public mutating func deleteScope(_ scope: UInt32, now: Instant) {
    let index = Int(scope)
    guard !scopes[index].isDeleted else { return }
    let rows = Int64(scopes[index].feed.count)
    var photos: Int64 = 0
    for position in 0..<scopes[index].feed.count where scopes[index].feed[position].keepsPhoto {
      photos += 1
    }
    meter.note(
      BackendUse(deletes: rows, bytesKept: -rows * Int64(MemoryLayout<FeedRow>.size)), at: now)
    meter.note(.deletion(ofPhotos: photos), at: now)
    scopes[index].isDeleted = true
    if settings.hasOwnTexts {
      for position in 0..<Int(rows) {
        noteErasure(of: index, at: position, now: now)
        scopes[index].unknown.erase(operation: position)
      }
      scopes[index].texts = ScopeTexts()
    }
    scopes[index].feed = FlatArray()
    scopes[index].unknown.clear()
    scopes[index].state = scopes[index].state.ended()
    directory.scopeDeleted(scope)
    for member in 0..<scopes[index].founders.count { scopes[index].founders[member] = .blank }
  }

  /// Applies the scope's own rules for passing on a member's roles, as if the member had left.
  ///
  /// No rule is checked: an account can be deleted also where a child, say, may not leave by
  /// itself, or where a parent has closed it.
  private mutating func depart(_ member: MemberHandle, site: UInt32, now: Instant) {
    let record = sites[Int(site)]
    let scope = Int(record.scope)
    guard scopes[scope].state.member(member).isActive,
      let command = scopes[scope].state.departure(of: member)
    else { return }
    let stamp = settings.policy.committed(
      HybridClock.stamp(of: now), seen: scopes[scope].stampLatest, ownLatest: record.stampLatest,
      now: now, bound: settings.clockSkewBoundMilliseconds)
    let fact = Fact(
      command: command, version: Version(stamp: stamp, site: site),
      sequence: record.sequenceDecided + 1, author: member, day: now.utcDay, zone: .utc)
    let operation = Operation(
      fact: fact, basis: UInt32(scopes[scope].feed.count), scope: record.scope, followers: 0)
    directory.accepted(fact, from: Caller(account: record.account, scope: record.scope), now: now)
    let verdict = Verdict(scopes[scope].state.apply(fact, committed: now))
    scopes[scope].feed.append(
      FeedRow(
        operation: operation, verdict: verdict, digest: scopes[scope].state.digest, committed: now))
    scopes[scope].stampLatest = max(scopes[scope].stampLatest, stamp)
    // Its sequence number does not count as decided: the operation that a device submitted under
    // that number was not decided (P1), and the number is not used again.
    sites[Int(site)].stampLatest = stamp
    meter.note(BackendUse(writes: 2), at: now)
  }

  /// FAM-7: erases a member's data from a scope that continues without them.
  public mutating func erase(_ member: MemberHandle, from scope: UInt32, now: Instant) {
    let index = Int(scope)
    let joined = scopes[index].state.member(member).entity
    let firstDay = scopes[index].state.firstDay
    if joined == .none { scopes[index].founders[Int(member.index)] = .blank }
    scopes[index].erased.extend(to: scopes[index].state.memberCount, repeating: false)
    scopes[index].erased[Int(member.index)] = true
    var photos: Int64 = 0
    for position in 0..<scopes[index].feed.count {
      var row = scopes[index].feed[position]
      let fact = row.operation.fact
      if Ownership.isJoining(fact, of: joined) {
        row.operation.fact = Ownership.erasedJoining(fact, firstDay: firstDay)
        eraseJoining(of: index, at: position, leaving: row, now: now)
      } else if Ownership.owns(fact, person: member, joinedBy: joined)
        // No fact admitted a founder, whose place is blank now: none may make them active again.
        || (joined == .none && fact.subject == member && fact.kind.changesMember)
      {
        if row.keepsPhoto { photos += 1 }
        row.operation.fact = Ownership.erased(fact, firstDay: firstDay)
        row.verdict = Verdict(.ownerDeleted)
        noteErasure(of: index, at: position, now: now)
        scopes[index].unknown.erase(operation: position)
      }
      scopes[index].feed[position] = row
    }
    rebuildTexts(of: index)
    refold(scope)
    let rows = Int64(scopes[index].feed.count)
    meter.note(BackendUse(reads: rows, writes: rows), at: now)
    meter.note(.deletion(ofPhotos: photos), at: now)
  }
}

extension Server {
  /// Erases the row by which a person joined. What they have given to the scope stays, in the
  /// journal too: the name of the group that they founded.
  private mutating func eraseJoining(
    of scope: Int, at position: Int, leaving row: FeedRow, now: Instant
  ) {
    noteErasure(
      of: scope, at: position, .joining(scope: UInt32(scope), position: UInt32(position)), now: now)
    scopes[scope].unknown.erase(operation: position)
    scopes[scope].feed[position] = row
    guard let texts = scopes[scope].texts else { return }
    meter.note(BackendUse(bytesKept: bytesOfFields(in: scope, at: position)), at: now)
    // A journal that is replayed has the letters of what stays beside the row.
    if row.operation.fact.distinctTexts.allSatisfy(texts.holds) {
      scopes[scope].rowsWithoutLetters.removeAll { $0 == UInt32(position) }
    }
  }

  /// Before the fields beside a row are erased; the row is still in the feed as it was.
  private mutating func noteErasure(
    of scope: Int, at position: Int, _ fields: JournalFields? = nil, now: Instant
  ) {
    guard settings.hasOwnTexts else { return }
    meter.note(BackendUse(bytesKept: -bytesOfFields(in: scope, at: position)), at: now)
    erasedFields.append(fields ?? .row(scope: UInt32(scope), position: UInt32(position)))
  }

  /// Folds a feed again that was rewritten; the devices of the scope start from it under a new
  /// epoch.
  mutating func refold(_ scope: UInt32) {
    let index = Int(scope)
    var state = scopes[index].founded()
    for position in 0..<scopes[index].feed.count {
      let row = scopes[index].feed[position]
      if !row.verdict.isRejected { state.apply(row.operation.fact, committed: row.committed) }
      scopes[index].feed[position].digest = state.digest
    }
    scopes[index].state = state
    scopes[index].epoch += 1
    for site in 0..<sites.count where sites[site].scope == scope && !sites[site].isNewcomer {
      sites[site].epoch += 1
    }
  }
}

extension FeedRow {
  /// COST-1: whether a photograph is stored with it.
  fileprivate var keepsPhoto: Bool {
    operation.fact.kind == .photoAnalyzed && !verdict.isRejected
  }
}
