import Chronology
import Testing

@testable import DomainCore

@Suite("A claim of a real-world reward")
struct ClaimTests {
  private static let child = TestFamily.child

  private static func claim(_ reward: Entity, _ price: Int) -> Command {
    .claimReward(reward, for: child, price: price)
  }

  @Test("REW-5: succeeds at exactly the balance, and fails one point short of it")
  func exactly() {
    let family = TestFamily()
    _ = family.bonus(99)
    let reward = family.offer(100)
    for place in [DecisionPlace.device, .server] {
      let tooSoon = family.fact(Self.claim(reward, 100))
      #expect(family.refusal(of: tooSoon, at: place) == .balanceTooLow)
    }
    _ = family.bonus(1)
    #expect(family.submit(Self.claim(reward, 100)) == .changed)
    #expect(family.balance() == 0 && family.lifetime() == 100)
    #expect(family.submit(Self.claim(reward, 100)) == .refused(.balanceTooLow))
    #expect(family.state.rewards.rewardClaims(of: Self.child).map(\.price) == [100])
  }

  @Test("REW-5: of two concurrent claims the second to arrive is refused, whatever the clocks")
  func twoDevices() {
    let family = TestFamily()
    _ = family.bonus(150)
    let reward = family.offer(100)
    let early = family.fact(Self.claim(reward, 100), site: 1)
    let late = family.fact(Self.claim(reward, 100), site: 2)
    for claim in [early, late] { #expect(family.refusal(of: claim, at: .device) == nil) }
    // The server accepts them in the order in which they arrive.
    #expect(family.submit(late) == .changed)
    #expect(family.submit(early) == .refused(.balanceTooLow))
    #expect(family.balance() == 50 && family.amounts() == [150, -100])
  }

  @Test("REW-5: a claim that a parent cancels returns its points, once")
  func cancelled() {
    let family = TestFamily()
    _ = family.bonus(100)
    let reward = family.offer(80)
    let claim = family.make(Self.claim(reward, 80))
    family.submit(.priceReward(reward, at: 5, by: TestFamily.parent))
    let second = family.fact(.cancelClaim(claim, of: Self.child), site: 2)
    #expect(family.submit(.cancelClaim(claim, of: Self.child)) == .changed)
    #expect(family.submit(second) == .superseded)
    #expect(family.amounts() == [100, -80, 80] && family.balance() == 100)
    #expect(family.state.rewards.rewardClaim(claim)?.isCancelled == true)
    #expect(
      family.submit(.cancelClaim(claim, of: TestFamily.sibling)) == .refused(.claimUnknown))
  }

  @Test("REW-5: reversed points leave the balance negative and prevent claims")
  func belowZero() {
    let family = TestFamily()
    for day in 0..<10 { family.attend(day) }
    let reward = family.offer(100)
    let cheap = family.offer(1)
    let claim = family.make(Self.claim(reward, 100))
    for day in 0..<3 { family.attend(day, false) }
    #expect(family.balance() == -30 && family.lifetime() == 70)
    #expect(family.submit(Self.claim(cheap, 1)) == .refused(.balanceTooLow))
    #expect(family.state.rewards.rewardClaim(claim)?.isCancelled == false)
    family.attend(0)
    family.attend(1)
    family.attend(2)
    #expect(family.balance() == 0)
    #expect(family.submit(Self.claim(cheap, 1)) == .refused(.balanceTooLow))
    _ = family.bonus(1)
    #expect(family.submit(Self.claim(cheap, 1)) == .changed)
  }

