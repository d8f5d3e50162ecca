// Rewards: folds and queries of the ledger, the offers and the leaderboard.

import Base
public import Chronology

/// The points ledger and what is derived from it.
public enum RewardsArea: Area {
  public static func fold(
    _ code: RewardCode, _ fact: Fact, committed: Instant, into state: inout ScopeState
  ) -> Effect {
    switch code {
    case .pointsSet: state.rewards.setPoints(fact, &state.shared)
    case .leaderboardSet: state.rewards.setLeaderboard(fact, &state.shared)
    case .bonusAwarded: state.rewards.awardBonus(fact, &state.shared)
    case .bonusRevoked:
      state.rewards.endCause(
        PointCause(.bonus, fact.entity, of: fact.subject), by: fact, &state.shared)
        ? .changed : .superseded
    case .rewardOffered: state.rewards.offerReward(fact, &state.shared)
    case .rewardTitleSet, .rewardPriceSet, .rewardWithdrawn:
      state.rewards.changeReward(fact, &state.shared)
    case .rewardClaimed: state.rewards.claimReward(fact, &state.shared)
    case .claimCancelled: state.rewards.cancelClaim(fact, &state.shared)
    case .trophyMade: state.rewards.makeTrophy(fact, &state.shared)
    case .trophyGiven: state.rewards.giveTrophy(fact, &state.shared)
    }
  }
}

extension RewardsState {
  /// REW-5: a reward, offered or withdrawn.
  public func reward(_ entity: Entity) -> Reward? {
    catalog.row(of: RowKey(entity.raw))
  }

  /// REW-5: the rewards on offer, in the order of creation.
  public func rewardsOffered() -> [Reward] {
    (0..<catalog.count).map { catalog[$0] }.filter { !$0.isWithdrawn }
  }

  /// REW-5: a claim, canceled or not.
  public func rewardClaim(_ entity: Entity) -> RewardClaim? {
    claims.row(of: RowKey(entity.raw))
  }

  /// REW-5: a person's claims, in the order of the log. O(claims of the family).
  public func rewardClaims(of person: MemberHandle) -> [RewardClaim] {
    (0..<claims.count).map { claims[$0] }.filter { $0.person == person }
  }

  mutating func setPoints(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let item = PointItem(rawValue: UInt8(truncatingIfNeeded: fact.entity.raw)) else {
      return .superseded
    }
    let key = FieldKey(.pointsSet, of: .none, detail: UInt64(item.rawValue))
    guard shared.write(fact, to: key) else { return .superseded }
    values[item] = Int32(truncatingIfNeeded: fact.payload.first)
    return .changed
  }

  mutating func setLeaderboard(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard shared.write(fact, to: FieldKey(.leaderboardSet, of: .none)) else { return .superseded }
    hasLeaderboard = fact.payload.first != 0
    return .changed
  }

  /// REW-2: a bonus is its own cause. A revoked bonus stays revoked: its entry exists, reversed.
  mutating func awardBonus(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    let cause = PointCause(.bonus, fact.identity, of: fact.subject)
    guard ledger.last(of: cause) == nil else { return .superseded }
    shared.accountOnce(fact)
    _ = beginCause(cause, Int32(truncatingIfNeeded: fact.payload.first), by: fact, &shared)
    return .changed
  }

  mutating func offerReward(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard reward(fact.identity) == nil else { return .superseded }
    shared.accountOnce(fact)
    let row = Reward(
      entity: fact.identity, title: TextHandle(packed: fact.payload.first),
      price: Int32(truncatingIfNeeded: fact.payload.second))
    catalog.add(row, under: RowKey(fact.identity.raw))
    return .changed
  }

