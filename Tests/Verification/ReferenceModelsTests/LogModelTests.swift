import Base
import Chronology
import DomainCore
import ReferenceModels
import TestKit
import Testing

@Suite("A reference model of the log")
struct LogModelTests {
  static let monday = LocalDay(year: 2026, month: 3, day: 2)
  static let one = MemberHandle(0)
  static let two = MemberHandle(1)

  /// A fact at a minute of the day, from a site.
  static func fact(
    _ command: Command, _ minute: Int, site: UInt32 = 1, by author: MemberHandle = one
  ) -> Fact {
    let instant = Zone.utc.startOfDay(monday) + Int64(minute) * Span.minute
    return Fact(
      command: command,
      version: Version(stamp: UInt64(instant.milliseconds) << 16, site: site),
      sequence: UInt32(minute), author: author, day: monday, zone: .utc)
  }

  @Test("lets the greatest write of a field win, in whatever order the writes arrive")
  func fields() {
    let goal = Entity(site: 1, sequence: 1)
    let writes = [(5, 50), (9, 90), (7, 70)].map { minute, target in
      Self.fact(.setGoalTarget(goal, of: Self.one, to: target), minute)
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
      var fields = FieldModel()
      for index in order { fields.ingest(writes[index]) }
      #expect(fields.last(.goalTargetSet, of: goal)?.payload == writes[1].payload)
      #expect(fields.last(.goalTitleSet, of: goal) == nil)
    }
    // A deleted entity is not written any more.
    var fields = FieldModel()
    fields.ingest(writes[0])
    fields.ingest(Self.fact(.deleteGoal(goal, of: Self.one), 6))
    fields.ingest(writes[1])
    #expect(fields.last(.goalTargetSet, of: goal)?.payload == writes[0].payload)
  }

  @Test("knows which bonuses are in force, and what a cause pays")
  func points() {
    var points = PointsModel()
    let bonus = Self.fact(.awardBonus(to: Self.two, 30), 5)
    points.ingest(bonus)
    #expect(points.bonuses[bonus.identity]?.amount == 30)
    #expect(points.pay(.streakWeek) == 50)
    #expect(points.pay(attending: .training) == 10 && points.pay(attending: .game) == 20)
    #expect(points.pay(completing: .low) == 100 && points.pay(completing: .high) == 200)
    points.ingest(Self.fact(.setPoints(.streakWeek, to: 7, by: Self.one), 8))
    points.ingest(Self.fact(.setPoints(.streakWeek, to: 9, by: Self.one), 6))
    #expect(points.pay(.streakWeek) == 7)
    points.ingest(Self.fact(.revokeBonus(bonus.identity, of: Self.two), 9))
    points.ingest(bonus)
    #expect(points.bonuses.isEmpty)
  }

  @Test("SCH-5, FAM-6: knows each duty's driver, and frees the future duties of former members")
  func duties() {
    let made = Self.fact(
      .createClass(
        for: Self.two,
        ClassCreation(
          sport: Entity(site: 1, sequence: 2), type: .practice,
          start: ClassStart(day: Self.monday, minute: 600, zone: .utc), durationMinutes: 60)), 3)
    var plan = ScheduleModel()
    plan.ingest(made)
    let occurrence = OccurrenceID(made.identity, Self.monday)
    let (there, back) = (Duty(.dropOff, of: occurrence), Duty(.pickUp, of: occurrence))
    var duties = DutyModel()
    func ingest(_ command: Command, _ minute: Int, by author: MemberHandle = Self.one) {
      duties.ingest(
        Self.fact(command, minute, by: author),
        committed: Zone.utc.startOfDay(Self.monday) + Int64(minute) * Span.minute)
    }
    #expect(duties.isFree(back, in: plan))
    ingest(.claim(back, by: Self.one), 5)
    #expect(duties.holder(of: back, in: plan) == Self.one && !duties.isFree(back, in: plan))
    ingest(.release(back, of: Self.one), 6)
    #expect(duties.isFree(back, in: plan))
    for duty in [there, back] { ingest(.claim(duty, by: Self.two), 7, by: Self.two) }
    ingest(.removeMember(Self.two), 630)
    #expect(duties.holder(of: there, in: plan) == Self.two)
    #expect(duties.holder(of: back, in: plan) == nil && duties.isFree(back, in: plan))
    // A returning member does not have the old duty, but the ones claimed from then on.
    ingest(.activateMember(Self.two), 640)
    #expect(duties.holder(of: back, in: plan) == nil)
    ingest(.claim(back, by: Self.two), 650, by: Self.two)
    #expect(duties.holder(of: back, in: plan) == Self.two && duties.all == [there, back])
  }

