import Base
import Chronology
import DomainCore
import Oracles
import Testing

@Suite("A retelling of the log")
struct RetellingTests {
  static let monday = LocalDay(year: 2026, month: 3, day: 2)
  static let one = MemberHandle(0)
  static let two = MemberHandle(1)

  /// What somebody says at a minute of the day, and from which site.
  static func fact(
    _ command: Command, _ minute: Int, site: UInt32 = 1, by author: MemberHandle = one
  ) -> Fact {
    let instant = Zone.utc.startOfDay(monday) + Int64(minute) * Span.minute
    return Fact(
      command: command,
      version: Version(stamp: UInt64(instant.milliseconds) << 16, site: site),
      sequence: UInt32(minute), author: author, day: monday, zone: .utc)
  }

  @Test("lets the greatest write of a field stand, in whatever order they come")
  func fields() {
    let goal = Entity(site: 1, sequence: 1)
    let writes = [(5, 50), (9, 90), (7, 70)].map { minute, target in
      Self.fact(.setGoalTarget(goal, of: Self.one, to: target), minute)
    }
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
      var fields = PlainFields()
      for index in order { fields.hear(writes[index]) }
      #expect(fields.last(.goalTargetSet, of: goal)?.payload == writes[1].payload)
      #expect(fields.last(.goalTitleSet, of: goal) == nil)
    }
    // What was deleted is not written any more.
    var fields = PlainFields()
    fields.hear(writes[0])
    fields.hear(Self.fact(.deleteGoal(goal, of: Self.one), 6))
    fields.hear(writes[1])
    #expect(fields.last(.goalTargetSet, of: goal)?.payload == writes[0].payload)
  }

  @Test("knows which bonuses stand, and what a cause pays")
  func points() {
    var points = PlainPoints()
    let bonus = Self.fact(.awardBonus(to: Self.two, 30), 5)
    points.hear(bonus)
    #expect(points.bonuses[bonus.identity]?.amount == 30)
    #expect(points.pay(of: .streakWeek) == [50])
    points.hear(Self.fact(.setPoints(.streakWeek, to: 7, by: Self.one), 8))
    points.hear(Self.fact(.setPoints(.streakWeek, to: 9, by: Self.one), 6))
    #expect(points.pay(of: .streakWeek) == [7])
    points.hear(Self.fact(.revokeBonus(bonus.identity, of: Self.two), 9))
    points.hear(bonus)
    #expect(points.bonuses.isEmpty)
  }

  @Test("knows who has a duty, and when nobody knows")
  func duties() {
    let made = Entity(site: 1, sequence: 3)
    let duty = Duty(.pickUp, of: OccurrenceID(made, Self.monday))
    var duties = PlainDuties()
    #expect(duties.isFree(duty))
    duties.hear(Self.fact(.claim(duty, by: Self.one), 5))
    #expect(duties.holder(of: duty) == Self.one && !duties.isFree(duty))
    duties.hear(Self.fact(.release(duty, of: Self.one), 6))
    #expect(duties.isFree(duty))
    duties.hear(Self.fact(.claim(duty, by: Self.two), 7, by: Self.two))
    duties.hear(Self.fact(.deleteClass(made), 8))
    #expect(duties.holder(of: duty) == nil && !duties.isFree(duty))
  }

  @Test("counts a member's workouts by the week, and of late ones says nothing")
  func board() {
    var board = PlainBoard()
    let soon = Zone.utc.startOfDay(Self.monday) + Span.hour
    func share(_ number: UInt32, _ day: Int, _ minute: Int) -> Fact {
      Self.fact(
        .shareWorkout(
          Entity(site: 9, sequence: number), of: Self.one, on: Self.monday.adding(days: day),
          calories: 5),
        minute)
    }
    board.hear(share(1, 0, 1), committed: soon)
    board.hear(share(1, 0, 2), committed: soon)
    board.hear(share(2, 6, 3), committed: soon)
    board.hear(share(3, 7, 4), committed: soon)
    #expect(board.checkIns().map(\.count) == [2, 1] && board.isCertain)
    // FAM-12: what was shared before a consent is withdrawn is gone.
    var withdrawn = board
    withdrawn.hear(Self.fact(.setGroupConsent(of: Self.one, to: false), 9), committed: soon)
    #expect(withdrawn.checkIns().map(\.count) == [0, 0])
    board.hear(share(4, 1, 5), committed: soon + 10 * Span.day)
    #expect(board.checkIns().map(\.count) == [1] && !board.isCertain)
  }

  @Test("TRN-3: has each workout once, on the day of its log or of who first told of the import")
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
    for told in [[soon, late], [late, soon]] {
      var workouts = PlainWorkouts()
      for fact in told { workouts.hear(fact) }
      let sunday = Self.monday.adding(days: -1)
      #expect(workouts.wearers == [0])
      #expect(
        workouts.done(by: Self.one)
          == [PlainWorkouts.Done(on: sunday, logged: nil, imported: 3, burned: 90)])
      workouts.hear(log)
      #expect(
        workouts.done(by: Self.one) == [
          PlainWorkouts.Done(
            on: Self.monday, logged: log.identity.raw, imported: 3, burned: 40)
        ])
    }
  }

  @Test("knows what was deleted for good, and what somebody took back")
  func ends() {
    var ends = PlainEnds()
    let (first, second) = (Entity(site: 1, sequence: 1), Entity(site: 1, sequence: 2))
    for habit in [first, second] { ends.hear(Self.fact(.deleteHabit(habit, of: Self.one), 5)) }
    ends.hear(Self.fact(.restoreHabit(second, of: Self.one), 6))
    #expect(ends.habitsForGood == [first])
    // SCH-1: a class goes with its sport.
    let sport = Entity(site: 1, sequence: 3)
    let start = ClassStart(day: Self.monday, minute: 600, zone: .utc)
    let made = Self.fact(
      .createClass(
        for: Self.one,
        ClassCreation(sport: sport, type: .practice, start: start, durationMinutes: 60)), 7)
    ends.hear(made)
    #expect(!ends.isGone(made.identity) && ends.classesOfSports == [])
    ends.hear(Self.fact(.deleteSport(sport), 8))
    #expect(ends.isGone(sport) && ends.isGone(made.identity))
    #expect(ends.classesOfSports == [made.identity])
  }
}
