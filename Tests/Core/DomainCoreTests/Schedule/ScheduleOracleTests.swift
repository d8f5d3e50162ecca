import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("A family's schedule equals that of the reference model")
struct ScheduleOracleTests {
  @Test(
    "SCH-1…SCH-7, SCH-9, FAM-4: after random histories on several devices",
    arguments: 0..<20 as Range<UInt64>)
  func histories(part: UInt64) {
    for seed in (part * 100)..<((part + 1) * 100) {
      let differences = Self.differences(seed)
      #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(3))")
      if !differences.isEmpty { return }
    }
  }

  /// The differences between the fold and the model after the same history.
  private static func differences(_ seed: UInt64) -> [String] {
    let history = RandomSchedule(seed: seed)
    let replay = ScheduleReplay(history.events)
    let plain = history.plain
    var state = ScheduleReplay.freshState()
    var second = ScheduleReplay.freshState()
    var differences: [String] = []
    // Late enough that no day is refused as future; memberships end at the time of their commit.
    let later = Instant(milliseconds: Int64(RandomSchedule.day(80).number) * Span.day)
    for (event, expected) in zip(history.events, history.responses) {
      var response = ""
      let fact = replay.fact(event)
      if let refusal = decide(fact, at: .server, now: later, on: state) {
        response = "\(refusal)"
      } else {
        response = "\(state.apply(fact, committed: event.committed))"
        _ = second.apply(fact, committed: event.committed)
      }
      if response != expected {
        differences.append("\(event): \(response), expected \(expected)")
      }
    }
    // Checking one random moment costs as much as the whole history, so most histories have one.
    var dice = Dice(seed: seed ^ 0xFACE)
    for _ in 0..<dice.pick([1, 1, 1, 3]) {
      let now = Instant(
        milliseconds: Int64(RandomSchedule.day(dice.roll(50)).number) * Span.day
          + Int64(dice.roll(1_440)) * Span.minute)
      let all = plain.occurrences(now: now)
      differences += occurrences(state, all, replay, now, &dice)
      differences += conflicts(state, plain, all, replay, now, &dice)
    }
    differences += attendance(state, plain, replay)
    if !state.isIdentical(to: second) { differences.append("the same log made two states") }
    if !state.copy().isIdentical(to: state) { differences.append("the copy differs") }
    return differences
  }

  private static func range(_ dice: inout Dice) -> Range<Instant> {
    if dice.chance(1, in: 3) {
      return ScheduleSpan(from: RandomSchedule.day(-5), through: RandomSchedule.day(80))
        .range(in: .utc)
    }
    let zone = Zone(named: dice.pick(RandomSchedule.zones))!
    let first = RandomSchedule.day(dice.roll(50))
    let span = dice.pick([
      ScheduleSpan.day(first), .week(of: first), .month(of: first),
      ScheduleSpan(from: first, through: first.adding(days: dice.roll(9))),
    ])
    return span.range(in: zone)
  }

  private static func occurrences(
    _ state: borrowing ScopeState, _ all: [ExpectedOccurrence], _ replay: ScheduleReplay,
    _ now: Instant, _ dice: inout Dice
  ) -> [String] {
    let range = range(&dice)
    let shown = state.occurrences(
      in: range, now: now, filter: ScheduleFilter(showsCancelled: true))
    var differences: [String] = []
    let translated = shown.map { occurrence($0, replay) }
    if Set(translated)
      != Set(all.filter { $0.start < range.upperBound && $0.end > range.lowerBound })
      || translated.count != Set(translated).count
    {
      differences.append("occurrences in \(range)")
    }
    if !shown.elementsEqual(shown.sorted(by: Occurrence.comesFirst)) {
      differences.append("order in \(range)")
    }
    let child = dice.pick([1, 3])
    let driver = dice.pick([0, 2, 4])
    let filtered = state.occurrences(
      in: range, now: now,
      filter: ScheduleFilter(
        child: MemberHandle(UInt16(child)), driver: MemberHandle(UInt16(driver))))
    let expected = all.filter {
      !$0.isCancelled && $0.start < range.upperBound && $0.end > range.lowerBound
        && $0.participants.contains(child) && ($0.dropOff == driver || $0.pickUp == driver)
    }
    if Set(filtered.map { occurrence($0, replay) }) != Set(expected) {
      differences.append("filtered in \(range)")
    }
    let next = state.nextOccurrences(now: now).map(\.start)
    let later = all.filter { !$0.isCancelled && $0.start >= now }.map(\.start).sorted()
    if next != Array(later.prefix(3)) { differences.append("next at \(now)") }
    return differences
  }

  private static func occurrence(
    _ one: Occurrence, _ replay: ScheduleReplay
  ) -> ExpectedOccurrence {
    ExpectedOccurrence(
      training: Int(one.id.trainingClass.raw & 0xFFFF_FFFF), day: one.id.day, start: one.start,
      end: one.end, isCancelled: one.isCancelled,
      participants: Set(one.participants.map { Int($0.index) }), place: Int(one.place.number),
      travel: one.place.travelMinutes, dropOff: one.dropOff.driver.map { Int($0.index) },
      pickUp: one.pickUp.driver.map { Int($0.index) },
      coverage: [one.dropOff.isCoverageRequested, one.pickUp.isCoverageRequested],
      offers: [one.dropOff, one.pickUp].map { $0.swapPartner.map { Int($0.index) } },
      status: "\(one.status)")
  }

