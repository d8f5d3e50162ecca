import Base
import Chronology
import DomainCore
import ReferenceModels
import SyncCore
import Testing

@testable import Properties

@Suite("P14, derived state, is seen to fail")
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

  @Test("not at all by a fold that is right")
  func healthy() {
    look()
    let streak = world.server.scopes[0].state.streak(0, asOf: world.today)
    #expect(streak == 3)
    #expect(world.reports == [])
  }

  @Test(
    "when a streak summary is off by one",
    arguments: ["longest", "total", "current"])
  func summaryOffByOne(figure: String) {
    switch figure {
    case "longest": world.server.scopes[0].state.streaks[0].longest += 1
    case "total": world.server.scopes[0].state.streaks[0].total -= 1
    default: world.server.scopes[0].state.streaks[0].latestRun += 1
    }
    look()
    #expect(world.broken == [.derivedState])
    #expect(world.violations.first?.sequence == 1)
  }

  @Test("when a habit that was never done has a streak")
  func streakFromNothing() {
    _ = world.creates(name: 2)
    world.exchangeAll()
    world.server.scopes[0].state.streaks[1].total = 1
    look()
    #expect(world.broken == [.derivedState])
    #expect(world.violations.first?.sequence == 7)
  }

  @Test("when the state does not know a habit that the log has")
  func unknownHabit() {
    world.changeFeed { $0[1].operation.fact.entity = Entity(site: 0, sequence: 99) }
    look()
    #expect(world.broken == [.derivedState])
    #expect(world.reports.contains("the state does not know a habit of the log"))
  }

  @Test("together with P3 when the fold alone would have done better")
  func stateChanged() {
    world.server.scopes[0].state.streaks[0].longest += 1
    world.endScope()
    #expect(world.broken == [.logFold, .derivedState])
  }

  // MARK: The recomputation

  @Test("The recomputation counts days as a person would")
  func streaks() {
    let today = LocalDay(number: 100)
    func streaks(_ days: [Int32]) -> [Int] {
      let streaks = PlainStreaks.streaks(of: days, today: today)
      return [streaks.current, streaks.longest, streaks.total]
    }
    #expect(streaks([]) == [0, 0, 0])
    #expect(streaks([100]) == [1, 1, 1])
    #expect(streaks([99]) == [1, 1, 1])
    #expect(streaks([98]) == [0, 1, 1])
    #expect(streaks([96, 97, 98, 100]) == [1, 3, 4])
    #expect(streaks([98, 99, 100]) == [3, 3, 3])
    #expect(streaks([97, 98, 99]) == [3, 3, 3])
    // Somebody was in a zone where it is tomorrow.
    #expect(streaks([99, 100, 101]) == [2, 3, 3])
  }

  @Test("The recomputation lets the last write of a day stand")
  func lastWriteOfADay() {
    world.now += Span.minute
    world.does(
      1, .setCompletion(of: habit, owner: MonitoredWorld.parent, on: world.today, done: false))
    world.exchangeAll()
    var index = 0
    var days: [Int32] = []
    var model = PlainStreaks()
    model.read(world.server.scopes[0].feed)
    let found = model.nextHabit(&index, doneDays: &days)
    let next = model.nextHabit(&index, doneDays: &days)
    #expect(found == habit)
    #expect(next == nil)
    look()
    #expect(world.reports == [])
  }
}
