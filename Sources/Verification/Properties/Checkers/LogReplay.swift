import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore

// Replays the log of a scope from its first row to its last with reference models, and compares the
// state that the server folded from it: P11, P13, P14 and P20 of everything that a model knows.
//
// Checked at quiescence, where the log is folded again (P3). The models know rows of the log only
// and share no code with the folds.
struct LogReplay: ~Copyable {
  let scope: UInt32
  let now: Instant
  /// The same, or the last time at which the server accepted an operation, whose clock may be
  /// ahead: items that have expired by then are not shown.
  var latest: Instant
  var tally = PropertyTally()
  var fields = FieldModel()
  var points = PointsModel()
  var board = GroupBoardModel()
  var duties = DutyModel()
  var ends = DeletionModel()
  var balances = PointBalanceModel()
  var people: MemberModel
  var lives = HabitLifeModel()
  var habits = HabitModel()
  var records = RecordModel()
  var food: FoodModel
  var bodies = BodyModel()
  var targets = NutritionTargetModel()
  var attendance = AttendanceModel()
  var activity = ActivityModel()
  var training = TrainingModel()
  var workouts = WorkoutModel()
  var recovery = RecoveryModel()
  var group = GroupModel()
  var groupFeed = GroupFeedModel()
  var calendars = CalendarLinkModel()
  /// The imports from calendars, as the taps that would have written the same.
  var importedTaps: [Fact] = []
  var school = AcademicsModel()
  /// The rewards that were ever offered, in order.
  var offered: [Entity] = []
  var changedSessions: Set<ChangedSession> = []
  var streaks = StreakModel()
  /// The current priority of each goal.
  var priorities: [Entity: GoalPriority] = [:]
  /// Whether a person was erased from the log since, so that earlier decisions no longer follow
  /// from the rest of it.
  var wasErased = false

  /// `founders` are the members from before the first row.
  init(scope: UInt32, founders: [Member], firstDay: LocalDay, at now: Instant) {
    self.scope = scope
    self.now = now
    latest = now
    people = MemberModel(founders: founders)
    food = FoodModel(firstDay: firstDay)
  }

  mutating func read(_ read: borrowing Scope) {
    for position in 0..<read.feed.count
    where read.feed[position].verdict.refusal == .ownerDeleted { wasErased = true }
    let count = read.feed.count
    if count > 0 { latest = max(now, read.feed[count - 1].committed) }
    for position in 0..<count { ingest(read.feed[position], read.state) }
    streaks.finish()
    checkBalances(read)
    checkFields(read)
    checkRecords(read)
    checkHabits(read.state)
    checkBoard(read.state)
    checkGroup(read.state)
    checkEnds(read.state)
    checkPeople(read.state)
    checkReading(read.state)
    checkDuties(read.state)
    checkPlan(read.state)
    checkCalendars(read.state)
    checkAgenda(read.state)
    checkConflicts(read.state)
    checkTraining(read.state)
    checkWorkouts(read)
    checkTrained(read.state)
    checkPractice(read.state)
    checkDashboard(read.state)
    checkDays(read)
  }

  private mutating func ingest(_ row: FeedRow, _ state: borrowing ScopeState) {
    checkCaps(row)
    checkRights(row)
    checkUndo(row)
    checkTaken(row)
    guard !row.verdict.isRejected else { return }
    let fact = row.operation.fact
    lives.ingest(fact)
    habits.ingest(fact)
    streaks.ingest(fact)
    ingestSchedule(fact)
    ingestAgenda(fact)
    bodies.ingest(fact, newcomer: people.people.count)
    people.ingest(fact)
    food.ingest(fact)
    targets.ingest(fact)
    training.ingest(fact)
    workouts.ingest(fact)
    recovery.ingest(fact)
    noteSession(fact)
    board.ingest(fact, committed: row.committed, in: group)
    let wasShown = group.isShown(fact.author)
    group.ingest(fact)
    groupFeed.ingest(fact, committed: row.committed, group, board, wasShown: wasShown)
    checkLeft(fact)
    fields.ingest(fact)
    notePriority(fact)
    points.ingest(fact)
    ends.ingest(fact)
    if row.verdict.kind == .accepted { duties.ingest(fact, committed: row.committed) }
    recordEntries(of: fact, state)
  }

  /// The members of a scope from before the first row of its log, by a state of it.
  static func founders(of state: borrowing ScopeState) -> [Member] {
    var founders: [Member] = []
    for index in 0..<state.memberCount {
      let member = state.member(MemberHandle(UInt16(index)))
      if member.entity == .none { founders.append(member) }
    }
    return founders
  }

  // MARK: Reporting

  /// Reports a violation about an entity of the log, under the operation that created it.
  mutating func report(
    _ property: Property, _ entity: Entity, _ what: String, expected: String? = nil,
    found: String? = nil
  ) {
    tally.report(
      Violation(
        property, at: now, scope: scope, site: UInt32(entity.raw >> 32),
        sequence: UInt32(truncatingIfNeeded: entity.raw), what: what, expected: expected,
        found: found))
  }

  /// Reports a violation about the scope as a whole.
  mutating func report(
    _ property: Property, _ what: String, expected: String? = nil, found: String? = nil
  ) {
    tally.report(
      Violation(
        property, at: now, scope: scope, what: what, expected: expected, found: found))
  }

  /// "member 3".
  static func words(_ member: MemberHandle?) -> String {
    guard let member, member != .newcomer else { return "no one" }
    return "member \(member.index)"
  }
}
