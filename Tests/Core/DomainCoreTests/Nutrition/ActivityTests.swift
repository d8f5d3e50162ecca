import Chronology
import TestKit
import Testing

@testable import DomainCore

@Suite("Activity levels")
struct ActivityTests {
  private let athlete = TestFamily.athlete
  private let coach = TestFamily.coach

  /// How many trainings in four weeks make a person moderate: 2.5 a week, which rounds to 3.
  private static let enough = 10

  private func family() -> TestFamily {
    let family = TestFamily.withCoaches()
    family.today = 60
    family.submit(.setSex(.female, of: athlete))
    family.submit(.setWeight(of: athlete, on: TestFamily.day(0), grams: 50_000))
    family.submit(.setHeight(of: athlete, on: TestFamily.day(0), millimeters: 1_650))
    return family
  }

  private func level(_ family: TestFamily, _ day: Int, of person: MemberHandle? = nil)
    -> ActivityLevel
  {
    family.state.schedule.activityLevel(
      of: person ?? athlete, on: TestFamily.day(day), family.state.shared)
  }

  /// Logs exactly what the person needs on a day.
  private func eatWell(_ family: TestFamily, on day: Int, _ person: MemberHandle? = nil) {
    let person = person ?? athlete
    let target = family.target(day, of: person)
    family.eat(target[.energy], protein: target[.protein], by: person, on: day)
    family.drink(UInt16(WaterAmount.tenthOunces(reaching: target[.water])), by: person, on: day)
    #expect(family.isMet(day, of: person))
  }

  /// A person who is one training short on day 20, by workouts logged.
  private func nearlyEnough(_ family: TestFamily, but missing: Int = 1) {
    for hour in 0..<Self.enough - missing {
      let log = FinishedWorkoutTests.log(20 * 1_440 + hour * 60, 30)
      family.make(.logWorkout(for: athlete, log), by: athlete)
    }
    #expect(level(family, 20) == .sedentary)
  }

