import Chronology
import Testing

@testable import DomainCore

@Suite("A streak")
struct StreakTests {
  @Test("HAB-4: counts back from today if today is done, else from yesterday")
  func current() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 12
    for day in [2, 3, 4, 8, 9, 10] { family.mark(habit, day) }
    #expect(family.streak(habit, asOf: 10) == 3)
    #expect(family.streak(habit, asOf: 11) == 3)
    #expect(family.streak(habit, asOf: 12) == 0)
    family.mark(habit, 11)
    #expect(family.streak(habit, asOf: 12) == 4)
    // As of a past day, when later days are done already.
    #expect(family.streak(habit, asOf: 5) == 3)
    #expect(family.streak(habit, asOf: 6) == 0)
    #expect(family.streak(habit, asOf: 3) == 2)
    #expect(family.streak(habit, asOf: 2) == 1)
    #expect(family.streak(habit, asOf: 1) == 0)
    #expect(family.streak(habit, asOf: -1) == 0)
  }

  @Test("HAB-4: begins on the family's first day")
  func dayZero() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    #expect(family.streak(habit, asOf: 0) == 0)
    family.mark(habit, 0)
    #expect(family.streak(habit, asOf: 0) == 1 && family.streak(habit, asOf: 1) == 1)
    #expect(family.streak(habit, asOf: 2) == 0)
    family.mark(habit, 0, done: false)
    #expect(family.streak(habit, asOf: 0) == 0)
    #expect(family.statistics(habit, asOf: 0).longest == 0)
  }

  @Test("HAB-4: is joined by a day that is filled in, and broken by one that is undone")
  func middle() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 9
    for day in [1, 2, 3, 5, 6, 7] { family.mark(habit, day) }
    #expect(family.statistics(habit, asOf: 8).longest == 3)
    family.mark(habit, 4)
    #expect(family.streak(habit, asOf: 8) == 7)
    #expect(family.statistics(habit, asOf: 8).longest == 7)
    family.mark(habit, 4, done: false)
    #expect(family.streak(habit, asOf: 8) == 3)
    #expect(family.statistics(habit, asOf: 8).longest == 3)
    family.mark(habit, 7, done: false)
    #expect(family.streak(habit, asOf: 8) == 0 && family.streak(habit, asOf: 7) == 2)
    #expect(family.statistics(habit, asOf: 8).daysSinceLast == 2)
  }

  @Test("HAB-4: survives growth of the capacity for days")
  func beyondCapacity() {
    let family = TestFamily(dayCapacity: 1)
    let early = family.addHabit("Read")
    let late = family.addHabit("Write")
    family.today = 400
    #expect(family.state.dayCapacity == 16)
    for day in [0, 1, 15, 16, 62, 63] { family.mark(early, day) }
    #expect(family.state.dayCapacity == 64, "as many rows as there are bits in a word")
    for day in [15, 16] { family.mark(early, day, done: false) }
    // The question is about a day beyond the capacity.
    #expect(family.streak(early, asOf: 64) == 2 && family.streak(early, asOf: 65) == 0)
    #expect(family.statistics(early, asOf: 300).daysSinceLast == 237)
    #expect(family.statistics(early, asOf: 64).success[0].done == 2)
    for day in (64..<400).reversed() { family.mark(early, day) }
    family.mark(late, 0)
    family.mark(late, 399)
    #expect(family.streak(early, asOf: 400) == 338)
    #expect(family.statistics(early, asOf: 400).total == 340)
    #expect(family.statistics(late, asOf: 400).total == 2)
    #expect(family.state.cell(1, 0).isDone && family.state.cell(1, 399).isDone)
    #expect(!family.state.cell(1, 63).isWritten)
  }

  @Test("HAB-4: survives growth of the capacity for habits")
  func manyHabits() {
    let family = TestFamily(dayCapacity: 1)
    family.today = 200
    var habits: [Entity] = []
    func isDone(_ number: Int, _ day: Int) -> Bool { (day + number) % 3 > 0 }
    for number in 0..<70 {
      habits.append(family.addHabit("Habit \(number)"))
      for day in 0..<80 where isDone(number, day) { family.mark(habits[number], day) }
    }
    for (number, habit) in habits.enumerated() {
      #expect(family.statistics(habit, asOf: 80).longest == 2)
      for day in 0..<80 {
        let expected = isDone(number, day)
        #expect(family.state.cell(family.slot(habit), day).isDone == expected)
        #expect(family.isDone(habit, day) == expected)
      }
    }
  }

  @Test("HAB-4: comes with success over 7, 31, 92 and 365 days and the days since the last")
  func success() {
    let family = TestFamily()
    let habit = family.addHabit("Read")
    family.today = 400
    for day in stride(from: 0, through: 400, by: 4) { family.mark(habit, day) }
    let shown = family.statistics(habit, asOf: 400)
    // Days 396 and 400; 372 to 400; 312 to 400; 36 to 400, each fourth.
    #expect(shown.success.map(\.done) == [2, 8, 23, 92])
    #expect(shown.success.map(\.days) == [7, 31, 92, 365])
    #expect(shown.daysSinceLast == 0)
    #expect(family.statistics(habit, asOf: 403).daysSinceLast == 3)
    #expect(family.statistics(habit, asOf: 403).success[0].done == 1)
  }

  @Test("HAB-4: of a young habit is measured over its own days")
  func youngHabit() {
    let family = TestFamily()
    family.today = 50
    let habit = family.addHabit("Read")
    #expect(family.statistics(habit, asOf: 50).success.map(\.days) == [1, 1, 1, 1])
    #expect(family.statistics(habit, asOf: 50).daysSinceLast == nil)
    family.today = 54
    for day in 50...52 { family.mark(habit, day) }
    #expect(family.statistics(habit, asOf: 54).success.map(\.days) == [5, 5, 5, 5])
    #expect(family.statistics(habit, asOf: 54).success.map(\.done) == [3, 3, 3, 3])
    // A day filled in from before the habit was made counts as a day of the habit.
    family.mark(habit, 45)
    #expect(family.statistics(habit, asOf: 54).success.map(\.days) == [7, 10, 10, 10])
    #expect(family.statistics(habit, asOf: 54).success.map(\.done) == [3, 4, 4, 4])
  }

  @Test("HAB-4: the habit's first day can be set, but not to a future day")
  func start() {
    let family = TestFamily()
    family.today = 50
    let habit = family.addHabit("Read")
    func start(_ day: Int) -> TestFamily.Outcome {
      family.submit(.startHabit(habit, of: TestFamily.child, on: TestFamily.day(day)))
    }
    #expect(start(51) == .refused(.dayInFuture))
    #expect(start(-1) == .refused(.dayOutOfRange))
    #expect(start(30) == .changed)
    #expect(family.statistics(habit, asOf: 50).success.map(\.days) == [7, 21, 21, 21])
  }
}
