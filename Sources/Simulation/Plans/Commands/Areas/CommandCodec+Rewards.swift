import DomainCore

extension CommandCodec {
  mutating func fillRewards() throws(CommandTextError) {
    switch kind {
    case .pointsSet:
      try codeKey("item", Fields.pointItem)
      try codeFirst("amount", Fields.amount)
    case .bonusAwarded:
      try codeFirst("amount", Fields.amount)
      try codeSecond("message", Fields.text, defaultValue: .empty)
    case .bonusRevoked: try codeEntity("bonus")
    case .rewardOffered:
      try codeFirst("title", Fields.text)
      try codeSecond("price", Fields.amount)
    case .rewardTitleSet:
      try codeEntity("reward")
      try codeFirst("title", Fields.text)
    case .rewardPriceSet:
      try codeEntity("reward")
      try codeFirst("price", Fields.amount)
    case .rewardWithdrawn: try codeEntity("reward")
    case .rewardClaimed:
      try codeFirst("reward", Fields.entity)
      try codeSecond("price", Fields.amount)
    case .claimCancelled: try codeEntity("claim")
    case .trophyMade: try codeFirst("title", Fields.text)
    case .trophyGiven:
      try codeEntity("trophy")
      try codeFirst("given", Fields.flag)
    case .leaderboardSet: try codeFirst("shown", Fields.flag)
    default: throw Self.unrepresentable
    }
  }
}