  @Test("REW-5: a claim at an outdated price is refused")
  func price() {
    let family = TestFamily()
    _ = family.bonus(1_000)
    let reward = family.offer(100)
    let queued = family.fact(Self.claim(reward, 100), site: 2)
    family.submit(.priceReward(reward, at: 300, by: TestFamily.parent))
    #expect(family.submit(queued) == .refused(.rewardPriceChanged))
    #expect(family.submit(Self.claim(reward, 300)) == .changed)
    #expect(family.balance() == 700)
    #expect(
      family.submit(Self.claim(reward, -300)) == .refused(.rewardPriceChanged))
  }

  @Test("REW-5: a withdrawn reward cannot be claimed or changed; earlier claims stay")
  func withdrawn() {
    let family = TestFamily()
    _ = family.bonus(100)
    let reward = family.offer(40)
    let parent = TestFamily.parent
    _ = family.make(Self.claim(reward, 40))
    let second = family.fact(.withdrawReward(reward, by: parent), site: 2)
    #expect(family.submit(.withdrawReward(reward, by: parent)) == .changed)
    #expect(family.submit(second) == .superseded)
    #expect(family.submit(Self.claim(reward, 40)) == .refused(.rewardWithdrawn))
    for change: Command in [
      .priceReward(reward, at: 1, by: parent),
      .retitleReward(reward, to: TextHandle(2), by: parent),
    ] {
      #expect(family.submit(change) == .refused(.rewardWithdrawn))
    }
    #expect(family.balance() == 60 && family.state.rewards.rewardsOffered().isEmpty)
  }

  @Test("REW-5: a reward keeps the later of two titles and of two prices")
  func edited() {
    let family = TestFamily()
    let parent = TestFamily.parent
    let reward = family.offer(40)
    let facts = [
      family.fact(.priceReward(reward, at: 10, by: parent), site: 1),
      family.fact(.priceReward(reward, at: 20, by: parent), site: 2),
      family.fact(.retitleReward(reward, to: TextHandle(3), by: parent), site: 1),
      family.fact(.retitleReward(reward, to: TextHandle(4), by: parent), site: 2),
    ]
    #expect(facts.reversed().map { family.submit($0) == .changed } == [true, false, true, false])
    #expect(family.state.rewards.reward(reward)?.price == 20)
    #expect(family.state.rewards.rewardsOffered().map(\.title) == [TextHandle(4)])
    #expect(family.isIdenticalToCopy)
  }
}

@Suite("The siblings' leaderboard")
struct SiblingLeaderboardTests {
  /// The parent and children with these points; names are in reverse order of position.
  private static func board(_ points: [Int], shown: Bool = true) -> [[Int]]? {
    let family = TestFamily()
    if shown { family.submit(.showLeaderboard(true, by: TestFamily.parent)) }
    var children = [TestFamily.child, TestFamily.sibling]
    while children.count < points.count {
      children.append(family.state.addMember(Member(role: .child, born: TestFamily.day(0))))
    }
    for (child, amount) in zip(children, points) where amount > 0 {
      _ = family.bonus(amount, for: child)
    }
    let rows = family.state.rewards.siblingLeaderboard(family.state.shared) { $0.index > $1.index }
    return rows.map { $0.map { [$0.rank, children.firstIndex(of: $0.member)!, $0.points] } }
  }

  @Test("REW-6: ranks descending; ties share a rank everywhere, and the next rank skips")
  func ties() {
    #expect(Self.board([5, 9, 7]) == [[1, 1, 9], [2, 2, 7], [3, 0, 5]])
    #expect(Self.board([9, 9, 7, 5]) == [[1, 1, 9], [1, 0, 9], [3, 2, 7], [4, 3, 5]])
    #expect(Self.board([9, 7, 7, 5]) == [[1, 0, 9], [2, 2, 7], [2, 1, 7], [4, 3, 5]])
    #expect(Self.board([9, 7, 5, 5]) == [[1, 0, 9], [2, 1, 7], [3, 3, 5], [3, 2, 5]])
    #expect(Self.board([0, 0, 0]) == [[1, 2, 0], [1, 1, 0], [1, 0, 0]])
    #expect(Self.board([9, 9, 9, 5]) == [[1, 2, 9], [1, 1, 9], [1, 0, 9], [4, 3, 5]])
  }

  @Test("REW-6: equal names are in the order of the family's list")
  func equalNames() {
    let family = TestFamily()
    family.submit(.showLeaderboard(true, by: TestFamily.parent))
    let rows = family.state.rewards.siblingLeaderboard(family.state.shared) { _, _ in false }
    #expect(rows?.map(\.member) == [TestFamily.child, TestFamily.sibling])
  }

  @Test("REW-6: is shown when a parent turns it on, and counts lifetime points")
  func optional() {
    #expect(Self.board([5, 9], shown: false) == nil)
    let family = TestFamily()
    let parent = TestFamily.parent
    let on = family.fact(.showLeaderboard(true, by: parent), site: 1)
    let off = family.fact(.showLeaderboard(false, by: parent), site: 2)
    family.submit(off)
    #expect(family.submit(on) == .superseded)
    #expect(
      family.state.rewards.siblingLeaderboard(family.state.shared) { $0.index < $1.index } == nil)
    family.submit(.showLeaderboard(true, by: parent))
    _ = family.bonus(50)
    _ = family.bonus(40, for: TestFamily.sibling)
    _ = family.make(.claimReward(family.offer(50), for: TestFamily.child, price: 50))
    let rows = family.state.rewards.siblingLeaderboard(family.state.shared) { $0.index < $1.index }
    #expect(rows?.map(\.points) == [50, 40] && rows?.map(\.rank) == [1, 2])
  }
}
