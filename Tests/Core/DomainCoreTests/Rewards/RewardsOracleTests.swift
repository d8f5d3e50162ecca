import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Goals and points equal those of the reference model")
struct RewardsOracleTests {
  private static let firstDay = TestFamily.firstDay

  @Test(
    "GOAL-1, GOAL-2, REW-1…REW-5: after random histories on three devices",
    arguments: 0..<40 as Range<UInt64>)
  func histories(part: UInt64) {
    for seed in (part * 50)..<((part + 1) * 50) {
      let history = RewardsHistory(seed: seed, long: seed % 30 == 0)
      #expect(Self.differences(in: history).isEmpty, "seed \(seed)")
    }
  }

  @Test("The random histories cover every required case")
  func coverage() {
    var met: Set<String> = []
    for seed in 0..<200 as Range<UInt64> {
      let history = RewardsHistory(seed: seed, long: seed % 5 == 0)
      var plain = RewardsModel()
      for action in history.actions {
        let before = plain.lines.count
        if let reason = plain.receive(action) { met.insert(reason) }
        for line in plain.lines[before...] {
          let kind = "\(line.cause)".prefix { $0 != "(" }
          met.insert("\(kind) \(line.turn % 2 == 0 ? "begins" : "ends")")
          if line.turn == 2 { met.insert("\(kind) again") }
        }
      }
      for person in [1, 3] {
        if plain.balance(person) < 0 { met.insert("below zero") }
        met.formUnion(plain.badges(person, asOf: 365))
        met.insert("level \(plain.level(person))")
        met.insert("streak \(plain.trophy(plain.longest(person), [7, 30, 100]))")
        met.insert("sport \(plain.trophy(plain.attendedCount(person, 1), [25, 50, 100]))")
      }
      for goal in plain.goals.values { met.formUnion(plain.shown(goal)) }
    }
    for situation in [
      "attendance begins", "attendance ends", "attendance again", "nutritionDay begins",
      "nutritionDay ends", "nutritionDay again", "week begins", "week ends", "week again",
      "goal begins", "goal ends", "goal again", "bonus begins", "bonus ends", "claim begins",
      "claim ends", "below zero", "firstGoal", "weekWarrior", "nutritionNinja",
      "perfectAttendance", "centuryClub", "level rookie", "level risingStar", "level champion",
      "level legend", "streak 0", "streak 1", "streak 2", "streak 3", "sport 0", "sport 1",
      "sport 2", "sport 3", "0", "50", "100", "active", "completed", "archived", "deleted",
      "pointItemUnknown", "pointsOutOfRange", "bonusUnknown", "rewardUnknown", "rewardWithdrawn",
      "rewardPriceChanged", "balanceTooLow", "claimUnknown", "goalTargetOutOfRange",
      "goalDatesReversed", "goalUnknown", "goalDeleted", "goalAutomatic", "goalChoiceUnknown",
      "goalProgressOutOfRange", "habitDeleted",
    ] {
      #expect(met.contains(situation), "\(situation)")
    }
  }

  // MARK: Applying and comparing

  private static func differences(in history: RewardsHistory) -> [String] {
    var differences: [String] = []
    var plain = RewardsModel()
    var state = founded()
    var second = founded()
    for (index, action) in history.actions.enumerated() {
      let expected = plain.receive(action)
      let response = apply(action, of: plain.goals, to: &state)
      if response != expected {
        differences.append("\(action): \(response ?? "accepted"), not \(expected ?? "accepted")")
      }
      _ = apply(action, of: plain.goals, to: &second)
      // The copy continues like the original.
      if index % 16 == 8 { second = second.copy() }
    }
    compareLedger(state, plain, &differences)
    comparePeople(state, plain, &differences)
    for (key, goal) in plain.goals {
      let kept = state.goals.goal(entity(key))!
      let shown = [
        "\(kept.progressPercent)", "\(kept.status)", "\(kept.current)",
        kept.isDeleted ? "deleted" : "",
      ]
      if shown != plain.shown(goal) { differences.append("goal \(key): \(shown)") }
    }
    for (key, reward) in plain.rewards
    where state.rewards.reward(entity(key))?.price != Int32(reward.price)
      || state.rewards.reward(entity(key))?.isWithdrawn != reward.isWithdrawn
    {
      differences.append("reward \(key)")
    }
    let copy = state.copy()
    if !copy.isIdentical(to: state) || copy.digest != state.digest { differences.append("copy") }
    if !second.isIdentical(to: state) || second.digest != state.digest {
      differences.append("the same log made two states")
    }
    return differences
  }