  mutating func changeReward(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let place = catalog.place(of: RowKey(fact.entity.raw)),
      !catalog[place].isWithdrawn
    else { return .superseded }
    if fact.kind == .rewardWithdrawn {
      catalog[place].isWithdrawn = true
      shared.accountEnd(of: fact.entity, fact.kind)
      return .changed
    }
    guard shared.write(fact, to: FieldKey(fact.kind, of: fact.entity)) else { return .superseded }
    if fact.kind == .rewardTitleSet {
      catalog[place].title = TextHandle(packed: fact.payload.first)
    } else {
      catalog[place].price = Int32(truncatingIfNeeded: fact.payload.first)
    }
    return .changed
  }

  /// REW-5: the commit decided whether the points suffice; the fold only spends them.
  mutating func claimReward(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard rewardClaim(fact.identity) == nil else { return .superseded }
    shared.accountOnce(fact)
    let row = RewardClaim(
      entity: fact.identity, reward: Entity(raw: fact.payload.first), person: fact.subject,
      price: Int32(truncatingIfNeeded: fact.payload.second))
    claims.add(row, under: RowKey(fact.identity.raw))
    _ = beginCause(row.cause, 0 &- row.price, by: fact, &shared)
    return .changed
  }

  mutating func cancelClaim(_ fact: Fact, _ shared: inout SharedState) -> Effect {
    guard let place = claims.place(of: RowKey(fact.entity.raw)),
      !claims[place].isCancelled
    else { return .superseded }
    claims[place].isCancelled = true
    shared.accountEnd(of: fact.entity, fact.kind)
    let cause = claims[place].cause
    _ = endCause(cause, by: fact, &shared)
    return .changed
  }
}

// REW-1: the only functions that move points.
extension RewardsState {
  /// REW-1: records what a cause pays or spends; false if it holds already.
  mutating func beginCause(
    _ cause: PointCause, _ amount: Int32, by fact: Fact, _ shared: inout SharedState
  ) -> Bool {
    guard let entry = ledger.begin(cause, amount, by: fact) else { return false }
    account(for: entry, &shared)
    return true
  }

  /// REW-1: reverses exactly what a cause moved; false if it does not hold.
  mutating func endCause(
    _ cause: PointCause, by fact: Fact, _ shared: inout SharedState
  ) -> Bool {
    guard let entry = ledger.end(cause, by: fact) else { return false }
    account(for: entry, &shared)
    return true
  }

  private mutating func account(for entry: LedgerEntry, _ shared: inout SharedState) {
    shared.digestStored.add(entry.contribution)
    let person = place(of: entry.person)
    people[person].balance += Int64(entry.amount)
    if entry.countsForLife { people[person].lifetime += Int64(entry.amount) }
  }

  /// REW-1: the points that a person can spend: the sum of their ledger entries, updated with each.
  ///
  /// **Decided**: it may be negative, when points that were spent are reversed later. It is shown
  /// as it is, no further claim is possible until it has grown again, and earlier claims stay
  /// valid: a child has had its ice cream.
  public func balance(of person: MemberHandle) -> Int {
    Int(row(of: person).balance)
  }

  /// REW-3: everything earned and not reversed; spending does not lower it.
  public func lifetimePoints(of person: MemberHandle) -> Int {
    Int(row(of: person).lifetime)
  }

  /// REW-1: a person's entries in the order of the log, as indices of the ledger. O(entries).
  public func ledgerPlaces(of person: MemberHandle) -> [Int] {
    (0..<ledger.count).filter { ledger[$0].person == person }
  }
}

extension RewardsState {
  /// REW-6: the children by points, or nil where the family does not show the leaderboard.
  ///
  /// Ranked as in GRP-5: descending, ties share a rank and the next rank skips, inside a tie by
  /// display name and then by position in the family. **Decided**: by lifetime points, so that no
  /// child falls behind for spending what they earned; and off until a parent shows it, because
  /// comparing children is a choice. `precedes` orders by display name.
  public func siblingLeaderboard(
    _ shared: borrowing SharedState, byName precedes: (MemberHandle, MemberHandle) -> Bool
  ) -> [SiblingRank]? {
    guard hasLeaderboard else { return nil }
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
