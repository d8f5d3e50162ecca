// Rewards: commands.

import Base

extension Command {
  /// REW-2: a parent sets what a cause pays from now on.
  public static func setPoints(
    _ item: PointItem, to amount: Int, by parent: MemberHandle
  ) -> Command {
    Command(
      .pointsSet, subject: parent, entity: Entity(raw: UInt64(item.rawValue)),
      payload: Payload(UInt64(bitPattern: Int64(amount))))
  }

  /// REW-2: a parent awards a person points, with a note.
  public static func awardBonus(
    to person: MemberHandle, _ amount: Int, message: TextHandle = .empty
  ) -> Command {
    Command(
      .bonusAwarded, subject: person,
      payload: Payload(UInt64(bitPattern: Int64(amount)), UInt64(message.raw)))
  }

  /// REW-1: a parent revokes a bonus that was awarded by mistake.
  public static func revokeBonus(_ bonus: Entity, of person: MemberHandle) -> Command {
    Command(.bonusRevoked, subject: person, entity: bonus)
  }

  /// REW-5: a parent offers a real-world reward for points.
  public static func offerReward(
    _ title: TextHandle, price: Int, by parent: MemberHandle
  ) -> Command {
    Command(
      .rewardOffered, subject: parent,
      payload: Payload(UInt64(title.raw), UInt64(bitPattern: Int64(price))))
  }

  /// REW-5: a parent changes the title of a reward.
  public static func retitleReward(
    _ reward: Entity, to title: TextHandle, by parent: MemberHandle
  ) -> Command {
    Command(.rewardTitleSet, subject: parent, entity: reward, payload: Payload(UInt64(title.raw)))
  }

  /// REW-5: a parent changes the price of a reward, for claims from now on.
  public static func priceReward(
    _ reward: Entity, at price: Int, by parent: MemberHandle
  ) -> Command {
    Command(
      .rewardPriceSet, subject: parent, entity: reward,
      payload: Payload(UInt64(bitPattern: Int64(price))))
  }

  /// REW-5: a parent withdraws a reward.
  public static func withdrawReward(_ reward: Entity, by parent: MemberHandle) -> Command {
    Command(.rewardWithdrawn, subject: parent, entity: reward)
  }

  /// REW-5: a person claims a reward at the price that they were shown.
  public static func claimReward(
    _ reward: Entity, for person: MemberHandle, price: Int
  ) -> Command {
    Command(
      .rewardClaimed, subject: person,
      payload: Payload(reward.raw, UInt64(bitPattern: Int64(price))))
  }

  /// REW-5: a parent cancels a claim, which returns the points.
  public static func cancelClaim(_ claim: Entity, of person: MemberHandle) -> Command {
    Command(.claimCancelled, subject: person, entity: claim)
  }

  /// REW-6: a parent shows or hides the siblings' leaderboard.
  public static func showLeaderboard(_ shown: Bool, by parent: MemberHandle) -> Command {
    Command(.leaderboardSet, subject: parent, payload: Payload(shown ? 1 : 0))
  }
}

extension Command {
  /// REW-7: a parent creates a trophy.
  public static func makeTrophy(_ title: TextHandle, by parent: MemberHandle) -> Command {
    Command(.trophyMade, subject: parent, payload: Payload(UInt64(title.raw)))
  }

  /// REW-7: a parent gives a person a trophy or removes it; an explicit value, never a toggle.
  public static func giveTrophy(
    _ trophy: Entity, to person: MemberHandle, _ given: Bool = true
  ) -> Command {
    Command(.trophyGiven, subject: person, entity: trophy, payload: Payload(given ? 1 : 0))
  }
}
