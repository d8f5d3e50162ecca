import Base
import Chronology
import Testing

@testable import DomainCore

@Suite("Attendance points equal those of the reference model")
struct AttendanceOracleTests {
  @Test(
    "REW-1, REW-2, REW-4, GOAL-2, SCH-4, NUT-2: after random seasons on several devices",
    arguments: 0..<40 as Range<UInt64>)
  func seasons(part: UInt64) {
    for seed in (part * 50)..<((part + 1) * 50) {
      let differences = Self.differences(RandomSeason(seed: seed, long: seed % 80 == 0))
      #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(3))")
      if !differences.isEmpty { return }
    }
  }

  private static func differences(_ season: RandomSeason) -> [String] {
    let replay = ScheduleReplay(season.events)
    let plain = season.plain
    var state = ScheduleReplay.freshState()
    var second = ScheduleReplay.freshState()
    var differences: [String] = []
    for (event, expected) in zip(season.events, season.responses) {
      let fact = replay.fact(event)
      var response = ""
      if let refusal = decide(fact, at: .server, now: event.committed, on: state) {
        response = "\(refusal)"
      } else {
        response = "\(state.apply(fact, committed: event.committed))"
        _ = second.apply(fact, committed: event.committed)
      }
      if response != expected { differences.append("\(event): \(response), not \(expected)") }
      // The copy continues like the original.
      if event.number % 32 == 15 { second = second.copy() }
    }
    compareLedger(state, plain, replay, &differences)
    comparePeople(state, plain, replay, &differences)
    if !state.isIdentical(to: second) || state.digest != second.digest {
      differences.append("the same log made two states")
    }
    return differences
  }

  /// Lines of one event have no order among them.
  private static func compareLedger(
    _ state: borrowing ScopeState, _ plain: AttendanceModel, _ replay: ScheduleReplay,
    _ differences: inout [String]
  ) {
    var kept: [[String]] = []
    for place in 0..<state.rewards.ledger.count {
      let entry = state.rewards.ledger[place]
      let number = Int(entry.by.raw & 0xFFFF_FFFF)
      let thing = Int(entry.cause.entity.raw & 0xFFFF_FFFF)
      let day = entry.cause.kind == .attendance ? "\(entry.cause.detail)" : "goal"
      kept.append(["\(number)", "\(thing) \(day) \(entry.person.index)"])
      kept[kept.count - 1].append("\(entry.amount) \(entry.turn)")
    }
    let modeled = plain.lines.map { line in
      let cause =
        switch line.cause {
        case .attended(let training, let day, let child): "\(training) \(day.number) \(child)"
        case .goal(let goal, let child): "\(goal) goal \(child)"
        }
      return ["\(line.event)", cause, "\(line.amount) \(line.turn)"]
    }
    func sorted(_ lines: [[String]]) -> [[String]] {
      lines.enumerated().sorted {
        (Int($0.element[0])!, $0.element[1]) < (Int($1.element[0])!, $1.element[1])
      }.map(\.element)
    }
    if sorted(kept) != sorted(modeled) { differences.append("ledger") }
    if !kept.map({ Int($0[0])! }).elementsEqual(modeled.map { Int($0[0])! }) {
      differences.append("order of the ledger")
    }
  }

