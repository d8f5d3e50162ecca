import Chronology
import Testing

@testable import DomainCore

@Suite("Perfect Attendance")
struct PerfectAttendanceTests {
  private static let child = TestFamily.child
  private static let march = LocalDay(year: 2026, month: 3, day: 1)
  /// The days of the class in February: the 1st, 7th, 13th, 19th and 25th.
  private static let february = [27, 33, 39, 45, 51]
  /// March 3rd.
  private static let next = 57

  /// A class every sixth day from February 1st on, reported when all of it is over.
  private static func family() -> (family: TestFamily, made: Entity) {
    let (family, sport) = TestFamily.withSport(seasonLast: 80)
    let made = family.addClass(sport, day: 27, minute: 600, rule: "FREQ=DAILY;INTERVAL=6")
    family.today = 90
    return (family, made)
  }

  @discardableResult
  private static func attend(
    _ family: TestFamily, _ made: Entity, _ days: [Int], _ attended: Bool = true
  ) -> [TestFamily.Outcome] {
    days.map {
      family.submit(.setAttendance(of: child, at: TestFamily.id(made, $0), to: attended))
    }
  }

  private static func holds(_ family: TestFamily, asOf day: LocalDay = march) -> Bool {
    family.state.rewards.achievements(
      of: child, asOf: day, family.state.shared, family.state.schedule
    ).badges.contains(.perfectAttendance)
  }

  private static func move(_ family: TestFamily, _ made: Entity, _ day: Int, to: Int?) {
    let start = to.map { MovedStart(day: TestFamily.day($0), minute: 600) }
    #expect(family.submit(.moveOccurrence(TestFamily.id(made, day), to: start)) == .changed)
  }

  @Test("REW-4: needs every occurrence of a past month, and at least four")
  func month() {
    let (family, made) = Self.family()
    Self.attend(family, made, Array(Self.february.dropLast()))
    #expect(!Self.holds(family), "one was missed")
    Self.attend(family, made, [51])
    #expect(Self.holds(family) && Self.holds(family, asOf: LocalDay(number: .max)))
    #expect(!Self.holds(family, asOf: Self.march.adding(days: -1)), "the month is not over")
    Self.attend(family, made, [39], false)
    #expect(!Self.holds(family))
    Self.attend(family, made, [39])
    #expect(Self.holds(family))
    let biweekly = PackedRecurrence(try! RecurrenceRule(parsing: "FREQ=DAILY;INTERVAL=12"))!
    let (other, few) = Self.family()
    other.submit(.setRecurrence(of: few, to: biweekly))
    Self.attend(other, few, [27, 39, 51])
    #expect(!Self.holds(other), "three are too few")
  }

  @Test("REW-4: covers every month of the family, the first and December too")
  func months() {
    for (year, month) in [(2026, 1), (2026, 12), (2027, 1), (2035, 12)] {
      let first = TestFamily.firstDay.distance(to: LocalDay(year: year, month: month, day: 20))
      let (family, _) = TestFamily.withSport()
      let sport = family.addSport(last: 3_659)
      let made = family.addClass(sport, day: first, minute: 600, rule: "FREQ=DAILY;COUNT=4")
      family.today = first + 9
      Self.attend(family, made, Array(first..<first + 4))
      let next = LocalDay(year: year, month: month, day: 28).adding(days: 4)
      #expect(Self.holds(family, asOf: next), "\(year)-\(month)")
      #expect(Self.holds(family, asOf: LocalDay(number: .max)))
    }
  }

  @Test("REW-1, REW-4: a canceled occurrence is neither missed nor attended")
  func cancelled() {
    let (family, made) = Self.family()
    func cancel(_ day: Int, _ cancelled: Bool = true) {
      #expect(family.submit(.cancelOccurrence(TestFamily.id(made, day), cancelled)) == .changed)
    }
    Self.attend(family, made, [27, 33, 39, 45])
    cancel(51)
    #expect(Self.holds(family) && family.balance() == 40)
    cancel(45)
    #expect(!Self.holds(family), "three are too few")
    #expect(family.amounts() == [10, 10, 10, 10, -10] && family.lifetime() == 30)
    #expect(family.state.rewards.attendedCount(of: Self.child, inMonthOf: TestFamily.day(45)) == 3)
    // The attendance stays written, and pays the current amount when it counts again.
    family.setPoints(.practiceOrTraining, 7)
    cancel(45, false)
    #expect(Self.holds(family) && family.amounts().suffix(2) == [-10, 7])
    cancel(51, false)
    #expect(!Self.holds(family))
    // While it is canceled the attendance can be undone; then nothing is paid again.
    cancel(27)
    Self.attend(family, made, [27], false)
    cancel(27, false)
    #expect(family.balance() == 27)
    #expect(family.amounts() == [10, 10, 10, 10, -10, 7, -10])
  }

