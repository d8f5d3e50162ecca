import Chronology
import TestKit
import Testing

@testable import DomainCore

/// The author and subject of each column, with the expected result for each kind of fact.
struct RewardPermissionRow: Sendable, CustomTestStringConvertible {
  /// Columns of `RewardsRulesTests.relations`.
  var kind: FactKind
  var responses: [Refusal?]

  var testDescription: String { "\(kind)" }
}

@Suite("Permissions and refusals of goals and rewards")
struct RewardsRulesTests {
  /// Author, whether a parent has allowed it to log, subject.
  static let relations: [(author: MemberHandle, mayLog: Bool, subject: MemberHandle)] = [
    (TestFamily.parent, false, TestFamily.parent),
    (TestFamily.parent, false, TestFamily.child),
    (TestFamily.child, false, TestFamily.child),
    (TestFamily.child, false, TestFamily.sibling),
    (TestFamily.child, true, TestFamily.child),
    (TestFamily.child, true, TestFamily.sibling),
    (TestFamily.child, true, TestFamily.parent),
    (TestFamily.observer, false, TestFamily.observer),
    (TestFamily.observer, false, TestFamily.child),
  ]

  private static let kinds = FactKind.allCases.filter { $0.area == .goals || $0.area == .rewards }

  /// The columns of `relations`: parent → self, → child; child → self, → sibling;
  /// child that may log → self, → sibling, → parent; observer → self, → child.
  static let table: [RewardPermissionRow] = {
    let yes: Refusal? = nil
    let parent: Refusal? = .parentNeeded
    let claim: Refusal? = .rewardClaimNotAllowed
    let managed = [yes, yes, parent, parent, parent, parent, parent, parent, parent]
    return [
      RewardPermissionRow(kind: .goalCreated, responses: managed),
      RewardPermissionRow(kind: .goalTitleSet, responses: managed),
      RewardPermissionRow(kind: .goalTargetSet, responses: managed),
      RewardPermissionRow(kind: .goalUnitSet, responses: managed),
      RewardPermissionRow(kind: .goalDatesSet, responses: managed),
      RewardPermissionRow(kind: .goalPrioritySet, responses: managed),
      RewardPermissionRow(kind: .goalSportSet, responses: managed),
      RewardPermissionRow(kind: .goalProgressSet, responses: managed),
      RewardPermissionRow(kind: .goalCompletedSet, responses: managed),
      RewardPermissionRow(kind: .goalArchivedSet, responses: managed),
      RewardPermissionRow(kind: .goalDeleted, responses: managed),
      RewardPermissionRow(kind: .goalMetricSet, responses: managed),
      // A parent's note; `GoalStepsTests` covers the notes that a child writes.
      RewardPermissionRow(kind: .goalTextSet, responses: managed),
      RewardPermissionRow(kind: .goalMilestoneSet, responses: managed),
      RewardPermissionRow(kind: .goalAttendanceSet, responses: managed),
      RewardPermissionRow(kind: .pointsSet, responses: managed),
      RewardPermissionRow(kind: .bonusAwarded, responses: managed),
      RewardPermissionRow(kind: .bonusRevoked, responses: managed),
      RewardPermissionRow(kind: .rewardOffered, responses: managed),
      RewardPermissionRow(kind: .rewardTitleSet, responses: managed),
      RewardPermissionRow(kind: .rewardPriceSet, responses: managed),
      RewardPermissionRow(kind: .rewardWithdrawn, responses: managed),
      RewardPermissionRow(
        kind: .rewardClaimed, responses: [yes, yes, claim, claim, yes, claim, claim, claim, claim]),
      RewardPermissionRow(kind: .claimCancelled, responses: managed),
      RewardPermissionRow(kind: .leaderboardSet, responses: managed),
      RewardPermissionRow(kind: .trophyMade, responses: managed),
      RewardPermissionRow(kind: .trophyGiven, responses: managed),
    ]
  }()

  @Test("GOAL-1, REW-2, REW-5: the table of permissions has a row for every kind")
  func tableIsComplete() {
    #expect(Self.table.map(\.kind) == Self.kinds)
    for row in Self.table { #expect(row.responses.count == Self.relations.count) }
  }

  @Test(
    "GOAL-1, REW-2, REW-5: parents manage goals and rewards; a child that may log claims",
    arguments: table, [DecisionPlace.device, .server])
  func permission(row: RewardPermissionRow, place: DecisionPlace) {
    for (relation, expected) in zip(Self.relations, row.responses) {
      let family = TestFamily()
      if relation.mayLog { family.submit(.setChildMayLog(relation.author, to: true)) }
      let command = Self.command(row.kind, about: relation.subject, in: family)
      let response = family.refusal(of: family.fact(command, by: relation.author), at: place)
      #expect(
        response == expected,
        "\(row.kind) by member \(relation.author.index) about member \(relation.subject.index)")
    }
  }