  private static func compareLedger(
    _ state: borrowing ScopeState, _ plain: RewardsModel, _ differences: inout [String]
  ) {
    // Lines of one action have no order among them.
    func grouped(_ lines: [(action: ModelAction.Key, text: String)]) -> [[String]] {
      var groups: [[String]] = []
      for (index, line) in lines.enumerated() {
        if index > 0 && lines[index - 1].action == line.action {
          groups[groups.count - 1].append(line.text)
        } else {
          groups.append(["\(line.action)", line.text])
        }
      }
      return groups.map { $0.sorted() }
    }
    let kept = (0..<state.rewards.ledger.count).map { place in
      let entry = state.rewards.ledger[place]
      if let reversed = entry.reverses {
        let grant = state.rewards.ledger[reversed]
        if grant.cause != entry.cause || grant.amount != -entry.amount || grant.isReversal {
          differences.append("entry \(place) reverses another one")
        }
      }
      return (
        action: key(entry.by),
        text: "\(cause(entry.cause)) \(entry.person.index) \(entry.amount) \(entry.turn)"
      )
    }
    let expected = plain.lines.map {
      (action: $0.action, text: "\($0.cause) \($0.person) \($0.amount) \($0.turn)")
    }
    if grouped(kept) != grouped(expected) {
      differences.append("ledger: \(grouped(kept)), not \(grouped(expected))")
    }
  }

  private static func comparePeople(
    _ state: borrowing ScopeState, _ plain: RewardsModel, _ differences: inout [String]
  ) {
    for person in [1, 3] {
      let handle = MemberHandle(UInt16(person))
      let achievements = state.rewards.achievements(of: handle)
      let streak = achievements.streakTrophy.map { Int($0.rawValue) + 1 } ?? 0
      if state.rewards.balance(of: handle) != plain.balance(person)
        || state.rewards.lifetimePoints(of: handle) != plain.lifetime(person)
        || "\(achievements.level)" != plain.level(person)
        || streak != plain.trophy(plain.longest(person), [7, 30, 100])
      {
        differences.append("member \(person): \(achievements)")
      }
      var tiers = [0, 0, 0]
      for sport in [1, 2] {
        let count = plain.attendedCount(person, sport)
        let trophy = plain.trophy(count, [25, 50, 100])
        for tier in 0..<trophy { tiers[tier] += 1 }
        let kept =
          state.rewards.trophy(of: handle, in: Self.sport(sport)).map { Int($0.rawValue) + 1 } ?? 0
        if kept != trophy || state.rewards.attendedCount(of: handle, in: Self.sport(sport)) != count
        {
          differences.append("sport \(sport) of member \(person)")
        }
      }
      if TrophyTier.allCases.map(achievements.sports) != tiers {
        differences.append("sports of member \(person): \(achievements), not \(tiers)")
      }
      for today in [26, 27, 54, 55, 85, 86, 400] {
        let shown = state.rewards.achievements(
          of: handle, asOf: firstDay.adding(days: today), state.shared, state.schedule)
        if Set(shown.badges.badges.map { "\($0)" }) != plain.badges(person, asOf: today) {
          differences.append("badges of member \(person) as of \(today): \(shown)")
        }
      }
    }
  }

  // MARK: One action in the core's types

  private static func founded() -> ScopeState {
    var state = ScopeState(
      founders: [.parent, .child, .observer, .child], born: firstDay, firstDay: firstDay,
      dayCapacity: 1)
    for (habit, owner) in RewardsModel.owners.enumerated() {
      let name = TextHandle(UInt32(habit + 1))
      let command = Command.createHabit(
        for: MemberHandle(UInt16(owner)), name: HabitName(text: name, folded: name),
        category: .empty, icon: 0, rank: 0)
      let key = ModelAction.Key(site: 9, number: habit + 1)
      state.apply(
        fact(command, ModelAction(key: key, milliseconds: 0, what: .deleteHabit(0)), on: 0))
    }
    return state
  }

  /// Applies an action to a state; returns why it is refused, or nil.
  private static func apply(
    _ action: ModelAction, of goals: [ModelAction.Key: RewardsModel.Goal],
    to state: inout ScopeState
  ) -> String? {
    let now = Instant(milliseconds: Int64(firstDay.number) * Span.day + 400 * Span.day)
    let remark = Command.checkIn(for: MemberHandle(1), WellnessScore(mental: 5, physical: 5))
    switch action.what {
    case .attend(let person, let lesson, let day, let sport, let isGame, let attended):
      let attendance = Attendance(
        person: MemberHandle(UInt16(person)),
        trainingClass: Entity(site: 80, sequence: UInt32(lesson)),
        day: firstDay.adding(days: day), takesPlaceOn: firstDay.adding(days: day),
        sport: Self.sport(sport), type: isGame ? .tournament : .training)
      state.deliver(
        .attendance(attendance, isAttended: attended), by: fact(remark, action, on: day))
    case .eatWell(let person, let day, let met):
      let (person, local) = (MemberHandle(UInt16(person)), firstDay.adding(days: day))
      // Nutrition reports each change once.
      guard state.rewards.ledger.stands(.nutritionDay(local, of: person)) != met else { break }
      state.deliver(.nutritionDay(person, local, isMet: met), by: fact(remark, action, on: day))
    default:
      var day = 0
      if case .mark(_, let marked, _) = action.what { day = marked }
      let fact = fact(command(action, goals), action, on: day)
      if let refusal = decide(fact, at: .server, now: now, on: state) { return "\(refusal)" }
      state.apply(fact)
    }
    return nil
  }