  @Test("REW-4: a cancellation that is undone before it arrives has no effect")
  func lateCancellation() {
    let (family, made) = Self.family()
    let early = family.fact(.cancelOccurrence(TestFamily.id(made, 27), true), site: 2)
    Self.attend(family, made, Self.february)
    family.submit(.cancelOccurrence(TestFamily.id(made, 27), false))
    #expect(family.submit(early) == .superseded)
    #expect(Self.holds(family) && family.amounts() == [10, 10, 10, 10, 10])
  }

  @Test("REW-4: an attendance that arrives late counts for its month")
  func lateAttendance() {
    let (family, made) = Self.family()
    let late = family.fact(
      .setAttendance(of: Self.child, at: TestFamily.id(made, 51), to: true), site: 2, on: 51)
    Self.attend(family, made, [27, 33, 39, 45])
    family.today = 300
    #expect(!Self.holds(family, asOf: TestFamily.day(300)))
    #expect(family.submit(late) == .changed)
    #expect(Self.holds(family, asOf: TestFamily.day(300)))
    // A device that did not know of the cancellation receives it.
    family.submit(.cancelOccurrence(TestFamily.id(made, 57), true))
    #expect(Self.attend(family, made, [57]) == [.refused(.occurrenceCancelled)])
  }

  @Test("REW-4, SCH-4: a moved occurrence belongs to the month in which it takes place")
  func moved() {
    let (family, made) = Self.family()
    Self.attend(family, made, [27, 33, 39, 45])
    Self.move(family, made, 51, to: 56)
    #expect(Self.holds(family), "there was nothing else to attend in February")
    Self.attend(family, made, [57, 63, 69, 75])
    let april = LocalDay(year: 2026, month: 4, day: 1)
    #expect(!Self.march(family), "it was missed in March")
    Self.attend(family, made, [51])
    #expect(Self.holds(family, asOf: april) && Self.march(family))
    // The attendance moves with it, and neither pays again nor is reversed.
    Self.move(family, made, 51, to: nil)
    #expect(Self.holds(family) && Self.march(family))
    Self.move(family, made, 27, to: 60)
    Self.move(family, made, 51, to: 61)
    #expect(!Self.holds(family), "three were left in February")
    #expect(family.amounts() == Array(repeating: 10, count: 9))
    // Canceled after one move and restored after another.
    family.submit(.cancelOccurrence(TestFamily.id(made, 51), true))
    Self.move(family, made, 51, to: 50)
    family.submit(.cancelOccurrence(TestFamily.id(made, 51), false))
    #expect(Self.holds(family) && family.balance() == 90)
    #expect(family.state.rewards.attendedCount(of: Self.child, inMonthOf: Self.march) == 5)
  }

  private static func march(_ family: TestFamily) -> Bool {
    family.state.rewards.isPerfectMonth(
      child, year: 2026, month: 3, asOf: LocalDay(year: 2026, month: 4, day: 1),
      family.state.shared, family.state.schedule)
  }

  @Test("GOAL-2: a moved occurrence counts for the goals of its new day, and changes no other")
  func movedGoal() {
    let (family, made) = Self.family()
    let goal = family.make(
      .createGoal(
        for: Self.child,
        GoalCreation(
          .attendance, title: TextHandle(1), target: 2, unit: .empty, from: TestFamily.day(27),
          through: TestFamily.day(40), priority: .low)))
    Self.attend(family, made, [27, 33])
    #expect(family.balance() == 120)
    Self.move(family, made, 33, to: 40)
    #expect(family.amounts() == [10, 10, 100], "the goal holds all the time")
    Self.move(family, made, 33, to: 41)
    #expect(family.state.goals.goal(goal)?.current == 1 && family.balance() == 20)
    Self.move(family, made, 33, to: nil)
    #expect(family.state.goals.goal(goal)?.isCompleted == true && family.balance() == 120)
  }

  @Test("NUT-2: a moved occurrence counts as training on its new day")
  func movedActivity() {
    let (family, made) = Self.family()
    Self.attend(family, made, [27, 33])
    func count(_ first: Int, _ last: Int) -> Int {
      family.state.schedule.attendedCount(
        of: Self.child, from: TestFamily.day(first), through: TestFamily.day(last))
    }
    Self.move(family, made, 33, to: 50)
    #expect(count(27, 49) == 1 && count(50, 50) == 1)
    family.submit(.cancelOccurrence(TestFamily.id(made, 33), true))
    #expect(count(0, 80) == 1)
  }

