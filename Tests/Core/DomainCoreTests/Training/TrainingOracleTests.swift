import Base
import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Training and school equal those of the reference model")
struct TrainingOracleTests {
  private typealias Event = ModelTrainingEvent
  private static let historiesPerCase = 50

  @Test(
    "TRN-1, TRN-2, TRN-3, TRN-5, ACA-1, SCH-8, FAM-10: after random histories on several devices",
    arguments: 0..<40)
  func histories(seed: Int) {
    for number in 0..<Self.historiesPerCase {
      let place = UInt64(seed * Self.historiesPerCase + number)
      // Every answer replays the whole history, so each is asked on some days only.
      var dice = Dice(seed: ~place)
      let differences = Self.differences(in: TrainingHistory(seed: place), &dice)
      #expect(differences.isEmpty, "seed \(seed), history \(number): \(differences.prefix(3))")
    }
  }

  @Test("The random histories cover every required case")
  func coverage() {
    var met: [String: Int] = [:]
    for seed in 0..<250 {
      var plain = TrainingModel()
      for event in TrainingHistory(seed: UInt64(seed)).events {
        let response = plain.receive(event, serverDay: TrainingHistory.days)
        let name = "\(event.what)".prefix { $0 != "(" }
        met["\(name) \(response)", default: 0] += 1
      }
    }
    var wanted: [String] = []
    for kind in [
      "generate", "editSession", "deleteSession", "editTemplate", "deleteTemplate",
      "editAssignment", "withdraw", "deleteLog", "editCourse", "deleteCourse", "editItem",
      "deleteItem", "role", "away",
    ] {
      wanted += ["\(kind) changed", "\(kind) superseded"]
    }
    wanted += ["session", "template", "assign", "workout", "mobility", "course", "item", "roster"]
      .map { "\($0) changed" }
    for refused in [
      "session sessionOutOfRange", "session loggingNotAllowed", "generate templateUnknown",
      "generate templateDeleted", "generate dayOutOfRange", "editSession sessionUnknown",
      "editSession sessionDeleted", "editSession effortOutOfRange", "editSession setOutOfRange",
      "editTemplate templateDeleted", "assign coachNeeded", "assign notOnRoster",
      "assign memberRemoved", "roster rosterNotPossible", "editAssignment assignmentWithdrawn",
      "editAssignment effortOutOfRange", "withdraw assignmentCompleted", "withdraw notOnRoster",
      "workout amountOutOfRange", "workout dayInFuture", "deleteLog trainingLogUnknown",
      "item dueOutOfRange", "item titleMissing", "item courseDeleted",
      "editItem academicItemDeleted", "editItem academicItemUnknown", "editCourse courseDeleted",
    ] {
      let words = refused.split(separator: " ")
      wanted.append("\(words[0]) refused(\"\(words[1])\")")
    }
    for situation in wanted { #expect(met[situation, default: 0] > 0, "\(situation)") }
  }

  /// The differences between the fold and the model after the same history.
  private static func differences(
    in history: TrainingHistory, _ dice: inout Dice
  ) -> [String] {
    var differences: [String] = []
    var plain = TrainingModel()
    let family = TestFamily.withCoaches()
    let second = TestFamily.withCoaches()
    for one in [family, second] {
      one.roster(TestFamily.coach, TestFamily.athlete, false)
      one.state.shared.members[1].mayLog.value = true
    }
    let now = TestFamily.noon(TrainingHistory.days)
    for event in history.events {
      let expected = plain.receive(event, serverDay: TrainingHistory.days)
      let response = submit(event, to: family, now: now)
      _ = submit(event, to: second, now: now)
      if response != expected { differences.append("\(event): \(response), not \(expected)") }
    }
    compareSessions(family.state, plain, &differences)
    comparePeople(family.state, plain, &dice, &differences)
    compareSchool(family.state, plain, &dice, &differences)
    if family.state.digest != second.state.digest || !family.isIdentical(to: second) {
      differences.append("two states of one log")
    }
    let copy = family.state.copy()
    if !copy.isIdentical(to: family.state) || copy.digest != family.state.digest {
      differences.append("the copy")
    }
    if dice.chance(1, in: 8) {
      var differencesOfCopy: [String] = []
      comparePeople(copy, plain, &dice, &differencesOfCopy)
      differences += differencesOfCopy
    }
    return differences
  }

  private static func submit(
    _ event: Event, to family: TestFamily, now: Instant
  ) -> TrainingModel.Response {
    func member(_ index: Int) -> MemberHandle { MemberHandle(UInt16(index)) }
    let fact: Fact
    switch event.what {
    case .roster(let coach, let athlete, let isOn):
      fact = family.fact(
        .setRoster(of: member(coach), athlete: member(athlete), to: isOn), site: 900)
    case .role(let person, let name):
      let role = Role.allCases.first { "\($0)" == name }!
      fact = family.fact(.setRole(of: member(person), to: role), site: 900)
    case .away(let person, let isAway):
      let command = isAway ? Command.deactivateMember : Command.activateMember
      fact = family.fact(command(member(person)), site: 900)
    default: fact = event.fact
    }
    if let refusal = decide(fact, at: .server, now: now, on: family.state) {
      return .refused("\(refusal)")
    }
    return family.state.apply(fact) == .changed ? .changed : .superseded
  }

  private static func compareSessions(
    _ state: borrowing ScopeState, _ plain: TrainingModel, _ differences: inout [String]
  ) {
    if state.training.sessions.count != plain.sessions.count { differences.append("sessions") }
    for session in plain.sessions {
      let key = Event.key(session)
      guard let kept = state.training.session(key) else {
        differences.append("\(session) is missing")
        continue
      }
      var same = kept.isDeleted == plain.isDeleted(session)
      same = same && Int(kept.owner.index) == plain.owner(session)
      same = same && .text(Int(kept.title.raw)) == plain.value(session, .title)
      same = same && .text(Int(kept.notes.raw)) == plain.value(session, .notes) ?? .text(0)
      same = same && kept.time == Event.time(plain.time(session))
      if case .report(let report) = plain.value(session, .report) {
        same = same && kept.report == Event.report(report)
      } else {
        same = same && kept.report == .none
      }
      for number in 0..<3 {
        var plan: ExercisePlan?
        if case .exercise(let exercise) = plain.value(session, .exercise(number)),
          exercise.sets > 0
        {
          plan = Event.exercise(exercise)
        }
        same = same && state.training.exercise(UInt8(number), of: key) == plan
        same = same && kept.exerciseNumbers.contains(UInt8(number)) == (plan != nil)
        for set in 0..<3 {
          let shown = state.training.set(UInt8(set), ofExercise: UInt8(number), of: key)
          guard let plan, set < plan.sets else {
            same = same && shown == nil
            continue
          }
          if case .set(let done) = plain.value(session, .set(number, set)) {
            same = same && shown == Event.set(done)
          } else {
            same = same && shown == SetResult(reps: plan.reps, grams: plan.grams, isDone: false)
          }
        }
      }
      if !same { differences.append("\(session): \(kept)") }
    }
  }

  private static func comparePeople(
    _ state: borrowing ScopeState, _ plain: TrainingModel, _ dice: inout Dice,
    _ differences: inout [String]
  ) {
    for person in [1, 5, 7] {
      let member = MemberHandle(UInt16(person))
      let byDay = plain.sessionsByDay(of: person)
      for day in -1..<TrainingHistory.days + 6 where dice.chance(1, in: 3) {
        let local = TestFamily.day(day)
        let totals = state.training.workoutTotals(of: member, on: local, state.shared)
        let sessions = state.training.sessions(of: member, on: local).map(\.key)
        if sessions != byDay[day, default: []].map(Event.key)
          || [totals.count, totals.calories] != plain.workouts(of: person, on: day)
          || state.training.workouts(of: member, on: local, state.shared).count != totals.count
          || state.training.mobilityLogs(of: member, on: local).map({ Int($0.minutes) }).sorted()
            != plain.mobilityMinutes(of: person, on: day)
        {
          differences.append("member \(person) on day \(day)")
        }
        for coach in [4, 6] where dice.chance(1, in: 3) {
          let rate = state.training.completionRate(
            coach: MemberHandle(UInt16(coach)), athlete: member, asOf: local)
          if [Int(rate.completed), Int(rate.due)] != plain.rate(coach, person, day) {
            differences.append("rate of \(coach) and \(person) on \(day): \(rate)")
          }
        }
      }
      let planned = state.training.sessionsToGenerate(
        for: member, from: TestFamily.day(-2), through: TestFamily.day(TrainingHistory.days),
        state.shared)
      if planned != plain.toGenerate(for: person, -2...TrainingHistory.days).map(Event.key) {
        differences.append("to generate for \(person)")
      }
      let week = state.training.trainingItems(
        of: member, from: TestFamily.day(6), through: TestFamily.day(12), state.shared)
      let assigned = plain.assignments.filter {
        plain.made($0)!.subject == person && !plain.isEnded($0)
          && (6...12).contains(plain.time($0).day)
      }
      let own = (6...12).reduce(0) { $0 + byDay[$1, default: []].count }
      if week.count != own + assigned.count { differences.append("week of \(person)") }
      for item in assigned.map(Event.entity)
      where !week.contains(where: { $0.kind == .assignedWorkout && $0.entity == item }) {
        differences.append("assignment \(item) in the week of \(person)")
      }
    }
  }

  private static func compareSchool(
    _ state: borrowing ScopeState, _ plain: TrainingModel, _ dice: inout Dice,
    _ differences: inout [String]
  ) {
    let zero = Instant(milliseconds: Int64(TestFamily.firstDay.number) * Span.day)
    for person in [1, 5, 7] {
      let member = MemberHandle(UInt16(person))
      let shown = plain.shownItems(of: person)
      if state.academics.academicItems(of: member).map(\.entity) != shown.map(Event.entity) {
        differences.append("items of \(person)")
      }
      for minute in stride(from: 0, through: 24 * 1_440, by: 1_440 * 5 / 12)
      where dice.chance(1, in: 6) {
        for offset in [0, 1] {
          let counts = state.academics.academicCounts(
            of: member, at: zero + Int64(minute + offset) * Span.minute, in: .utc)
          let kept = [counts.upcoming, counts.overdue, counts.completed, counts.highPriority]
          if kept != plain.counts(shown, at: minute + offset) {
            differences.append("counts of \(person) at \(minute): \(kept)")
          }
        }
      }
      for day in stride(from: 0, to: 24, by: 5) where dice.chance(1, in: 2) {
        let due = state.academics.deadlines(of: member, inWeekOf: TestFamily.day(day), state.shared)
          .map(\.entity)
        if due != plain.deadlines(shown, inWeekOf: day).map(Event.entity) {
          differences.append("deadlines of \(person) in the week of \(day)")
        }
      }
    }
    for course in plain.courses {
      if .text(Int(state.academics.course(Event.entity(course))!.name.raw))
        != plain.value(course, .title)
      {
        differences.append("course \(course)")
      }
    }
  }
}