  @Test("GOAL-1, REW-5: an athlete manages its own goals and claims, a coach does neither")
  func athlete() {
    for (role, isAllowed) in [(Role.athlete, true), (.coach, false), (.groupMember, false)] {
      let family = TestFamily()
      let own = family.state.addMember(Member(role: role, born: TestFamily.day(0)))
      for kind in Self.kinds {
        let command = Self.command(kind, about: own, in: family)
        let response = family.refusal(of: family.fact(command, by: own))
        let isOwn = kind.area == .goals || kind == .rewardClaimed
        let refused: Refusal = kind == .rewardClaimed ? .rewardClaimNotAllowed : .parentNeeded
        #expect(response == (isAllowed && isOwn ? nil : refused), "\(kind) by \(role)")
      }
      let childs = family.fact(
        .createGoal(for: TestFamily.child, family.goal()), by: own)
      #expect(family.refusal(of: childs) == .parentNeeded)
    }
  }

  /// A command of that kind that only permission could refuse.
  private static func command(
    _ kind: FactKind, about subject: MemberHandle, in family: TestFamily
  ) -> Command {
    if kind.area == .rewards { return reward(kind, about: subject, in: family) }
    let goal = family.make(.createGoal(for: subject, family.goal()))
    let dates = GoalDates(from: TestFamily.day(1), through: TestFamily.day(2))
    switch kind {
    case .goalCreated: return .createGoal(for: subject, family.goal())
    case .goalTitleSet: return .retitleGoal(goal, of: subject, to: TextHandle(3))
    case .goalTargetSet: return .setGoalTarget(goal, of: subject, to: 2)
    case .goalUnitSet: return .setGoalUnit(goal, of: subject, to: TextHandle(3))
    case .goalDatesSet: return .setGoalDates(goal, of: subject, to: dates)
    case .goalPrioritySet: return .setGoalPriority(goal, of: subject, to: .high)
    case .goalSportSet: return .setGoalSport(goal, of: subject, to: TestFamily.soccer)
    case .goalProgressSet: return .setGoalProgress(goal, of: subject, to: 1)
    case .goalCompletedSet: return .completeGoal(goal, of: subject)
    case .goalArchivedSet: return .archiveGoal(goal, of: subject, true)
    case .goalDeleted: return .deleteGoal(goal, of: subject)
    case .goalMetricSet:
      let nutrition = GoalCreation(
        .nutrition, title: TextHandle(3), target: 2, unit: .empty, from: dates.start,
        through: dates.end, priority: .low)
      return .setGoalMetric(
        family.make(.createGoal(for: subject, nutrition)), of: subject,
        to: GoalMetric(.water, 500))
    case .goalTextSet: return .setGoalText(.parentNote, of: goal, of: subject, to: TextHandle(3))
    case .goalMilestoneSet:
      return .setGoalMilestone(
        GoalMilestone(0, at: 2, title: TextHandle(3)), of: goal, of: subject)
    case .goalAttendanceSet:
      let attendance = GoalCreation(
        .attendance, title: TextHandle(3), target: 2, unit: .empty, from: dates.start,
        through: dates.end, priority: .low)
      return .setGoalAttendance(
        family.make(.createGoal(for: subject, attendance)), of: subject, to: .all)
    default: preconditionFailure("not about a goal")
    }
  }

  private static func reward(
    _ kind: FactKind, about subject: MemberHandle, in family: TestFamily
  ) -> Command {
    let bonus = family.bonus(100, for: subject)
    let reward = family.offer(10)
    switch kind {
    case .pointsSet: return .setPoints(.goalLow, to: 5, by: subject)
    case .bonusAwarded: return .awardBonus(to: subject, 5)
    case .bonusRevoked: return .revokeBonus(bonus, of: subject)
    case .rewardOffered: return .offerReward(TextHandle(1), price: 1, by: subject)
    case .rewardTitleSet: return .retitleReward(reward, to: TextHandle(2), by: subject)
    case .rewardPriceSet: return .priceReward(reward, at: 2, by: subject)
    case .rewardWithdrawn: return .withdrawReward(reward, by: subject)
    case .rewardClaimed: return .claimReward(reward, for: subject, price: 10)
    case .claimCancelled:
      return .cancelClaim(
        family.make(.claimReward(reward, for: subject, price: 10)), of: subject)
    case .leaderboardSet: return .showLeaderboard(true, by: subject)
    case .trophyMade: return .makeTrophy(TextHandle(5), by: subject)
    case .trophyGiven:
      return .giveTrophy(
        family.make(.makeTrophy(TextHandle(5), by: TestFamily.parent)), to: subject)
    default: preconditionFailure("not about rewards")
    }
  }

