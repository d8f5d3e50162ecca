import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// P11, P13 and P14 at positions in the middle of a log. A wrong write is often overwritten before a
// run ends, so a check of the end alone would miss it: each row of the log is followed by a check
// of what it has written, and some late rows by a check of everything.
//
// Checked while the log is folded again (P3), against the raw log up to there. A log from which a
// person was erased is not checked.

/// A reference model of a log, updated row by row beside the folded state.
struct IncrementalLogReplay {
  private let scope: UInt32
  private let founders: [Member]
  private let firstDay: LocalDay
  private var records = RecordModel()
  private var fields = FieldModel()
  private var bodies = BodyModel()
  private var targets = NutritionTargetModel()
  private var attendance = AttendanceModel()
  private var duties = DutyModel()
  private var plan = ScheduleModel()
  private var lives = HabitLifeModel()
  private var calendars = CalendarLinkModel()
  /// The import of the last row from a calendar, as the tap that would have written it.
  private var imported: Fact?
  private var people: MemberModel
  /// The goals and rewards that were created.
  private var made: [Entity: Fact] = [:]
  /// The goals that were permanently deleted, as they were then.
  private var gone: [Entity: Goal] = [:]
  /// Whether a goal is a share of the plan, which every change of the plan recounts.
  private var hasShares = false
  private var latest = Version.never
  private var looks = 0
  /// Whether a mismatch was found already: its consequences need no report.
  private var isDone = false

  /// The maximum number of full checks, which are expensive.
  private static let fullChecksMax = 6
  /// Up to so many rows, a full check follows each row.
  private static let shortLog = 24

  init(scope: UInt32, founded: borrowing ScopeState) {
    self.scope = scope
    founders = LogReplay.founders(of: founded)
    firstDay = founded.firstDay
    people = MemberModel(founders: founders)
  }

  /// Reads the next accepted row, which was just folded into the state.
  mutating func ingest(
    _ row: FeedRow, at position: Int, in feed: borrowing FlatArray<FeedRow>,
    _ state: borrowing ScopeState, _ tally: inout PropertyTally, _ now: Instant
  ) {
    if isDone { return }
    let fact = row.operation.fact
    note(fact)
    if fact.kind == .goalDeleted, gone[fact.entity] == nil {
      gone[fact.entity] = state.goals.goal(fact.entity)
    }
    if row.verdict.kind == .accepted { duties.ingest(fact, committed: row.committed) }
    let isLate = fact.version < latest
    latest = max(latest, fact.version)
    tally.count(.derivedState)
    if let wrong = wrong(after: fact, state) {
      isDone = true
      let at = fact.identity
      tally.report(
        Violation(
          wrong.property, at: now, scope: scope, site: UInt32(at.raw >> 32),
          sequence: UInt32(truncatingIfNeeded: at.raw), what: wrong.what,
          expected: wrong.expected, found: wrong.found))
    } else if looks < Self.fullChecksMax,
      isChosen(fact, isLate: isLate) || feed.count <= Self.shortLog
    {
      looks += feed.count <= Self.shortLog ? 0 : 1
      isDone = !replayFromStart(through: position, of: feed, state, &tally, row.committed)
    }
  }

  private mutating func note(_ fact: Fact) {
    fields.ingest(fact)
    bodies.ingest(fact, newcomer: people.people.count)
    people.ingest(fact)
    targets.ingest(fact)
    lives.ingest(fact)
    imported = calendars.ingest(fact, in: plan)
    let recorded = imported ?? fact
    records.ingest(recorded)
    attendance.ingest(recorded)
    plan.ingest(recorded)
    if fact.kind == .goalCreated || fact.kind == .rewardOffered { made[fact.identity] = fact }
    if fact.kind == .goalAttendanceSet { hasShares = AttendanceRule(fact.payload).isShare }
  }

  /// Depends on the operation's content and time, so that the same rows are chosen when others are
  /// removed.
  private func isChosen(_ fact: Fact, isLate: Bool) -> Bool {
    // A wrong count is recounted at the next change of the plan.
    if hasShares && (fact.kind == .participantSet || fact.kind == .calendarEventGone) {
      return true
    }
    let randomWord = Digest128.mix(
      UInt64(bitPattern: fact.tapped.milliseconds / 1_000), UInt64(fact.kind.rawValue), 0, 0)
    return randomWord.first % (isLate ? 16 : 1_024) == 0
  }