  private static func command(
    _ action: ModelAction, _ goals: [ModelAction.Key: RewardsModel.Goal]
  ) -> Command {
    let parent = TestFamily.parent
    func member(_ person: Int) -> MemberHandle { MemberHandle(UInt16(person)) }
    switch action.what {
    case .mark(let habit, let day, let done):
      return .setCompletion(
        of: Entity(site: 9, sequence: UInt32(habit + 1)),
        owner: member(RewardsModel.owners[habit]), on: firstDay.adding(days: day), done: done)
    case .deleteHabit(let habit):
      return .deleteHabit(
        Entity(site: 9, sequence: UInt32(habit + 1)), of: member(RewardsModel.owners[habit]))
    case .setPoints(let item, let amount):
      return Command(
        .pointsSet, subject: parent, entity: Entity(raw: UInt64(item)),
        payload: Payload(UInt64(amount)))
    case .bonus(let person, let amount): return .awardBonus(to: member(person), amount)
    case .revoke(let key, let person): return .revokeBonus(entity(key), of: member(person))
    case .offer(let price): return .offerReward(TextHandle(1), price: price, by: parent)
    case .price(let key, let price): return .priceReward(entity(key), at: price, by: parent)
    case .withdraw(let key): return .withdrawReward(entity(key), by: parent)
    case .claim(let key, let person, let price):
      return .claimReward(entity(key), for: member(person), price: price)
    case .cancel(let key, let person): return .cancelClaim(entity(key), of: member(person))
    default: return goalCommand(action, goals)
    }
  }

  private static func goalCommand(
    _ action: ModelAction, _ goals: [ModelAction.Key: RewardsModel.Goal]
  ) -> Command {
    func person(_ key: ModelAction.Key) -> MemberHandle {
      MemberHandle(UInt16(goals[key]?.person ?? 1))
    }
    switch action.what {
    case .goal(let person, let type, let target, let start, let end, let priority):
      return .createGoal(
        for: MemberHandle(UInt16(person)),
        GoalCreation(
          GoalType(rawValue: UInt8(type))!, title: TextHandle(1), target: target, unit: .empty,
          from: firstDay.adding(days: start), through: firstDay.adding(days: end),
          priority: GoalPriority(rawValue: UInt8(priority))!))
    case .target(let key, let value):
      return .setGoalTarget(entity(key), of: person(key), to: value)
    case .dates(let key, let start, let end):
      let dates = GoalDates(
        from: firstDay.adding(days: start), through: firstDay.adding(days: end))
      return .setGoalDates(entity(key), of: person(key), to: dates)
    case .priority(let key, let value):
      return Command(
        .goalPrioritySet, subject: person(key), entity: entity(key),
        payload: Payload(UInt64(value)))
    case .sport(let key, let value):
      return .setGoalSport(entity(key), of: person(key), to: sport(value))
    case .progress(let key, let value):
      return .setGoalProgress(entity(key), of: person(key), to: value)
    case .complete(let key, let value):
      return .completeGoal(entity(key), of: person(key), value)
    case .archive(let key, let value):
      return .archiveGoal(entity(key), of: person(key), value)
    case .deleteGoal(let key): return .deleteGoal(entity(key), of: person(key))
    default: fatalError("nothing about a goal")
    }
  }

  private static func fact(_ command: Command, _ action: ModelAction, on day: Int) -> Fact {
    let milliseconds = Int64(firstDay.number) * Span.day + Int64(action.milliseconds)
    let stamp = UInt64(milliseconds) << 16 | UInt64(action.key.number)
    return Fact(
      command: command, version: Version(stamp: stamp, site: UInt32(action.key.site)),
      sequence: UInt32(action.key.number), author: TestFamily.parent,
      day: firstDay.adding(days: day), zone: .utc, claimed: firstDay.adding(days: day).noon)
  }

  private static func entity(_ key: ModelAction.Key) -> Entity {
    Entity(site: UInt32(key.site), sequence: UInt32(key.number))
  }

  private static func key(_ entity: Entity) -> ModelAction.Key {
    ModelAction.Key(
      site: Int(entity.raw >> 32), number: Int(UInt32(truncatingIfNeeded: entity.raw)))
  }

  /// Sport 0 means none.
  private static func sport(_ sport: Int) -> Entity {
    sport == 0 ? .none : Entity(site: 70, sequence: UInt32(sport))
  }

  private static func cause(_ cause: PointCause) -> RewardsModel.Cause {
    let person = Int(cause.person.index)
    let day = Int(cause.detail) - Int(firstDay.number)
    let sequence = Int(UInt32(truncatingIfNeeded: cause.entity.raw))
    switch cause.kind {
    case .attendance: return .attendance(person: person, lesson: sequence, day: day)
    case .nutritionDay: return .nutritionDay(person: person, day: day)
    case .streakWeek: return .week(habit: sequence - 1, number: Int(cause.detail))
    case .goal: return .goal(key(cause.entity), person: person)
    case .bonus: return .bonus(key(cause.entity), person: person)
    case .claim: return .claim(key(cause.entity), person: person)
    }
  }
}