  @Test("SCH-1, SCH-4, REW-1, REW-4: later changes of the plan reverse nothing")
  func planChanged() {
    let daily = PackedRecurrence(try! RecurrenceRule(parsing: "FREQ=WEEKLY"))!
    let short = Season(first: TestFamily.day(60), last: TestFamily.day(70))
    let changes: [(TestFamily, Entity, Entity) -> Command] = [
      { _, made, _ in .setRecurrence(of: made, to: daily) },
      { _, made, _ in .setRecurrence(of: made, to: .once) },
      { _, _, sport in .setSeason(of: sport, to: short) },
      { _, _, sport in .archiveSport(sport, true) },
      { _, made, _ in .deleteClass(made) },
      { _, _, sport in .deleteSport(sport) },
      { _, made, _ in .setParticipant(Self.child, of: made, to: false) },
      { _, made, _ in
        .setClassField(
          .start, of: made,
          to: ClassStart(day: TestFamily.day(28), minute: 9, zone: .utc).packed)
      },
    ]
    for (place, change) in changes.enumerated() {
      let (family, made) = Self.family()
      let sport = family.state.schedule.trainingClass(made)!.sport
      Self.attend(family, made, Self.february)
      #expect(family.submit(change(family, made, sport)) == .changed)
      #expect(family.amounts() == [10, 10, 10, 10, 10], "\(place)")
      #expect(family.state.rewards.attendedCount(of: Self.child, in: sport) == 5)
      // Of these only the weekly rule and the new start plan something else for February.
      let plans = place == 0 || place == 7
      #expect(Self.holds(family) != plans, "\(place)")
    }
  }

  @Test("REW-4: an occurrence that is no longer planned no longer counts as missed")
  func missedAndGone() {
    let (family, made) = Self.family()
    let sport = family.state.schedule.trainingClass(made)!.sport
    let second = family.addClass(sport, day: 30, minute: 600)
    Self.attend(family, made, Self.february)
    #expect(!Self.holds(family))
    family.submit(.deleteClass(second))
    #expect(Self.holds(family))
  }

  @Test("REW-4: occurrences from before a child was added to the class do not count")
  func joinedLater() {
    let (family, made) = Self.family()
    let sport = family.state.schedule.trainingClass(made)!.sport
    let second = family.addClass(
      sport, day: 27, minute: 800, rule: "FREQ=DAILY;INTERVAL=6", for: TestFamily.sibling)
    Self.attend(family, made, Self.february)
    family.submit(.setParticipant(Self.child, of: second, to: true), on: 45)
    #expect(!Self.holds(family), "there were two more")
    Self.attend(family, second, [45])
    #expect(!Self.holds(family))
    Self.attend(family, second, [51])
    #expect(Self.holds(family))
    // For the sibling, for whom the class was made, all were.
    let siblings = Array(Self.february.dropFirst())
    for day in siblings {
      family.submit(
        .setAttendance(of: TestFamily.sibling, at: TestFamily.id(second, day), to: true))
    }
    let badges = family.state.rewards.achievements(
      of: TestFamily.sibling, asOf: Self.march, family.state.shared, family.state.schedule
    ).badges
    #expect(!badges.contains(.perfectAttendance))
  }

  @Test("REW-4: a cancellation removes a trophy, and undoing it restores the trophy")
  func trophy() {
    let (family, _) = TestFamily.withSport()
    let sport = family.addSport()
    let made = family.addClass(sport, day: 0, minute: 600, rule: "FREQ=DAILY")
    family.today = 90
    Self.attend(family, made, Array(0..<25))
    func tier() -> TrophyTier? { family.state.rewards.trophy(of: Self.child, in: sport) }
    #expect(tier() == .bronze)
    family.submit(.cancelOccurrence(TestFamily.id(made, 3), true))
    #expect(tier() == nil)
    #expect(family.state.rewards.achievements(of: Self.child).sports(with: .bronze) == 0)
    family.submit(.cancelOccurrence(TestFamily.id(made, 3), false))
    #expect(tier() == .bronze && family.balance() == 250)
  }

  @Test("CAL-3, REW-1: deleting an event in an external calendar cancels the occurrence")
  func deletedOutside() {
    let (family, made) = Self.family()
    Self.attend(family, made, [27])
    let fact = family.fact(.cancelOccurrence(TestFamily.id(made, 27), true), site: 3)
    let occurrence = CalendarIdentity(trainingClass: made, day: TestFamily.day(27))
    func delete(in state: inout ScopeState) {
      state.schedule.occurrenceDeletedExternally(
        occurrence, by: fact, &state.shared, state.nutrition)
    }
    delete(in: &family.state)
    family.state.notifyAreas(by: fact)
    #expect(family.amounts() == [10, -10])
  }
}
