import Chronology
import Testing

@testable import DomainCore

@Suite("HOME-1: the dashboard of a person and an instant")
struct DashboardTests {
  private static let child = TestFamily.child
  private static let parent = TestFamily.parent

  @Test("HOME-1: the day so far, the week's deadlines, goals, habits with their streaks")
  func everything() {
    let family = TestFamily()
    let read = family.addHabit("Read", owner: Self.child)
    let run = family.addHabit("Run", owner: Self.child, rank: 1)
    for day in 0..<3 {
      family.today = day
      family.mark(read, day)
    }
    family.today = 3
    family.mark(run, 3)
    family.submit(
      .logWater(
        for: Self.child, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)))
    family.submit(.logMeal(for: Self.child, MealPortion(.lunch, MealItem(food: 1, quarters: 4))))
    family.submit(.checkIn(for: Self.child, WellnessScore(mental: 6, physical: 9)))
    for (number, priority) in [GoalPriority.low, .high, .medium, .high].enumerated() {
      family.submit(
        .createGoal(
          for: Self.child,
          GoalCreation(
            .skill, title: TextHandle(UInt32(number + 1)), target: 5, unit: TextHandle(9),
            from: TestFamily.day(0), through: TestFamily.day(20 - number), priority: priority)))
    }
    family.submit(
      .createAcademicItem(
        for: Self.child,
        AcademicItemDraft(.exam, title: TextHandle(7), due: DueTime(day: TestFamily.day(4)))))
    let home = family.state.dashboard(
      of: Self.child, to: Self.parent, at: TestFamily.noon(3), in: .utc)
    #expect(home.eaten.waterTenthOunces == 80 && home.meals == 1)
    // The mean of 6 and 9, twice.
    #expect(home.wellnessTwice == 15)
    #expect(home.eaten.tenthKilocalories > 0 && home.color(of: .energy) == nil)
    #expect(home.habits.map(\.habit) == [read, run])
    #expect(home.habits.map(\.isDone) == [false, true])
    #expect(home.habits.map(\.streak) == [3, 1])
    #expect(home.deadlines.map(\.title) == [TextHandle(7)])
    // Three, by priority and then by which ends first.
    #expect(home.goals.map(\.child) == [Self.child])
    #expect(home.goals[0].goals.map(\.title.raw) == [4, 2, 3])
    #expect(home.nextOccurrences.isEmpty && home.attention.isEmpty)
  }

  @Test("HOME-1: a parent sees the goals of each child, and the next day starts empty")
  func parentsAndTomorrow() {
    let family = TestFamily()
    family.submit(.checkIn(for: Self.parent, WellnessScore(mental: 2, physical: 3)))
    let today = family.state.dashboard(of: Self.parent, at: TestFamily.noon(0), in: .utc)
    #expect(today.goals.map(\.child) == [Self.child, TestFamily.sibling])
    #expect(today.wellnessTwice == 5)
    let tomorrow = family.state.dashboard(of: Self.parent, at: TestFamily.noon(1), in: .utc)
    #expect(tomorrow.wellnessTwice == nil && tomorrow.meals == 0)
  }
  @Test("HOME-1, FAM-2: an observer sees everyone's calendar and goals, a child only its own")
  func whoSeesWhat() {
    let (family, sport) = TestFamily.withSport()
    let mine = family.addClass(sport, day: 1, minute: 900)
    let other = family.addClass(sport, day: 1, minute: 960, for: TestFamily.sibling)
    func home(_ person: MemberHandle) -> Dashboard {
      family.state.dashboard(of: person, at: TestFamily.noon(0), in: .utc)
    }
    // There is no driver yet, in either direction.
    #expect(home(Self.child).nextOccurrences.map(\.id.trainingClass) == [mine])
    #expect(home(Self.child).attention.conflicts.count == 2)
    #expect(home(Self.child).goals.map(\.child) == [Self.child])
    for person in [Self.parent, TestFamily.observer] {
      #expect(home(person).nextOccurrences.map(\.id.trainingClass) == [mine, other])
      #expect(home(person).attention.conflicts.count == 4)
      #expect(home(person).goals.map(\.child) == [Self.child, TestFamily.sibling])
    }
    // Only drivers see the requests between drivers.
    let duty = Duty(.dropOff, of: TestFamily.id(mine, 1))
    family.submit(.claim(duty, by: Self.parent))
    family.submit(.requestCoverage(of: duty, by: Self.parent, true))
    #expect(home(TestFamily.otherParent).attention.coverage == [duty])
    #expect(home(Self.child).attention.coverage == [])
  }

  @Test("HOME-1, FAM-2, FAM-3: each part is shown to a permitted reader only")
  func parts() {
    let family = TestFamily()
    family.override(.protein, 100)
    family.eat(1_000, protein: 85)
    family.submit(.checkIn(for: Self.child, WellnessScore(mental: 6, physical: 9)))
    family.addHabit("Read", owner: Self.child)
    family.submit(.createCourse(for: Self.child, name: TextHandle(3)))
    family.submit(
      .createAcademicItem(
        for: Self.child,
        AcademicItemDraft(.exam, title: TextHandle(7), due: DueTime(day: TestFamily.day(1)))))
    family.submit(
      .createSession(
        for: Self.child,
        SessionPlan(
          title: TextHandle(2),
          time: SessionTime(day: TestFamily.day(0), minuteOfDay: 900, minutes: 30),
          character: SessionCharacter(.strength))))
    func shown(to reader: MemberHandle?) -> [Bool] {
      let home = family.state.dashboard(
        of: Self.child, to: reader, at: TestFamily.noon(0), in: .utc)
      return [
        home.eaten != .zero, home.target != NutritionTarget(), home.wellnessTwice != nil,
        !home.habits.isEmpty, !home.sessions.isEmpty, !home.deadlines.isEmpty,
      ]
    }
    // Before a child logs, only its parents see its diary, its training and its schoolwork.
    #expect(shown(to: nil) == [false, false, false, false, false, false])
    for reader in [TestFamily.parent, TestFamily.observer] {
      #expect(shown(to: reader) == [true, true, true, true, true, true])
    }
    #expect(shown(to: TestFamily.sibling) == [false, false, false, false, false, false])
    family.submit(.setChildMayLog(Self.child, to: true))
    #expect(shown(to: nil) == [true, true, true, true, true, true])
  }

  @Test("HOME-1, TRN-3: today's workouts are shown once each, logged or imported")
  func workouts() {
    let family = TestFamily()
    func take(_ sample: UInt64, _ start: Instant) {
      let workout = ImportedWorkout(
        sample: sample, revision: 1, start: start, durationMilliseconds: 1_800_000, kind: 1,
        kilocalories: 200)
      family.submit(.importWorkout(workout, of: Self.child))
    }
    take(1, TestFamily.noon(0))
    family.submit(
      .logWorkout(
        for: Self.child,
        WorkoutLog(
          .running, start: TestFamily.noon(0) + 60_000, duration: 1_800_000, calories: 250,
          day: TestFamily.day(0))))
    take(2, TestFamily.noon(0) - Span.hour)
    func home(_ reader: MemberHandle, _ day: Int) -> [FinishedWorkout] {
      family.state.dashboard(of: Self.child, to: reader, at: TestFamily.noon(day), in: .utc)
        .workouts
    }
    #expect(home(Self.parent, 0).map(\.imported?.sample) == [2, 1])
    #expect(home(Self.parent, 0).map(\.calories) == [200, 250])
    #expect(home(Self.parent, 1).isEmpty)
    // FAM-2: a child that does not train by itself reads none of it.
    #expect(home(Self.child, 0).isEmpty)
  }

  @Test("HOME-1: energy, protein and water are shown with their targets")
  func progress() {
    let family = TestFamily()
    family.override(.protein, 100)
    family.eat(1_000, protein: 85)
    let home = family.state.dashboard(
      of: Self.child, to: Self.parent, at: TestFamily.noon(0), in: .utc)
    #expect(home.eaten.proteinTenthGrams == 85 && home.target[.protein] == 100)
    #expect(home.color(of: .protein) == .yellow && home.color(of: .energy) == nil)
  }
}