  private static func comparePeople(
    _ state: borrowing ScopeState, _ plain: AttendanceModel, _ replay: ScheduleReplay,
    _ differences: inout [String]
  ) {
    for child in [1, 3] {
      let handle = MemberHandle(UInt16(child))
      if state.rewards.balance(of: handle) != plain.balance(child) {
        differences.append("balance of \(child): \(state.rewards.balance(of: handle))")
      }
      for sport in plain.schedule.sports.keys {
        let count = plain.attended(child, sport: sport)
        let tiers = [25, 50, 100].count { count >= $0 }
        let kept =
          state.rewards.trophy(of: handle, in: replay.entity(sport)).map { Int($0.rawValue) + 1 }
          ?? 0
        if state.rewards.attendedCount(of: handle, in: replay.entity(sport)) != count
          || kept != tiers
        {
          differences.append("sport \(sport) of \(child): \(kept), not \(tiers)")
        }
      }
      for (first, last) in AttendanceModel.months {
        let count = plain.attended(child, from: first, through: last)
        if state.rewards.attendedCount(of: handle, inMonthOf: last) != count
          || state.schedule.attendedCount(of: handle, from: first, through: last) != count
        {
          differences.append("month of \(first) of \(child)")
        }
        for today in [last, last.adding(days: 1), last.adding(days: 200)] {
          let badges = state.rewards.achievements(
            of: handle, asOf: today, state.shared, state.schedule
          ).badges.badges
          if Set(badges.map { "\($0)" }) != plain.badges(child, asOf: today) {
            differences.append("badges of \(child) as of \(today): \(badges)")
          }
        }
      }
    }
    for goal in plain.schedule.goals.keys {
      let kept = state.goals.goal(replay.entity(goal))!
      if Int(kept.current) != plain.progress(goal)
        || kept.isCompleted != (plain.progress(goal) >= plain.target(goal))
      {
        differences.append("goal \(goal): \(kept.current)")
      }
    }
  }

  @Test("The random seasons cover every required case")
  func coverage() {
    var met: [String: Int] = [:]
    for seed in 0..<160 as Range<UInt64> {
      let season = RandomSeason(seed: seed, long: seed % 16 == 0)
      for (event, response) in zip(season.events, season.responses) {
        met["\("\(event.what)".prefix { $0 != "(" }) \(response)", default: 0] += 1
      }
      let plain = season.plain
      for line in plain.lines {
        let kind = "\(line.cause)".prefix { $0 != "(" }
        met["\(kind) \(line.turn % 2 == 0 ? "begins" : "ends")", default: 0] += 1
        let event = "\(season.events[line.event - 1].what)".prefix { $0 != "(" }
        met["\(kind) by \(event)", default: 0] += 1
      }
      for child in [1, 3] {
        for month in AttendanceModel.months.indices where plain.isPerfect(child, month: month) {
          met["perfect month \(month)", default: 0] += 1
          let (first, last) = AttendanceModel.months[month]
          let attended = plain.schedule.attendedDays(child)
            .filter { first <= $0.heldOn && $0.heldOn <= last }
          if attended.contains(where: { $0.day < first || $0.day > last }) {
            met["perfect by a move", default: 0] += 1
          }
          if attended.contains(where: {
            !plain.schedule.originalDays($0.training).contains($0.day)
          }) {
            met["perfect with what is gone", default: 0] += 1
          }
        }
        for sport in plain.schedule.sports.keys {
          let count = plain.attended(child, sport: sport)
          met["trophy \([25, 50, 100].count { count >= $0 })", default: 0] += 1
        }
      }
    }
    let wanted = [
      "attended changed", "attended superseded", "attended occurrenceCancelled",
      "attended occurrenceUnknown", "attended classDeleted", "attended notParticipant",
      "attended dayInFuture", "cancel changed", "cancel superseded", "move changed",
      "move superseded", "move outsideSeason", "rule changed", "season changed", "archive changed",
      "deleteClass changed", "deleteSport changed", "participant changed", "type changed",
      "points changed", "goal changed", "goalSport changed", "start changed",
      "attended begins", "attended ends", "attended by cancel", "attended by attended",
      "goal begins", "goal ends", "goal by cancel", "goal by move", "goal by attended",
      "goal by goalSport", "perfect month 0", "perfect month 1", "perfect by a move",
      "perfect with what is gone", "trophy 0", "trophy 1", "trophy 2", "trophy 3",
    ]
    for situation in wanted { #expect(met[situation, default: 0] > 0, "\(situation)") }
  }
}