  // MARK: Refusals

  private static let refusals = Refusal.allCases.filter { (75...94).contains($0.rawValue) }

  @Test(
    "GOAL-1, GOAL-2, REW-2, REW-5: each refusal is what its situation produces, in both places",
    arguments: refusals, [DecisionPlace.device, .server])
  func refusal(_ refusal: Refusal, place: DecisionPlace) {
    let family = TestFamily()
    let fact = family.fact(Self.situation(for: refusal, in: family), by: Self.author(refusal))
    let digest = family.state.digest
    #expect(family.submit(fact, at: place) == .refused(refusal))
    #expect(family.state.digest == digest)
    let sentence = refusal.sentence
    #expect(sentence.hasSuffix(".") && sentence.first!.isUppercase)
    #expect(sentence.filter { $0 == "." }.count == 1)
  }

  @Test("The refusals of goals and rewards are numbers of the log's format")
  func numbers() {
    let expected: [Refusal] = [
      .goalUnknown, .goalDeleted, .goalTargetOutOfRange, .goalDatesReversed, .goalAutomatic,
      .goalChoiceUnknown, .goalProgressOutOfRange, .goalTitleEmpty,
    ]
    #expect(expected.map(\.rawValue) == Array(75...82))
    let rewards: [Refusal] = [
      .pointsOutOfRange, .rewardUnknown, .rewardWithdrawn, .rewardPriceChanged, .balanceTooLow,
      .claimUnknown, .rewardClaimNotAllowed, .bonusUnknown, .rewardTitleEmpty, .pointItemUnknown,
    ]
    #expect(rewards.map(\.rawValue) == Array(85...94))
    #expect(Refusal.trophyUnknown.rawValue == 84)
    #expect(Self.refusals.count == expected.count + rewards.count + 1)
    #expect(Self.kinds.map(\.rawValue) == Array(112...126) + Array(128...139))
  }

  private static func author(_ refusal: Refusal) -> MemberHandle {
    refusal == .rewardClaimNotAllowed ? TestFamily.child : TestFamily.parent
  }

  /// The simplest command that causes the refusal.
  private static func situation(for refusal: Refusal, in family: TestFamily) -> Command {
    let (child, parent) = (TestFamily.child, TestFamily.parent)
    let goal = family.addGoal()
    let reward = family.offer(10)
    switch refusal {
    case .goalUnknown: return .deleteGoal(reward, of: child)
    case .goalDeleted:
      family.submit(.deleteGoal(goal, of: child))
      return .completeGoal(goal, of: child)
    case .goalTargetOutOfRange: return .setGoalTarget(goal, of: child, to: 0)
    case .goalDatesReversed:
      let dates = GoalDates(from: TestFamily.day(2), through: TestFamily.day(1))
      return .setGoalDates(goal, of: child, to: dates)
    case .goalAutomatic: return .completeGoal(family.addGoal(.nutrition), of: child)
    case .goalChoiceUnknown:
      return Command(.goalPrioritySet, subject: child, entity: goal, payload: Payload(3))
    case .goalProgressOutOfRange: return .setGoalProgress(goal, of: child, to: 1_000_001)
    case .goalTitleEmpty: return .retitleGoal(goal, of: child, to: .empty)
    case .trophyUnknown: return .giveTrophy(reward, to: child)
    case .pointsOutOfRange: return .awardBonus(to: child, 0)
    case .rewardUnknown: return .withdrawReward(goal, by: parent)
    case .rewardWithdrawn:
      family.submit(.withdrawReward(reward, by: parent))
      return .claimReward(reward, for: child, price: 10)
    case .rewardPriceChanged: return .claimReward(reward, for: child, price: 9)
    case .balanceTooLow: return .claimReward(reward, for: child, price: 10)
    case .claimUnknown: return .cancelClaim(reward, of: child)
    case .rewardClaimNotAllowed: return .claimReward(reward, for: child, price: 10)
    case .bonusUnknown: return .revokeBonus(reward, of: child)
    case .rewardTitleEmpty: return .offerReward(.empty, price: 1, by: parent)
    case .pointItemUnknown:
      return Command(.pointsSet, subject: parent, entity: Entity(raw: 7), payload: Payload(1))
    default: preconditionFailure("the refusal's area has a table of its own")
    }
  }