  @Test("NUT-2: a past class counts unless it was marked as missed")
  func unmarked() {
    let (family, sport) = TestFamily.withSport()
    let child = TestFamily.child
    family.today = 60
    let made = (0..<10).map { family.addClass(sport, day: 20, minute: UInt16($0 * 60)) }
    func levels() -> [ActivityLevel] { [19, 20, 47, 48].map { level(family, $0, of: child) } }
    // One of them is marked, the other nine are not.
    family.submit(.setAttendance(of: child, at: TestFamily.id(made[0], 20), to: true))
    #expect(levels() == [.moderate, .moderate, .moderate, .sedentary])
    family.submit(.setAttendance(of: child, at: TestFamily.id(made[0], 20), to: false))
    #expect(levels() == [.moderate, .sedentary, .sedentary, .sedentary])
    family.submit(.setAttendance(of: child, at: TestFamily.id(made[0], 20), to: true))
    family.submit(.cancelOccurrence(TestFamily.id(made[5], 20), true))
    #expect(levels() == [.sedentary, .sedentary, .sedentary, .sedentary])
    family.submit(.cancelOccurrence(TestFamily.id(made[5], 20), false))
    family.submit(
      .moveOccurrence(
        TestFamily.id(made[5], 20), to: MovedStart(day: TestFamily.day(22), minute: 9)))
    #expect(
      [20, 21, 22].map { level(family, $0, of: child) } == [.sedentary, .sedentary, .moderate])
  }

  @Test("NUT-2: without any mark, the plan of the coming four weeks counts")
  func coming() {
    let (family, sport) = TestFamily.withSport()
    let child = TestFamily.child
    family.today = 60
    let made = (0..<10).map { family.addClass(sport, day: 40, minute: UInt16($0 * 60)) }
    func levels() -> [ActivityLevel] { [12, 13, 40, 41].map { level(family, $0, of: child) } }
    #expect(levels() == [.sedentary, .moderate, .moderate, .sedentary])
    // Once anything is checked off, the coming plan no longer counts. Here a class is missed.
    let other = family.addClass(sport, day: 10, minute: 600)
    family.submit(.setAttendance(of: child, at: TestFamily.id(other, 10), to: false))
    #expect(levels() == [.sedentary, .sedentary, .moderate, .sedentary])
    family.submit(
      .setClassField(
        .start, of: other, to: ClassStart(day: TestFamily.day(50), minute: 0, zone: .utc).packed))
    #expect(levels() == [.sedentary, .moderate, .moderate, .sedentary])
    family.submit(.deleteClass(made[3]))
    #expect(levels() == [.sedentary, .sedentary, .moderate, .sedentary])
  }

  @Test("NUT-2: a completed session counts on its day")
  func sessions() {
    let family = family()
    nearlyEnough(family)
    let key = family.make(.createSession(for: athlete, TestFamily.plan(22)), by: athlete)
    #expect(level(family, 22) == .sedentary)
    for day in [20, 22, 47] { eatWell(family, on: day) }
    func met() -> [Bool] { [20, 22, 47].map { family.isMet($0, of: athlete) } }
    let session = SessionKey(key)
    let done = EffortReport(isDone: true, effort: 5, notes: TextHandle(0))
    family.submit(.completeSession(session, of: athlete, done), by: athlete)
    #expect(
      [21, 22, 47, 48].map { level(family, $0) } == [.sedentary, .moderate, .moderate, .sedentary])
    #expect(met() == [true, false, false])
  }

  @Test("NUT-2: a completed assignment counts on its due day")
  func assignments() {
    let family = family()
    nearlyEnough(family)
    let work = family.make(.assignWorkout(to: athlete, TestFamily.plan(24)), by: coach, site: 4)
    for day in [23, 24] { eatWell(family, on: day) }
    let done = EffortReport(isDone: true, effort: 5, notes: TextHandle(0))
    family.submit(.completeAssignment(work, of: athlete, done), by: athlete)
    #expect([23, 24].map { level(family, $0) } == [.sedentary, .moderate])
    #expect([23, 24].map { family.isMet($0, of: athlete) } == [true, false])
    family.submit(
      .completeAssignment(
        work, of: athlete, EffortReport(isDone: false, effort: nil, notes: TextHandle(0))),
      by: athlete)
    #expect(level(family, 24) == .sedentary && family.isMet(24, of: athlete))
  }

  @Test("NUT-2, TRN-3: a workout counts once, logged, imported or both")
  func workouts() {
    let family = family()
    nearlyEnough(family)
    eatWell(family, on: 25)
    let noon = 25 * 1_440 + 720
    func take(_ workout: ImportedWorkout) {
      family.submit(.importWorkout(workout, of: athlete), by: athlete)
    }
    func isActive() -> Bool {
      let isActive = level(family, 25) == .moderate
      #expect(family.isMet(25, of: athlete) != isActive)
      return isActive
    }
    #expect(!isActive())
    take(FinishedWorkoutTests.sample(1, noon, 60))
    #expect(isActive())
    // It moves to another day and back.
    take(FinishedWorkoutTests.sample(1, noon + 2_880, 60, revision: 2))
    #expect(!isActive() && level(family, 27) == .moderate)
    take(FinishedWorkoutTests.sample(1, noon, 60, revision: 3))
    #expect(isActive())
    family.submit(.removeImportedWorkout(1, of: athlete), by: athlete)
    #expect(!isActive())
    // Logged as well, it is one workout, whichever record arrives later.
    let logged = family.make(
      .logWorkout(for: athlete, FinishedWorkoutTests.log(noon, 60)), by: athlete)
    #expect(isActive())
    take(FinishedWorkoutTests.sample(2, noon + 10, 50))
    take(FinishedWorkoutTests.sample(3, 20 * 1_440, 30))
    let other = family.state.training.loggedWorkouts(of: athlete, on: TestFamily.day(20))[4]
    family.submit(.deleteTrainingLog(other.entity, of: athlete), by: athlete)
    #expect(!isActive())
    // The remaining import counts instead of the deleted log.
    family.submit(.deleteTrainingLog(logged, of: athlete), by: athlete)
    #expect(!isActive())
    take(FinishedWorkoutTests.sample(4, noon + 600, 50))
    #expect(isActive())
  }

  @Test("NUT-2: a change of a series rates the days that depend on it again")
  func series() {
    let (family, sport) = TestFamily.withSport()
    let child = family.addChild(born: LocalDay(year: 2016, month: 6, day: 15))
    family.today = 60
    let made = family.addClass(
      sport, day: 20, minute: 600, rule: "FREQ=DAILY;COUNT=10", for: child)
    func isActive() -> Bool {
      let isActive = level(family, 29, of: child) == .moderate
      #expect(family.isMet(29, of: child) == isActive)
      return isActive
    }
    family.submit(.setAttendance(of: child, at: TestFamily.id(made, 20), to: true))
    eatWell(family, on: 29, child)
    #expect(isActive())
    func submit(_ command: Command) { #expect(family.submit(command) == .changed) }
    func rule(_ text: String) -> Command {
      .setRecurrence(of: made, to: PackedRecurrence(try! RecurrenceRule(parsing: text))!)
    }
    submit(rule("FREQ=DAILY;COUNT=9"))
    #expect(!isActive())
    submit(rule("FREQ=DAILY;COUNT=10"))
    #expect(isActive())
    submit(.setParticipant(child, of: made, to: false))
    #expect(!isActive())
    // A class from before the child was added to it was not theirs.
    submit(.setParticipant(child, of: made, to: true))
    #expect(!isActive())
    #expect(family.submit(.setParticipant(child, of: made, to: false)) == .changed)
    #expect(family.submit(.setParticipant(child, of: made, to: true), on: 0) == .changed)
    #expect(isActive())
    submit(.setSeason(of: sport, to: Season(first: TestFamily.day(22), last: TestFamily.day(99))))
    #expect(!isActive())
    submit(.setSeason(of: sport, to: Season(first: TestFamily.day(0), last: TestFamily.day(99))))
    #expect(isActive())
    submit(.deleteClass(made))
    #expect(!isActive())
  }

  @Test(
    "NUT-2: the cached plan equals a count of the occurrences",
    arguments: 1...12 as ClosedRange<UInt64>)
  func known(seed: UInt64) {
    var dice = Dice(seed: seed)
    let (family, sport) = TestFamily.withSport()
    let children = [
      TestFamily.child, family.addChild(born: LocalDay(year: 2016, month: 6, day: 15)),
    ]
    family.today = 60
    family.eatWell()
    var made: [Entity] = []
    for _ in 0..<160 {
      let child = children[dice.roll(2)]
      let one = made.isEmpty ? nil : made[dice.roll(made.count)]
      let day = dice.roll(70)
      switch (dice.roll(8), one) {
      case (0, _), (_, nil):
        made.append(
          family.addClass(
            sport, day: day, minute: UInt16(dice.roll(1_380)),
            rule: dice.roll(2) == 0 ? nil : "FREQ=WEEKLY;COUNT=\(2 + dice.roll(6))", for: child))
      case (1, let one?):
        family.submit(.cancelOccurrence(TestFamily.id(one, day), dice.roll(2) == 0))
      case (2, let one?):
        let to = MovedStart(day: TestFamily.day(dice.roll(90)), minute: 600)
        for day in 0..<70 where dice.roll(6) == 0 {
          family.submit(.moveOccurrence(TestFamily.id(one, day), to: to))
        }
      case (3, let one?):
        family.submit(.setParticipant(child, of: one, to: dice.roll(2) == 0))
      case (4, let one?) where dice.roll(4) == 0: family.submit(.deleteClass(one))
      case (_, let one?):
        for day in 0..<70 {
          family.submit(
            .setAttendance(of: child, at: TestFamily.id(one, day), to: dice.roll(3) > 0))
        }
      }
      for child in children {
        family.state.updatePlannedDays(of: child)
        let isKnown = family.state.schedule.plannedDays.knows(child)
        #expect(isKnown)
        for first in stride(from: 0, to: 60, by: 7) {
          let (from, to) = (TestFamily.day(first - 20), TestFamily.day(first + 7))
          var walked = PlannedDays.Count()
          family.state.schedule.eachPlanned(
            for: child, from: from, through: to, family.state.shared
          ) { occurrence, _ in
            walked += .init(isMarked: family.state.shared.attended(occurrence, by: child) != nil)
          }
          #expect(
            family.state.schedule.planned(for: child, from: from, through: to, family.state.shared)
              == walked)
        }
      }
    }
  }
}
