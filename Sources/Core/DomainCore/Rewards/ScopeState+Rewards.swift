// Rewards: folds and queries of the ledger, the offers and the leaderboard.

import Base
public import Chronology

/// The points ledger and what is derived from it.
public enum RewardsArea: Area {
  public static func fold(
    _ code: RewardCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .pointsSet: state.setPoints(fact)
    case .leaderboardSet: state.setLeaderboard(fact)
    case .bonusAwarded: state.awardBonus(fact)
    case .bonusRevoked:
      state.endCause(PointCause(.bonus, fact.entity, of: fact.subject), by: fact)
        ? .changed : .superseded
    case .rewardOffered: state.offerReward(fact)
    case .rewardTitleSet, .rewardPriceSet, .rewardWithdrawn: state.changeReward(fact)
    case .rewardClaimed: state.claimReward(fact)
    case .claimCancelled: state.cancelClaim(fact)
    case .trophyMade: state.makeTrophy(fact)
    case .trophyGiven: state.giveTrophy(fact)
    }
  }
}

extension ScopeState {
  /// REW-5: a reward, offered or withdrawn.
  public func reward(_ entity: Entity) -> Reward? {
    rewards.catalog.row(of: RowKey(entity.raw))
  }

  /// REW-5: the rewards on offer, in the order of creation.
  public func rewardsOffered() -> [Reward] {
    (0..<rewards.catalog.count).map { rewards.catalog[$0] }.filter { !$0.isWithdrawn }
  }

  /// REW-5: a claim, cancelled or not.
  public func rewardClaim(_ entity: Entity) -> RewardClaim? {
    rewards.claims.row(of: RowKey(entity.raw))
  }

  /// REW-5: a person's claims, in the order of the log. O(claims of the family).
  public func rewardClaims(of person: MemberHandle) -> [RewardClaim] {
    (0..<rewards.claims.count).map { rewards.claims[$0] }.filter { $0.person == person }
  }

  mutating func setPoints(_ fact: Fact) -> Effect {
    guard let item = PointItem(rawValue: UInt8(truncatingIfNeeded: fact.entity.raw)) else {
      return .superseded
    }
    let key = FieldKey(.pointsSet, of: .none, detail: UInt64(item.rawValue))
    guard shared.write(fact, to: key) else { return .superseded }
    rewards.values[item] = Int32(truncatingIfNeeded: fact.payload.first)
    return .changed
  }

  mutating func setLeaderboard(_ fact: Fact) -> Effect {
    guard shared.write(fact, to: FieldKey(.leaderboardSet, of: .none)) else { return .superseded }
    rewards.hasLeaderboard = fact.payload.first != 0
    return .changed
  }

  /// REW-2: a bonus is its own cause. A revoked bonus stays revoked: its entry exists, reversed.
  mutating func awardBonus(_ fact: Fact) -> Effect {
    let cause = PointCause(.bonus, fact.identity, of: fact.subject)
    guard rewards.ledger.last(of: cause) == nil else { return .superseded }
    shared.accountOnce(fact)
    _ = beginCause(cause, Int32(truncatingIfNeeded: fact.payload.first), by: fact)
    return .changed
  }

  mutating func offerReward(_ fact: Fact) -> Effect {
    guard reward(fact.identity) == nil else { return .superseded }
    shared.accountOnce(fact)
    let row = Reward(
      entity: fact.identity, title: TextHandle(packed: fact.payload.first),
      price: Int32(truncatingIfNeeded: fact.payload.second))
    rewards.catalog.add(row, under: RowKey(fact.identity.raw))
    return .changed
  }

  mutating func changeReward(_ fact: Fact) -> Effect {
    guard let place = rewards.catalog.place(of: RowKey(fact.entity.raw)),
      !rewards.catalog[place].isWithdrawn
    else { return .superseded }
    if fact.kind == .rewardWithdrawn {
      rewards.catalog[place].isWithdrawn = true
      accountEnd(of: fact.entity, fact.kind)
      return .changed
    }
    guard shared.write(fact, to: FieldKey(fact.kind, of: fact.entity)) else { return .superseded }
    if fact.kind == .rewardTitleSet {
      rewards.catalog[place].title = TextHandle(packed: fact.payload.first)
    } else {
      rewards.catalog[place].price = Int32(truncatingIfNeeded: fact.payload.first)
    }
    return .changed
  }