  @Test("REW-2, REW-5: points, bonuses and prices have a minimum and a maximum")
  func amounts() {
    let parent = TestFamily.parent
    func responses(_ values: [Int], _ command: (Int, TestFamily) -> Command) -> [Bool] {
      values.map { value in
        let family = TestFamily()
        let fact = family.fact(command(value, family))
        return family.submit(fact) == .changed
      }
    }
    let edges = [Int.min, -1, 0, 1, 10_000, 10_001, 1_000_000, 1_000_001, .max]
    #expect(
      responses(edges) { value, _ in .setPoints(.goalHigh, to: value, by: parent) }
        == [false, false, true, true, true, false, false, false, false])
    let large = [false, false, false, true, true, true, true, false, false]
    #expect(responses(edges) { value, _ in .awardBonus(to: TestFamily.child, value) } == large)
    #expect(
      responses(edges) { value, _ in .offerReward(TextHandle(1), price: value, by: parent) }
        == large)
    #expect(
      responses(edges) { value, family in .priceReward(family.offer(1), at: value, by: parent) }
        == large)
  }

  // MARK: Payloads

  @Test("GOAL-1: a payload holds a goal and its days")
  func payloads() {
    for type in GoalType.allCases {
      for priority in GoalPriority.allCases {
        for (target, day) in [(0, 0), (1, 20_458), (Int(UInt32.max), 1 << 20 - 1)] {
          let days = [LocalDay(number: Int32(day)), LocalDay(number: Int32(day / 3))]
          let goal = GoalCreation(
            type, title: TextHandle(.max - UInt32(day)), target: target,
            unit: TextHandle(UInt32(UInt16.max) - UInt32(day % 9)), from: days[0],
            through: days[1], priority: priority)
          #expect(GoalCreation(goal.payload) == goal)
        }
      }
    }
    for number in [Int32.min, -1, 0, 20_458, .max] {
      let dates = GoalDates(
        from: LocalDay(number: number), through: LocalDay(number: number / 2))
      #expect(GoalDates(dates.payload) == dates)
    }
  }

  @Test("Whatever a client sends is refused or folded, and never crashes", arguments: 0..<20)
  func hostile(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    func word() -> UInt64 {
      let edges: [UInt64] = [0, 1, 2, 7, .max, 1 << 31, 1 << 32, 1 << 63, 10_000, 1_000_000]
      if dice.chance(1, in: 2) { return dice.pick(edges) }
      return (0..<4).reduce(0) { word, _ in word << 16 | UInt64(dice.roll(1 << 16)) }
    }
    let family = TestFamily()
    family.today = 60
    var made = [family.addGoal(), family.addGoal(.attendance, target: 1), family.offer(1)]
    made.append(family.bonus(1_000))
    var accepted = 0
    for round in 0..<250 {
      var payload = Payload(word(), word())
      // Goals of a valid shape are refused for their content and not for their form.
      if dice.chance(1, in: 4) { payload = family.goal(dice.pick(GoalType.allCases)).payload }
      if dice.chance(1, in: 4) { payload.first = dice.pick(made).raw }
      let command = Command(
        dice.pick(Self.kinds), subject: MemberHandle(UInt16(dice.roll(4))),
        entity: dice.chance(3, in: 4) ? dice.pick(made) : Entity(raw: word()), payload: payload)
      let fact = family.fact(command, site: UInt32(1 + dice.roll(3)), on: dice.roll(60))
      if case .refused = family.submit(fact) { continue }
      accepted += 1
      if fact.kind.createsEntity { made.append(fact.identity) }
      family.attend(round % 50, dice.chance(3, in: 4))
      family.meetNutritionDay(round % 50, dice.chance(3, in: 4))
    }
    #expect(accepted > 15 && family.isIdenticalToCopy)
    for member in 0..<4 {
      let person = MemberHandle(UInt16(member))
      #expect(family.balance(person) == family.amounts(person).reduce(0, +))
      #expect(
        family.state.goals.goals(of: person).allSatisfy { (0...100).contains($0.progressPercent) })
    }
  }
}
