import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P20: conservation. A balance is the sum of its ledger, a cause has at most one net grant, a
// revocation equals its grant, and each entry follows from a row of the log: bonuses, claims, goals
// and the whole weeks of a habit, with the points that were set at the time (REW-1…REW-3, REW-5).
// `DaysChecker` checks whether attendance and nutrition days should have paid; this checks only the
// amount.
extension LogReplay {
  /// Records the ledger entries that a row has created, which come next in the ledger.
  mutating func recordEntries(of fact: Fact, _ state: borrowing ScopeState) {
    let lines = state.rewards.ledger.count
    while balances.count < lines {
      let entry = state.rewards.ledger[balances.count]
      guard entry.by == fact.identity else { return }
      if !wasErased && entry.cause.kind == .claim && !entry.isReversal
        && balances.balance(of: entry.person) < -Int(entry.amount)
      {
        report(
          .caps, fact.identity, "more points were spent than the balance had",
          expected: "at most \(balances.balance(of: entry.person))", found: "\(-Int(entry.amount))")
      }
      if let wrong = balances.book(entry) {
        report(.conservation, fact.identity, wrong)
      }
      if !entry.isReversal, let pay = pay(of: entry.cause), pay != entry.amount {
        report(
          .conservation, fact.identity, "a cause paid an amount that no one had set for it",
          expected: "\(pay) points for \(entry.cause.kind)", found: "\(entry.amount)")
      }
    }
  }

  /// REW-2: the points of a cause that begins now; nil if the row states them, or if they are
  /// unknown.
  private func pay(of cause: PointCause) -> Int32? {
    switch cause.kind {
    case .attendance: attendance.type(of: cause.entity).map { points.pay(attending: $0) }
    case .nutritionDay: points.pay(.nutritionDay)
    case .streakWeek: points.pay(.streakWeek)
    case .goal: priorities[cause.entity].map { points.pay(completing: $0) }
    case .bonus, .claim: nil
    }
  }

  /// GOAL-1: the priority that a goal was created with, and later changes.
  mutating func notePriority(_ fact: Fact) {
    switch fact.kind {
    case .goalCreated: priorities[fact.identity] = GoalCreation(fact.payload).priority
    case .goalPrioritySet:
      guard let last = fields.last(.goalPrioritySet, of: fact.entity) else { return }
      let number = UInt8(truncatingIfNeeded: last.payload.first)
      if let priority = GoalPriority(rawValue: number) { priorities[fact.entity] = priority }
    default: break
    }
  }

  mutating func checkBalances(_ read: borrowing Scope) {
    tally.count(.conservation)
    if balances.count != read.state.rewards.ledger.count {
      report(
        .conservation, "the ledger has an entry that no row created",
        expected: "\(balances.count) entries", found: "\(read.state.rewards.ledger.count)")
      return
    }
    for index in 0..<read.state.memberCount {
      let person = MemberHandle(UInt16(index))
      if read.state.rewards.balance(of: person) != balances.balance(of: person)
        || read.state.rewards.lifetimePoints(of: person) != balances.lifetime(of: person)
      {
        report(
          .conservation, "a balance is not the sum of its ledger",
          expected:
            "\(balances.balance(of: person)) points of \(balances.lifetime(of: person)) for "
            + Self.words(person),
          found:
            "\(read.state.rewards.balance(of: person)) of "
            + "\(read.state.rewards.lifetimePoints(of: person))"
        )
      }
    }
    checkStanding(.bonus, points.bonuses)
    checkStanding(.claim, points.claims)
    checkGoals(read)
    checkWeeks()
  }

  private mutating func checkStanding(_ kind: CauseKind, _ expected: [Entity: PointsModel.Sum]) {
    let standing = balances.standing(kind)
    for (entity, sum) in expected.sorted(by: { $0.key < $1.key })
    where standing[PointCause(kind, entity, of: sum.person)] != sum.amount {
      report(
        .conservation, entity, "the ledger lacks points that the log has awarded or spent",
        expected: "\(sum.amount) points for \(Self.words(sum.person))",
        found: standing[PointCause(kind, entity, of: sum.person)].map { "\($0)" } ?? "none")
    }
    if standing.count > expected.count {
      report(
        .conservation, "the ledger has points that the log has revoked",
        expected: "\(expected.count) entries for \(kind)", found: "\(standing.count)")
    }
  }

  /// GOAL-2: a goal that is completed by hand has paid, and an open one has not.
  private mutating func checkGoals(_ read: borrowing Scope) {
    let standing = balances.standing(.goal)
    for position in 0..<read.feed.count {
      let row = read.feed[position]
      let fact = row.operation.fact
      guard fact.kind == .goalCreated, !row.verdict.isRejected,
        let goal = read.state.goals.goal(fact.identity), !goal.type.isAutomatic
      else { continue }
      let isCompleted =
        fields.last(.goalCompletedSet, of: fact.identity)?.payload.first ?? 0 != 0
      let hasPaid = standing[PointCause(.goal, fact.identity, of: goal.person)] != nil
      if isCompleted != hasPaid || isCompleted != goal.isCompleted {
        report(
          .conservation, fact.identity, "a goal's reward points differ from the log",
          expected: isCompleted ? "completed and paid" : "open and not paid",
          found: "\(goal.isCompleted ? "completed" : "open") and \(hasPaid ? "paid" : "not paid")")
      }
    }
  }

  /// REW-2: the paid weeks of a habit are the whole weeks of its runs of days, rounded down run by
  /// run.
  private mutating func checkWeeks() {
    var paid: [Entity: Int] = [:]
    for cause in balances.standing(.streakWeek).keys { paid[cause.entity, default: 0] += 1 }
    var index = 0
    var days: [Int32] = []
    while let habit = streaks.nextHabit(&index, doneDays: &days) {
      let (weeks, done) = (paid.removeValue(forKey: habit) ?? 0, StreakModel.weeks(of: days))
      if weeks != done {
        report(
          .conservation, habit, "the weeks paid for a habit differ from the weeks done",
          expected: "\(done) weeks", found: "\(weeks)")
      }
    }
    if !paid.isEmpty {
      report(.conservation, "weeks were paid for a habit that was never done")
    }
  }
}
