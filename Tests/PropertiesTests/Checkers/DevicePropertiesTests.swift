import Base
import Chronology
import DomainCore
import SyncCore
import Testing

@testable import Properties

@Suite("P7 of all kinds, P15, P16 and P18 are seen to fail")
struct DevicePropertiesTests {
  let world = WatchedWorld()
  let parent = WatchedWorld.parent

  @Test("P7: when a device does not show what it saved, of whatever kind")
  func effects() {
    let season = Season(first: world.today, last: world.today.adding(days: 9))
    let sport = world.does(
      0, .createSport(for: WatchedWorld.child, SportCreation(name: TextHandle(4), season: season)))
    let reward = world.does(0, .offerReward(TextHandle(6), price: 40, by: parent))
    for operation in [sport, reward] {
      var fact = operation.fact
      let isShown = world.watch.readYourWrites.showsEffect(of: fact, on: world.replicas[0])
      fact.payload.first ^= 1
      let isOtherShown = world.watch.readYourWrites.showsEffect(of: fact, on: world.replicas[0])
      #expect(isShown == true && isOtherShown == false)
    }
  }

  @Test("P15: when a device still shows what was refused")
  func rollback() {
    let habit = world.creates()
    world.exchangeAll()
    world.does(0, .deleteHabit(habit, of: parent))
    let late = world.completes(habit, on: WatchedWorld.tablet)
    world.exchange(0)
    world.exchange(WatchedWorld.tablet)
    #expect(world.reports == [])
    #expect(world.checks(of: .rollback) == 1)
    // As if the refusal had come just now, and the completion were there all the same.
    world.watch.rollback.refusedBefore[WatchedWorld.tablet] = 0
    world.replicas[WatchedWorld.tablet].store.state.cells[0] = CompletionCell(
      version: late.fact.version, state: 1, source: .app)
    world.notePage(of: WatchedWorld.tablet)
    #expect(world.reports.contains("a device still shows what was refused"))
  }

  @Test("P16: when a page leaves a row out, ends elsewhere than it says, or has none")
  func pages() {
    for _ in 0..<4 { world.drinks() }
    world.exchange(0)
    var request = Request()
    var answer = Answer()
    world.replicas[1].fill(&request, pushOperationsMax: 10, pageRowsMax: 2)
    world.server.answer(request, now: world.now, into: &answer) { _, _ in }
    func look() {
      world.watch.answered(answer, to: request.header, on: world.server, at: world.now)
    }
    look()
    #expect(world.reports == [])
    answer.rows[1] = world.row(2)
    look()
    answer.header.to += 1
    look()
    answer.header.to = answer.header.from
    answer.rows.removeAll()
    look()
    #expect(
      world.reports == [
        "a page has not the rows of the feed", "a page lies elsewhere than it says",
        "a page is empty before the feed ends",
      ])
    #expect(world.broken == [.feedCompleteness])
  }

  @Test("P16: when a copy moves on by other rows than it took")
  func moved() {
    world.drinks()
    world.exchangeAll()
    for _ in 0..<4 { world.drinks() }
    world.exchange(0)
    let answer = world.serve(1)
    _ = world.replicas[1].take(answer)
    world.watch.pageApplied(world.replicas[1], rows: 3, on: world.server, at: world.now)
    #expect(world.reports == ["a copy has moved on by other rows than it took"])
  }

  @Test("P18: when something waits through one exchange after the other")
  func liveness() {
    world.exchangeAll()
    world.drinks()
    for _ in 0..<24 { world.notePage(of: 0) }
    #expect(world.reports == [])
    world.notePage(of: 0)
    #expect(world.broken == [.outboxLiveness])
    world.exchange(0)
    #expect(world.reports.count == 1)
  }

  @Test("P18: when something waits though one answer after the other has nothing new")
  func livenessInSilence() {
    world.exchangeAll()
    world.drinks()
    func hearsNothing() {
      world.watch.pageWasEmpty(on: world.replicas[0], of: world.server, at: world.now)
    }
    for _ in 0..<24 { hearsNothing() }
    #expect(world.reports == [])
    hearsNothing()
    #expect(world.broken == [.outboxLiveness])
  }
}
