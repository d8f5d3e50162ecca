import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P20: conservation. A balance is the sum of its ledger, a cause has at most one net grant, what is
// taken back is what was given, and each line follows from a row of the log: bonuses, claims, goals
// and the whole weeks of a habit as the log has them, at the pay that was set then (REW-1…REW-3,
// REW-5). What attending and eating well should have paid is another retelling's business; here
// only the amount is looked at.
extension LogReplay {
  /// Books the lines that a row has brought about, which are next in the ledger.
  mutating func recordEntries(of fact: Fact, _ state: borrowing ScopeState) {
    let lines = state.rewards.ledger.count
    while balances.count < lines {
      let entry = state.rewards.ledger[balances.count]
      guard entry.by == fact.identity else { return }
      if !wasErased && entry.cause.kind == .claim && !entry.isReversal
        && balances.balance(of: entry.person) < -Int(entry.amount)
      {
        report(
          .caps, fact.identity, "points were spent that were not there",
          expected: "at most \(balances.balance(of: entry.person))", found: "\(-Int(entry.amount))")
      }
      if let wrong = balances.book(entry) {
        report(.conservation, fact.identity, wrong)
      }
      if !entry.isReversal, let pay = pay(of: entry.cause), pay != entry.amount {
        report(
          .conservation, fact.identity, "a cause paid what nobody had set for it",
          expected: "\(pay) points for \(entry.cause.kind)", found: "\(entry.amount)")
      }
    }
  }

  /// REW-2: what a cause pays that begins now; nil where it says so itself, or nobody knows.
  private func pay(of cause: PointCause) -> Int32? {
    switch cause.kind {
    case .attendance: attendance.type(of: cause.entity).map { points.pay(attending: $0) }
    case .nutritionDay: points.pay(.nutritionDay)
    case .streakWeek: points.pay(.streakWeek)
    case .goal: priorities[cause.entity].map { points.pay(completing: $0) }
    case .bonus, .claim: nil
    }
  }

  /// GOAL-1: what a goal was made with, and what was said of it since.
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
        .conservation, "the ledger has a line that no row brought about",
        expected: "\(balances.count) lines", found: "\(read.state.rewards.ledger.count)")
      return
    }
    for index in 0..<read.state.memberCount {
      let person = MemberHandle(UInt16(index))
      if read.state.balance(of: person) != balances.balance(of: person)
        || read.state.lifetimePoints(of: person) != balances.lifetime(of: person)
      {
        report(
          .conservation, "a balance is not the sum of its ledger",
          expected:
            "\(balances.balance(of: person)) points of \(balances.lifetime(of: person)) for "
            + Self.words(person),
          found: "\(read.state.balance(of: person)) of \(read.state.lifetimePoints(of: person))")
      }
    }
    checkStanding(.bonus, points.bonuses)
    checkStanding(.claim, points.claims)
    checkGoals(read)
    checkWeeks()
  }

  private mutating func checkStanding(_ kind: CauseKind, _ told: [Entity: PointsModel.Sum]) {
    let standing = balances.standing(kind)
    for (entity, sum) in told.sorted(by: { $0.key < $1.key })
    where standing[PointCause(kind, entity, of: sum.person)] != sum.amount {
      report(
        .conservation, entity, "the ledger lacks what the log has awarded or spent",
        expected: "\(sum.amount) points for \(Self.words(sum.person))",
        found: standing[PointCause(kind, entity, of: sum.person)].map { "\($0)" } ?? "none")
    }
    if standing.count > told.count {
      report(
        .conservation, "the ledger has what the log has taken back",
        expected: "\(told.count) lines for \(kind)", found: "\(standing.count)")
    }
  }

  /// GOAL-2: a goal that is completed by hand has paid, and one that is not has not.
  private mutating func checkGoals(_ read: borrowing Scope) {
    let standing = balances.standing(.goal)
    for position in 0..<read.feed.count {
      let row = read.feed[position]
      let fact = row.operation.fact
      guard fact.kind == .goalCreated, !row.verdict.isRejected,
        let goal = read.state.goal(fact.identity), !goal.type.isAutomatic
      else { continue }
      let isCompleted =
        fields.last(.goalCompletedSet, of: fact.identity)?.payload.first ?? 0 != 0
      let hasPaid = standing[PointCause(.goal, fact.identity, of: goal.person)] != nil
      if isCompleted != hasPaid || isCompleted != goal.isCompleted {
        report(
          .conservation, fact.identity, "a goal has not paid as the log says",
          expected: isCompleted ? "completed and paid" : "open and not paid",
          found: "\(goal.isCompleted ? "completed" : "open") and \(hasPaid ? "paid" : "not paid")")
      }
    }
  }

  /// REW-2: as many weeks of a habit are paid as its runs have, rounded down run by run.
  private mutating func checkWeeks() {
    var paid: [Entity: Int] = [:]
    for cause in balances.standing(.streakWeek).keys { paid[cause.entity, default: 0] += 1 }
    var index = 0
    var days: [Int32] = []
    while let habit = streaks.nextHabit(&index, doneDays: &days) {
      let (weeks, done) = (paid.removeValue(forKey: habit) ?? 0, PlainStreaks.weeks(of: days))
      if weeks != done {
        report(
          .conservation, habit, "other weeks of a habit are paid than were done",
          expected: "\(done) weeks", found: "\(weeks)")
      }
    }
    if !paid.isEmpty {
      report(.conservation, "weeks are paid of a habit that was never done")
    }
  }
}