  private static func conflicts(
    _ state: borrowing ScopeState, _ plain: ScheduleTestModel, _ all: [ExpectedOccurrence],
    _ replay: ScheduleReplay, _ now: Instant, _ dice: inout Dice
  ) -> [String] {
    let range = range(&dice)
    let found = state.conflicts(in: range, now: now)
    var differences: [String] = []
    let translated = found.map { replay.plain($0) }
    if Set(translated) != plain.conflicts(in: range, now: now, of: all)
      || Set(translated).count != translated.count
    {
      differences.append("conflicts in \(range) at \(now)")
    }
    for one in found.prefix(2) {
      let free = state.freeDrivers(from: one.from, to: one.to, now: now).map { Int($0.index) }
      if free != plain.freeDrivers(from: one.from, to: one.to, of: all) {
        differences.append("free drivers from \(one.from)")
      }
    }
    return differences
  }

  private static func attendance(
    _ state: borrowing ScopeState, _ plain: ScheduleTestModel, _ replay: ScheduleReplay
  ) -> [String] {
    var differences: [String] = []
    for child in [1, 3] {
      let person = MemberHandle(UInt16(child))
      let attended = plain.attendedDays(child)
      for sport in plain.sports.keys {
        let expected = attended.count { plain.sport(of: $0.training) == sport }
        if state.rewards.attendedCount(of: person, in: replay.entity(sport)) != expected {
          differences.append("attended of sport \(sport)")
        }
      }
      let march = attended.count { $0.heldOn.month == 3 }
      if state.rewards.attendedCount(of: person, inMonthOf: RandomSchedule.day(3)) != march {
        differences.append("attended in March")
      }
      let first = RandomSchedule.day(7)
      let last = RandomSchedule.day(34)
      let expected = attended.count { first <= $0.heldOn && $0.heldOn <= last }
      if state.schedule.attendedCount(of: person, from: first, through: last) != expected {
        differences.append("attended in 28 days")
      }
      let kept = state.schedule.attendance(of: person, from: first, through: last, state.shared)
      let all = plain.toAttend(child, from: first, through: last)
      if kept.scheduled != all.count
        || kept.attended != all.count(where: { plain.isAttended($0.training, $0.day, child) })
      {
        differences.append("attendance kept")
      }
    }
    return differences
  }

  @Test("The random histories cover every required case")
  func coverage() {
    var met: [String: Int] = [:]
    for seed in 0..<300 as Range<UInt64> {
      let history = RandomSchedule(seed: seed)
      let plain = history.plain
      for (event, response) in zip(history.events, history.responses) {
        let kind = "\(event.what)".prefix { $0 != "(" }
        met["\(kind) \(response)", default: 0] += 1
        if case .swap(_, _, let step) = event.what {
          met["swap step \(step) \(response)", default: 0] += 1
        }
      }
      let now = Instant(milliseconds: Int64(RandomSchedule.day(10).number) * Span.day)
      for (duty, held) in plain.held where !plain.ends[held.holder, default: []].isEmpty {
        let isBack = !plain.removed.contains(held.holder)
        let isKept = plain.holder(duty) != nil
        met["\(isBack ? "back" : "gone") and \(isKept ? "kept" : "lost")", default: 0] += 1
      }
      let all = plain.occurrences(now: now)
      for one in all {
        if one.offers != [nil, nil] { met["offered", default: 0] += 1 }
        met["occurrence \(one.status)", default: 0] += 1
        if plain.moved(one.training, one.day) != nil {
          met[one.isCancelled ? "moved and cancelled" : "moved", default: 0] += 1
        }
      }
      let range = now + -30 * Span.day..<now + 60 * Span.day
      for one in plain.conflicts(in: range, now: now, of: all) {
        met["conflict \(one.kind)\(one.isHandled ? " handled" : "")", default: 0] += 1
      }
    }
    var wanted = [
      "occurrence unassigned", "occurrence partial", "occurrence both", "moved",
      "moved and cancelled", "conflict 0", "conflict 1", "conflict 2", "end changed",
      "end superseded", "resume changed", "resume superseded", "gone and kept", "gone and lost",
      "back and kept", "back and lost", "offered",
    ]
    for kind in [
      "season", "archive", "start", "duration", "place", "rule", "participant", "cancel", "move",
      "attended", "claim", "release", "assign", "coverage", "swap",
    ] {
      wanted.append("\(kind) changed")
    }
    for kind in ["season", "rule", "participant", "cancel", "move", "claim", "deleteSport"] {
      wanted.append("\(kind) superseded")
    }
    wanted += [
      "makeSport parentNeeded", "season seasonInvalid", "season sportDeleted",
      "makeClass outsideSeason", "makeClass classTimeInvalid", "makeClass sportDeleted",
      "move classDeleted", "move classUnknown", "move occurrenceUnknown", "move outsideSeason",
      "claim occurrenceUnknown", "claim occurrenceCancelled", "claim dutyTaken",
      "claim claimNotAllowed", "claim dutyNotYours", "claim memberRemoved", "assign dutyTaken",
      "assign dutyChanged", "assign parentNeeded", "assign driverNotAllowed",
      "release dutyChanged", "release dutyNotYours", "release superseded",
      "coverage dutyNotYours", "swap swapUnknown", "swap dutyChanged", "swap parentNeeded",
      "attended notParticipant",
      "attended dayInFuture", "attended loggingNotAllowed", "swap step 0 changed",
      "swap step 1 changed",
      "swap step 2 changed", "swap step 3 changed", "swap step 2 swapUnknown", "conflict 0 handled",
      "conflict 2 handled",
    ]
    for situation in wanted { #expect(met[situation, default: 0] > 0, "\(situation)") }
  }
}