  @Test("counts a member's workouts by week, until the week is over for the last member")
  func board() {
    var board = GroupBoardModel()
    var group = GroupModel()
    for (minute, name) in [(0, "UTC"), (1, "Pacific/Honolulu")] {
      var join = Self.fact(Command(.groupJoined, subject: .newcomer), minute)
      join.zone = Zone(named: name)!.id
      group.ingest(join)
    }
    let soon = Zone.utc.startOfDay(Self.monday) + Span.hour
    func share(_ number: UInt32, _ day: Int, _ minute: Int) -> Fact {
      Self.fact(
        .shareWorkout(
          Entity(site: 9, sequence: number), of: Self.one, on: Self.monday.adding(days: day),
          calories: 5),
        minute)
    }
    func ingest(_ fact: Fact, at committed: Instant) {
      board.ingest(fact, committed: committed, in: group)
    }
    ingest(share(1, 0, 1), at: soon)
    ingest(share(1, 0, 2), at: soon)
    ingest(share(2, 6, 3), at: soon)
    ingest(share(3, 7, 4), at: soon)
    #expect(board.checkIns().map(\.count) == [2, 1])
    // FAM-12: workouts shared before a consent is withdrawn are gone.
    var withdrawn = board
    withdrawn.ingest(
      Self.fact(.setGroupConsent(of: Self.one, to: false), 9), committed: soon, in: group)
    #expect(withdrawn.checkIns().map(\.count) == [0, 0])
    // Sunday ends on Hawaii ten hours after it does in UTC, and two days later the week is final.
    let end = Self.monday.adding(days: 9).at(hour: 10)
    ingest(share(4, 1, 5), at: end - 1)
    #expect(board.checkIns().map(\.count) == [3, 1])
    ingest(share(5, 1, 6), at: end)
    #expect(board.checkIns().map(\.count) == [3, 1])
    // A final week stays final.
    ingest(share(6, 1, 7), at: soon)
    #expect(board.checkIns().map(\.count) == [3, 1])
  }

  @Test(
    "TRN-3: has each workout once, on the day of its log or of the first device with the import")
  func workouts() {
    let start = Zone.utc.startOfDay(Self.monday) + Span.hour
    func take(_ minute: Int, _ zone: Zone) -> Fact {
      let workout = ImportedWorkout(
        sample: 3, revision: 1, start: start, durationMilliseconds: 600_000, kind: 1,
        kilocalories: 90)
      var fact = Self.fact(.importWorkout(workout, of: Self.one), minute)
      fact.zone = zone.id
      return fact
    }
    let (soon, late) = (take(80, Zone(named: "Pacific/Honolulu")!), take(90, .utc))
    let log = Self.fact(
      .logWorkout(
        for: Self.one,
        WorkoutLog(.yoga, start: start, duration: 300_000, calories: 40, day: Self.monday)), 85)
    for order in [[soon, late], [late, soon]] {
      var workouts = WorkoutModel()
      for fact in order { workouts.ingest(fact) }
      let sunday = Self.monday.adding(days: -1)
      #expect(workouts.wearers == [0])
      #expect(
        workouts.done(by: Self.one)
          == [WorkoutModel.Done(on: sunday, logged: nil, imported: 3, burned: 90, minutes: 10)])
      workouts.ingest(log)
      #expect(
        workouts.done(by: Self.one) == [
          WorkoutModel.Done(
            on: Self.monday, logged: log.identity.raw, imported: 3, burned: 40, minutes: 5)
        ])
    }
  }

  @Test("knows which deletions are permanent, and which were undone")
  func ends() {
    var ends = DeletionModel()
    let (first, second) = (Entity(site: 1, sequence: 1), Entity(site: 1, sequence: 2))
    for habit in [first, second] { ends.ingest(Self.fact(.deleteHabit(habit, of: Self.one), 5)) }
    ends.ingest(Self.fact(.restoreHabit(second, of: Self.one), 6))
    #expect(ends.permanentlyDeletedHabits == [first])
    // SCH-1: a class is deleted with its sport.
    let sport = Entity(site: 1, sequence: 3)
    let start = ClassStart(day: Self.monday, minute: 600, zone: .utc)
    let made = Self.fact(
      .createClass(
        for: Self.one,
        ClassCreation(sport: sport, type: .practice, start: start, durationMinutes: 60)), 7)
    ends.ingest(made)
    #expect(!ends.isGone(made.identity) && ends.classesOfSports == [])
    ends.ingest(Self.fact(.deleteSport(sport), 8))
    #expect(ends.isGone(sport) && ends.isGone(made.identity))
    #expect(ends.classesOfSports == [made.identity])
  }
}