  /// Replays the log up to a row as if it ended there. False after a mismatch.
  private func replayFromStart(
    through position: Int, of feed: borrowing FlatArray<FeedRow>, _ state: borrowing ScopeState,
    _ tally: inout PropertyTally, _ now: Instant
  ) -> Bool {
    var middle = Scope(state: state.copy(), rowsExpected: position + 1)
    for place in 0...position { middle.feed.append(feed[place]) }
    var walk = LogReplay(scope: scope, founders: founders, firstDay: firstDay, at: now)
    let before = tally.violationCount
    swap(&walk.tally, &tally)
    walk.read(middle)
    swap(&walk.tally, &tally)
    return tally.violationCount == before
  }
}

// MARK: Effects of a row

extension IncrementalLogReplay {
  private func wrong(
    after fact: Fact, _ state: borrowing ScopeState
  ) -> Mismatch? {
    for field in RecordModel.fields(of: fact) {
      if let standing = records.standing(field), FieldVisibility.shows(standing, in: state) == false
      {
        let thing = LogReplay.thing(of: field.kind)
        return Mismatch(.derivedState, "a field of \(thing) was not what had been written last")
      }
    }
    if let wrong = problemAfterDeletion(state) { return wrong }
    switch fact.kind.area {
    case .habits: return problemInHabit(fact, state)
    case .goals, .rewards: return problemInEntity(fact, state)
    case .families: return problemInPerson(fact, state)
    case .nutrition: return problemInTarget(fact, state)
    case .schedule: return problemInAttendance(fact, state) ?? problemInDuty(fact, state)
    case .calendar:
      return Self.problemInEvent(after: fact, calendars, state) ?? problemInImport(state)
    default: return nil
    }
  }

  /// GOAL-2: after a goal's deletion nothing changes its progress.
  private func problemAfterDeletion(_ state: borrowing ScopeState) -> Mismatch? {
    for (entity, goal) in gone {
      guard let shown = state.goals.goal(entity),
        shown.current != goal.current || shown.isCompleted != goal.isCompleted
      else { continue }
      return Mismatch(
        .derivedState, "a goal changed after it was deleted", goal.current, shown.current)
    }
    return nil
  }

  private func problemInImport(_ state: borrowing ScopeState) -> Mismatch? {
    guard let imported, let standing = records.standing(imported),
      FieldVisibility.shows(standing, in: state) == false
    else { return nil }
    return Mismatch(.derivedState, "an edit imported from a calendar was not shown")
  }

  private func problemInHabit(
    _ fact: Fact, _ state: borrowing ScopeState
  ) -> Mismatch? {
    guard let slot = state.slot(of: fact.entity) else { return nil }
    let habit = state.habitAt(slot)
    if habit.life.isAlive != lives.isAlive(fact.entity) {
      return Mismatch(
        .noResurrection, "a habit existed after its deletion, or was missing before")
    }
    if FieldModel.habitKinds.contains(fact.kind) && !LogReplay.agrees(habit, with: fields) {
      return Mismatch(.derivedState, "a field of a habit was not what had been written last")
    }
    return nil
  }

  private func problemInEntity(
    _ fact: Fact, _ state: borrowing ScopeState
  ) -> Mismatch? {
    if gone[fact.entity] != nil, state.goals.goal(fact.entity)?.isDeleted == false {
      return Mismatch(.noResurrection, "a deleted goal still existed")
    }
    if FieldModel.goalKinds.contains(fact.kind), let creation = made[fact.entity],
      let goal = state.goals.goal(fact.entity),
      !LogReplay.agrees(goal, with: fields, created: creation)
    {
      return Mismatch(.derivedState, "a field of a goal was not what had been written last")
    }
    if FieldModel.rewardKinds.contains(fact.kind), let creation = made[fact.entity],
      let reward = state.rewards.reward(fact.entity),
      !LogReplay.agrees(reward, with: fields, created: creation)
    {
      return Mismatch(.derivedState, "a field of a reward was not what had been written last")
    }
    let lifetime = state.rewards.lifetimePoints(of: fact.subject)
    let earned = [500, 2_000, 5_000].count { lifetime >= $0 }
    let level = Int(state.rewards.achievements(of: fact.subject).level.rawValue)
    if level != earned {
      return Mismatch(
        .derivedState, "a person had another level than they had earned",
        "level \(earned) for \(lifetime) points", level)
    }
    if fact.kind == .pointsSet,
      let item = PointItem(rawValue: UInt8(truncatingIfNeeded: fact.entity.raw)),
      let last = fields.points(item),
      state.rewards.values[item] != Int32(truncatingIfNeeded: last.payload.first)
    {
      return Mismatch(
        .derivedState, "the points that a cause paid were not what had been set last",
        Int32(truncatingIfNeeded: last.payload.first), state.rewards.values[item])
    }
    return nil
  }

