import DomainCore

extension CommandForm {
  mutating func fillRewards() throws(CommandTextError) {
    switch kind {
    case .pointsSet:
      try sayKey("item", Fields.pointItem)
      try sayFirst("amount", Fields.amount)
    case .bonusAwarded:
      try sayFirst("amount", Fields.amount)
      try saySecond("message", Fields.text, usually: .empty)
    case .bonusRevoked: try sayEntity("bonus")
    case .rewardOffered:
      try sayFirst("title", Fields.text)
      try saySecond("price", Fields.amount)
    case .rewardTitleSet:
      try sayEntity("reward")
      try sayFirst("title", Fields.text)
    case .rewardPriceSet:
      try sayEntity("reward")
      try sayFirst("price", Fields.amount)
    case .rewardWithdrawn: try sayEntity("reward")
    case .rewardClaimed:
      try sayFirst("reward", Fields.entity)
      try saySecond("price", Fields.amount)
    case .claimCancelled: try sayEntity("claim")
    case .trophyMade: try sayFirst("title", Fields.text)
    case .trophyGiven:
      try sayEntity("trophy")
      try sayFirst("given", Fields.flag)
    case .leaderboardSet: try sayFirst("shown", Fields.flag)
    default: throw Self.unsayable
    }
  }
}
