import Chronology
public import DomainCore
import SyncCore
import UnicodeText

/// REW-5: a reward as the shop shows it.
public struct RewardView: Hashable, Sendable {
  public let id: RewardID
  public let title: String
  public let price: Int
}

/// REW-6: a child's place among its siblings; ties share one.
public struct SiblingBoardRow: Hashable, Sendable {
  public let rank: Int
  public let child: MemberID
  public let points: Int
}

// MARK: Actions

extension Action where Made == BonusID {
  /// REW-2: a parent awards bonus points, with a message.
  public static func awardBonus(_ points: Int, to person: MemberID, message: String = "")
    -> Action
  {
    Action(making: BonusID.init(entity:)) { draft throws(Refusal) in
      .awardBonus(to: try draft.handle(of: person), points, message: draft.text(message))
    }
  }
}

extension Action where Made == RewardID {
  /// REW-5: a parent offers a real reward for points.
  public static func offerReward(_ title: String, for price: Int) -> Action {
    Action(making: RewardID.init(entity:)) { draft throws(Refusal) in
      .offerReward(draft.text(title), price: price, by: draft.author)
    }
  }
}

extension Action where Made == ClaimID {
  /// REW-5: claims a reward at the shown price; the same points are never spent twice.
  public static func claim(_ reward: RewardID, for person: MemberID) -> Action {
    Action(making: ClaimID.init(entity:)) { draft throws(Refusal) in
      guard let offered = draft.state.pointee.rewards.reward(reward.entity) else {
        throw .rewardUnknown
      }
      return .claimReward(
        reward.entity, for: try draft.handle(of: person), price: Int(offered.price))
    }
  }
}

extension Action where Made == TrophyID {
  /// REW-7: a parent defines a trophy.
  public static func makeTrophy(_ title: String) -> Action {
    Action(making: TrophyID.init(entity:)) { draft throws(Refusal) in
      .makeTrophy(draft.text(title), by: draft.author)
    }
  }
}

extension Action where Made == Void {
  /// REW-7: a parent awards such a trophy, or revokes it: a value, never a toggle.
  public static func give(
    _ trophy: TrophyID, to person: MemberID, _ given: Bool = true
  ) -> Action {
    Action { draft throws(Refusal) in
      .giveTrophy(trophy.entity, to: try draft.handle(of: person), given)
    }
  }

  /// REW-1: a parent revokes a bonus that was awarded by mistake.
  public static func revoke(_ bonus: BonusID, of person: MemberID) -> Action {
    Action { draft throws(Refusal) in
      .revokeBonus(bonus.entity, of: try draft.handle(of: person))
    }
  }

  /// REW-2: a parent sets how many points a cause pays from now on.
  public static func setPoints(_ item: PointItem, to amount: Int) -> Action {
    Action { draft throws(Refusal) in .setPoints(item, to: amount, by: draft.author) }
  }

  /// REW-6: a parent shows or hides the siblings' board.
  public static func showBoard(_ shown: Bool = true) -> Action {
    Action { draft throws(Refusal) in .showLeaderboard(shown, by: draft.author) }
  }
}

// MARK: Queries

extension Session where Storage: ~Copyable {
  /// REW-1: the points that a person can spend: the sum of their ledger.
  public func points(of person: MemberID) -> Int? {
    reading(.achievements, of: person).map { $0.state.pointee.rewards.balance(of: $0.person) }
  }

  /// REW-3: a person's level; spending does not lower it.
  public func level(of person: MemberID) -> Level? {
    reading(.achievements, of: person).map {
      Level(lifetimePoints: Int64($0.state.pointee.rewards.lifetimePoints(of: $0.person)))
    }
  }

  /// REW-4: a person's badges.
  public func badges(of person: MemberID) -> [Badge]? {
    reading(.achievements, of: person).map {
      $0.state.pointee.rewards.achievements(
        of: $0.person, asOf: today, $0.state.pointee.shared, $0.state.pointee.schedule
      ).badges.badges
    }
  }

  /// REW-7: the titles of trophies that a person was awarded by hand.
  public func ownTrophies(of person: MemberID) -> [String]? {
    guard let (state, person) = reading(.achievements, of: person) else { return nil }
    return state.pointee.rewards.customTrophies(of: person, state.pointee.shared).map {
      texts.text(of: $0.title)
    }
  }

  /// REW-7: a person's best trophy for met nutrition days.
  public func nutritionTrophy(of person: MemberID) -> TrophyTier? {
    reading(.achievements, of: person).flatMap {
      $0.state.pointee.rewards.nutritionTrophy(of: $0.person)
    }
  }

  /// REW-7: the sports in whose last season a person attended nine of ten occurrences.
  public func seasonTrophies(of person: MemberID) -> [SportID]? {
    reading(.achievements, of: person).map {
      $0.state.pointee.rewards.seasonTrophies(
        of: $0.person, asOf: today, $0.state.pointee.shared, $0.state.pointee.schedule
      ).map(SportID.init(entity:))
    }
  }

  /// REW-5: the rewards that points can buy.
  public var rewards: [RewardView] {
    shown.pointee.rewards.rewardsOffered().map {
      RewardView(
        id: RewardID(entity: $0.entity), title: texts.text(of: $0.title), price: Int($0.price))
    }
  }

  /// REW-6, FAM-16: the children by lifetime points and inside a tie by name, or nil where the
  /// family hides the board.
  public var board: [SiblingBoardRow]? {
    let state = shown
    func name(_ child: MemberHandle) -> String {
      texts.text(of: state.pointee.families.profileText(.name, of: child, state.pointee.shared))
    }
    return state.pointee.rewards.siblingLeaderboard(state.pointee.shared) {
      NameOrder.precedes(name($0), name($1))
    }?.map {
      SiblingBoardRow(
        rank: $0.rank, child: MemberID($0.member, in: state.pointee), points: $0.points)
    }
  }
}
