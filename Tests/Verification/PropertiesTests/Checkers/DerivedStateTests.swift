import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore
import Testing

@testable import Properties

@Suite("Violations of P14, derived state")
struct DerivedStateTests {
  let world = MonitoredWorld()
  let habit: Entity

  /// Done on five days of six.
  init() {
    habit = world.creates()
    for day in 0..<6 {
      if day != 2 { world.completes(habit) }
      world.now += Span.day
    }
    world.exchangeAll()
    world.now -= Span.day
  }

  func look() {
    world.monitor.looksAtStreaks(
      scope: world.scope, today: world.today, on: world.server, at: world.now)
  }

  @Test("a correct fold violates nothing")
  func healthy() {
    look()
    let streak = world.server.scopes[0].state.streak(0, asOf: world.today)
    #expect(streak == 3)
    #expect(world.reports == [])
  }

  @Test(
    "a streak summary that is off by one is detected",
    arguments: ["longest", "total", "current"])
  func summaryOffByOne(figure: String) {
    switch figure {
    case "longest": world.server.scopes[0].state.habits.streaks[0].longest += 1
    case "total": world.server.scopes[0].state.habits.streaks[0].total -= 1
    default: world.server.scopes[0].state.habits.streaks[0].latestRun += 1
    }
    look()
    #expect(world.broken == [.derivedState])
    #expect(world.violations.first?.sequence == 1)
  }

  @Test("a streak of a habit that was never done is detected")
  func streakFromNothing() {
    _ = world.creates(name: 2)
    world.exchangeAll()
    world.server.scopes[0].state.habits.streaks[1].total = 1
    look()
    #expect(world.broken == [.derivedState])
    #expect(world.violations.first?.sequence == 7)
  }

  @Test("a habit of the log that is missing in the state is detected")
  func unknownHabit() {
    world.changeFeed { $0[1].operation.fact.entity = Entity(site: 0, sequence: 99) }
    look()
    #expect(world.broken == [.derivedState])
    #expect(world.reports.contains("the state lacks a habit of the log"))
  }

  @Test("a wrong streak is detected together with P3 where a correct fold differs")
  func stateChanged() {
    world.server.scopes[0].state.habits.streaks[0].longest += 1
    world.endScope()
    #expect(world.broken == [.logFold, .derivedState])
  }

  // MARK: The recomputation

  @Test("the recomputation counts days as a person would")
  func streaks() {
    let today = LocalDay(number: 100)
    func streaks(_ days: [Int32]) -> [Int] {
      let streaks = StreakModel.streaks(of: days, today: today)
      return [streaks.current, streaks.longest, streaks.total]
    }
    #expect(streaks([]) == [0, 0, 0])
    #expect(streaks([100]) == [1, 1, 1])
    #expect(streaks([99]) == [1, 1, 1])
    #expect(streaks([98]) == [0, 1, 1])
    #expect(streaks([96, 97, 98, 100]) == [1, 3, 4])
    #expect(streaks([98, 99, 100]) == [3, 3, 3])
    #expect(streaks([97, 98, 99]) == [3, 3, 3])
    // A person was in a time zone where it is already tomorrow.
    #expect(streaks([99, 100, 101]) == [2, 3, 3])
  }

  @Test("the recomputation keeps the last write of a day")
  func lastWriteOfADay() {
    world.now += Span.minute
    world.does(
      1, .setCompletion(of: habit, owner: MonitoredWorld.parent, on: world.today, done: false))
    world.exchangeAll()
    var index = 0
    var days: [Int32] = []
    var model = StreakModel()
    model.read(world.server.scopes[0].feed)
    let found = model.nextHabit(&index, doneDays: &days)
    let next = model.nextHabit(&index, doneDays: &days)
    #expect(found == habit)
    #expect(next == nil)
    look()
    #expect(world.reports == [])
  }
}