  private func problemInPerson(
    _ fact: Fact, _ state: borrowing ScopeState
  ) -> Mismatch? {
    let place = Int(fact.subject.index)
    switch fact.kind {
    case .weightSet, .heightSet:
      let day = Measurement(fact.payload).day
      for near in [0, -1, 1].map(day.adding(days:)) {
        let (expected, shown) =
          fact.kind == .weightSet
          ? (
            bodies.weight(of: place, on: near),
            state.families.weightGrams(of: fact.subject, on: near)
          )
          : (
            bodies.height(of: place, on: near),
            state.families.heightMillimeters(of: fact.subject, on: near)
          )
        if expected != shown {
          return Mismatch(
            .derivedState, "a person's measurements were not those of the log",
            "\(Self.words(expected)) on \(near)", Self.words(shown))
        }
      }
      return nil
    case .consentSet, .memberRoleSet, .memberEnded, .memberActivated, .childMayLogSet:
      guard let expected = people.person(fact.subject), place < state.memberCount else {
        return nil
      }
      let member = state.member(fact.subject)
      let isRight =
        expected.role == member.role && expected.isActive == member.isActive
        && expected.hasConsent == (member.consent == .given)
        && (expected.mayLog == member.mayLog.value || fact.kind != .childMayLogSet)
      return isRight
        ? nil : Mismatch(.derivedState, "a member differed from the log")
    default: return nil
    }
  }

  private func problemInTarget(
    _ fact: Fact, _ state: borrowing ScopeState
  ) -> Mismatch? {
    guard fact.kind == .nutritionOverrideSet, let metric = TargetAmount(fact.payload).metric
    else { return nil }
    let place = Int(fact.subject.index)
    for day in [0, -1, 1].map(fact.day.adding(days:)) {
      let set = targets.amount(of: place, metric, on: day)
      let shown = state.nutritionTarget(of: fact.subject, on: day)[metric]
      if set != 0 && shown != set {
        return Mismatch(
          .derivedState, "a target was not what the parents had set last", "\(set) on \(day)", shown
        )
      }
    }
    return nil
  }

  private func problemInAttendance(
    _ fact: Fact, _ state: borrowing ScopeState
  ) -> Mismatch? {
    guard fact.kind == .attendanceSet else { return nil }
    let (day, person) = (AttendancePayload(fact.payload).day, fact.subject)
    let cause = PointCause(.attendance, fact.entity, of: person, detail: day.number)
    guard let attended = attendance.attended(fact.entity, day, by: person.index),
      state.rewards.ledger.stands(cause) != attended
    else { return nil }
    return Mismatch(.conservation, "an attendance had not paid as the log says")
  }

  private func problemInDuty(
    _ fact: Fact, _ state: borrowing ScopeState
  ) -> Mismatch? {
    let affected: [Duty]
    switch fact.kind {
    case .dutyClaimed, .dutyAssigned, .dutyReleased: affected = [DutyPayload(fact).duty]
    case .dutySwapChanged: affected = [SwapPayload(fact).given, SwapPayload(fact).wanted]
    default: return nil
    }
    for duty in affected {
      let (holder, shown) = (duties.holder(of: duty, in: plan), state[duty])
      if holder == nil && shown.isHeld {
        return Mismatch(
          .caps, "a released duty still had a driver", "no one",
          Self.words(of: shown.holder))
      }
      if shown.holder != holder ?? .newcomer {
        return Mismatch(
          .derivedState, "a duty's driver differed from the log", Self.words(of: holder),
          Self.words(of: shown.holder))
      }
    }
    return nil
  }

  private static func words(_ amount: UInt32?) -> String {
    amount.map { "\($0)" } ?? "nothing"
  }

  private static func words(of holder: MemberHandle?) -> String {
    guard let holder, holder != .newcomer else { return "no one" }
    return "member \(holder.index)"
  }
}

/// A difference between a state and the log.
struct Mismatch {
  var property: Property
  var what: String
  var expected: String?
  var found: String?

  init(_ property: Property, _ what: String) {
    self.property = property
    self.what = what
  }

  init(_ property: Property, _ what: String, _ expected: some Any, _ found: some Any) {
    self.init(property, what)
    self.expected = "\(expected)"
    self.found = "\(found)"
  }
}
