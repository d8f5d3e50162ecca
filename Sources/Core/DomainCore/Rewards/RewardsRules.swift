public import Chronology

extension RewardsArea {
  public static func decide(
    _ code: RewardCode, _ fact: Fact, at place: DecisionPlace, now: Instant,
    on state: borrowing ScopeState
  ) -> Refusal? {
    if code == .rewardClaimed { return state.rewards.decideClaim(fact, state.shared) }
    guard Permissions.mayManage(state.member(fact.author)) else { return .parentNeeded }
    switch code {
    case .pointsSet:
      guard fact.entity.raw < UInt64(PointItem.allCases.count) else { return .pointItemUnknown }
      return PointValues.allowed.contains(fact.payload.first) ? nil : .pointsOutOfRange
    case .bonusAwarded:
      return PointValues.bonusAllowed.contains(fact.payload.first) ? nil : .pointsOutOfRange
    case .bonusRevoked:
      // Two parents who revoke the same bonus agree.
      let cause = PointCause(.bonus, fact.entity, of: fact.subject)
      return state.rewards.ledger.last(of: cause) == nil ? .bonusUnknown : nil
    case .rewardOffered:
      guard UInt32(truncatingIfNeeded: fact.payload.first) != 0 else { return .rewardTitleEmpty }
      return PointValues.priceAllowed.contains(fact.payload.second) ? nil : .pointsOutOfRange
    case .rewardTitleSet, .rewardPriceSet, .rewardWithdrawn:
      return state.rewards.decideRewardChange(fact)
    case .trophyMade:
      return UInt32(truncatingIfNeeded: fact.payload.first) != 0 ? nil : .rewardTitleEmpty
    case .trophyGiven:
      guard state.rewards.customTrophy(fact.entity) != nil else { return .trophyUnknown }
      return fact.payload.first <= 1 ? nil : .valueNotPossible
    case .claimCancelled:
      let claim = state.rewards.rewardClaim(fact.entity)
      return claim?.person == fact.subject ? nil : .claimUnknown
    case .rewardClaimed, .leaderboardSet:
      return nil
    }
  }
}

extension RewardsState {
  /// REW-5: a withdrawn reward cannot be changed any more; two parents who withdraw it agree.
  fileprivate func decideRewardChange(_ fact: Fact) -> Refusal? {
    guard let reward = reward(fact.entity) else { return .rewardUnknown }
    if fact.kind == .rewardWithdrawn { return nil }
    guard !reward.isWithdrawn else { return .rewardWithdrawn }
    if fact.kind == .rewardTitleSet {
      return UInt32(truncatingIfNeeded: fact.payload.first) != 0 ? nil : .rewardTitleEmpty
    }
    return PointValues.priceAllowed.contains(fact.payload.first) ? nil : .pointsOutOfRange
  }

  /// REW-5: a claim needs the balance at the time of the commit; the device checks the balance that
  /// it shows in the same way.
  ///
  /// **Decided**: parents claim for everyone; a child for itself once a parent allows it to log
  /// (FAM-3), because by default a child only reads (FAM-2). A claim names the price that the
  /// person saw: if the price has changed since, they do not pay a price that they did not agree
  /// to.
  fileprivate func decideClaim(_ fact: Fact, _ shared: borrowing SharedState) -> Refusal? {
    let author = shared.member(fact.author)
    guard Permissions.mayLog(author: fact.author, author, subject: fact.subject) else {
      return .rewardClaimNotAllowed
    }
    guard let reward = reward(Entity(raw: fact.payload.first)) else { return .rewardUnknown }
    guard !reward.isWithdrawn else { return .rewardWithdrawn }
    guard fact.payload.second == UInt64(bitPattern: Int64(reward.price)) else {
      return .rewardPriceChanged
    }
    return balance(of: fact.subject) >= Int(reward.price) ? nil : .balanceTooLow
  }
}