  /// REW-5: the commit decided whether the points suffice; the fold only spends them.
  mutating func claimReward(_ fact: Fact) -> Effect {
    guard rewardClaim(fact.identity) == nil else { return .superseded }
    shared.accountOnce(fact)
    let row = RewardClaim(
      entity: fact.identity, reward: Entity(raw: fact.payload.first), person: fact.subject,
      price: Int32(truncatingIfNeeded: fact.payload.second))
    rewards.claims.add(row, under: RowKey(fact.identity.raw))
    _ = beginCause(row.cause, 0 &- row.price, by: fact)
    return .changed
  }

  mutating func cancelClaim(_ fact: Fact) -> Effect {
    guard let place = rewards.claims.place(of: RowKey(fact.entity.raw)),
      !rewards.claims[place].isCancelled
    else { return .superseded }
    rewards.claims[place].isCancelled = true
    accountEnd(of: fact.entity, fact.kind)
    let cause = rewards.claims[place].cause
    _ = endCause(cause, by: fact)
    return .changed
  }

  /// Adds the end of an entity to the digest, whichever member ended it.
  mutating func accountEnd(of entity: Entity, _ kind: FactKind) {
    shared.digestStored.add(Digest128.mix(entity.raw, UInt64(kind.rawValue), 0x656E_6465_64, 0))
  }
}

// REW-1: the only functions that move points.
extension ScopeState {
  /// REW-1: records what a cause pays or spends; false if it holds already.
  mutating func beginCause(_ cause: PointCause, _ amount: Int32, by fact: Fact) -> Bool {
    guard let entry = rewards.ledger.begin(cause, amount, by: fact) else { return false }
    account(for: entry)
    return true
  }

  /// REW-1: reverses exactly what a cause moved; false if it does not hold.
  mutating func endCause(_ cause: PointCause, by fact: Fact) -> Bool {
    guard let entry = rewards.ledger.end(cause, by: fact) else { return false }
    account(for: entry)
    return true
  }

  private mutating func account(for entry: LedgerEntry) {
    shared.digestStored.add(entry.contribution)
    let person = rewards.place(of: entry.person)
    rewards.people[person].balance += Int64(entry.amount)
    if entry.countsForLife { rewards.people[person].lifetime += Int64(entry.amount) }
  }

  /// REW-1: the points that a person can spend: the sum of their ledger entries, updated with each.
  ///
  /// **Decided**: it may be negative, when points that were spent are reversed later. It is shown
  /// as it is, no further claim is possible until it has grown again, and earlier claims stay
  /// valid: a child has had its ice cream.
  public func balance(of person: MemberHandle) -> Int {
    Int(rewards.person(person).balance)
  }

  /// REW-3: everything earned and not reversed; spending does not lower it.
  public func lifetimePoints(of person: MemberHandle) -> Int {
    Int(rewards.person(person).lifetime)
  }

  /// REW-1: a person's entries in the order of the log, as indices of the ledger. O(entries).
  public func ledgerPlaces(of person: MemberHandle) -> [Int] {
    (0..<rewards.ledger.count).filter { rewards.ledger[$0].person == person }
  }
}

extension ScopeState {
  /// REW-6: the children by points, or nil where the family does not show the leaderboard.
  ///
  /// Ranked as in GRP-5: descending, ties share a rank and the next rank skips, inside a tie by
  /// display name and then by position in the family. **Decided**: by lifetime points, so that no
  /// child falls behind for spending what they earned; and off until a parent shows it, because
  /// comparing children is a choice. `precedes` orders by display name.
  public func siblingLeaderboard(
    byName precedes: (MemberHandle, MemberHandle) -> Bool
  ) -> [SiblingRank]? {
    guard rewards.hasLeaderboard else { return nil }
    var rows: [SiblingRank] = []
    for index in 0..<shared.members.count
    where shared.members[index].role == .child && shared.members[index].isActive {
      let child = MemberHandle(UInt16(index))
      rows.append(SiblingRank(rank: 0, member: child, points: lifetimePoints(of: child)))
    }
    rows.sort {
      if $0.points != $1.points { return $0.points > $1.points }
      if precedes($0.member, $1.member) { return true }
      if precedes($1.member, $0.member) { return false }
      return $0.member.index < $1.member.index
    }
    for place in rows.indices {
      let ties = place > 0 && rows[place].points == rows[place - 1].points
      rows[place].rank = ties ? rows[place - 1].rank : place + 1
    }
    return rows
  }
}
