import Base
import Chronology
import DomainCore
import SyncCore
import TestKit
import Testing

@testable import Properties

@Suite("Violations of P7 for all kinds, P15, P16 and P18")
struct DevicePropertiesTests {
  let world = MonitoredWorld()
  let parent = MonitoredWorld.parent

  @Test("P7: a saved operation of any kind that a device does not show is detected")
  func effects() {
    let season = Season(first: world.today, last: world.today.adding(days: 9))
    let sport = world.does(
      0, .createSport(for: MonitoredWorld.child, SportCreation(name: TextHandle(4), season: season))
    )
    let reward = world.does(0, .offerReward(TextHandle(6), price: 40, by: parent))
    for operation in [sport, reward] {
      var fact = operation.fact
      let isShown = world.monitor.readYourWrites.showsEffect(of: fact, on: world.replicas[0])
      fact.payload.first ^= 1
      let isOtherShown = world.monitor.readYourWrites.showsEffect(of: fact, on: world.replicas[0])
      #expect(isShown == true && isOtherShown == false)
    }
  }

  @Test("P15: a rejected operation that a device still shows is detected")
  func rollback() {
    let habit = world.creates()
    world.exchangeAll()
    world.does(0, .deleteHabit(habit, of: parent))
    let late = world.completes(habit, on: MonitoredWorld.tablet)
    world.exchange(0)
    world.exchange(MonitoredWorld.tablet)
    #expect(world.reports == [])
    #expect(world.checks(of: .rollback) == 1)
    // As if the refusal had come just now, and the completion were there all the same.
    world.monitor.rollback.refusedBefore[MonitoredWorld.tablet] = 0
    world.replicas[MonitoredWorld.tablet].store.state.habits.cells[0] = CompletionCell(
      version: late.fact.version, state: 1, source: .app)
    world.notePage(of: MonitoredWorld.tablet)
    #expect(world.reports.contains("a device still shows a rejected operation"))
  }

  @Test("P16: a page that skips a row, has a wrong end, or is empty too early is detected")
  func pages() {
    for _ in 0..<4 { world.drinks() }
    world.exchange(0)
    var request = Request()
    var response = Response()
    world.replicas[1].fill(&request, pushOperationsMax: 10, pageRowsMax: 2)
    world.server.respond(request, now: world.now, into: &response) { _, _ in }
    func look() {
      world.monitor.responded(response, to: request.header, on: world.server, at: world.now)
    }
    look()
    #expect(world.reports == [])
    response.rows[1] = world.row(2)
    look()
    response.header.to += 1
    look()
    response.header.to = response.header.from
    response.rows.removeAll()
    look()
    #expect(
      world.reports == [
        "a page's rows differ from the feed", "a page's position differs from its header",
        "a page is empty before the end of the feed",
      ])
    #expect(world.broken == [.feedCompleteness])
  }

  @Test("P16: a replica whose position differs from the rows that it applied is detected")
  func moved() {
    world.drinks()
    world.exchangeAll()
    for _ in 0..<4 { world.drinks() }
    world.exchange(0)
    let response = world.serve(1)
    _ = world.replicas[1].apply(response)
    world.monitor.pageApplied(world.replicas[1], rows: 3, on: world.server, at: world.now)
    #expect(world.reports == ["a replica's position differs from the rows that it applied"])
  }

  @Test("P18: an operation that stays in the outbox exchange after exchange is detected")
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

  @Test("P18: an operation that stays in the outbox through empty responses is detected")
  func livenessInSilence() {
    world.exchangeAll()
    world.drinks()
    func hearsNothing() {
      world.monitor.pageWasEmpty(on: world.replicas[0], of: world.server, at: world.now)
    }
    for _ in 0..<24 { hearsNothing() }
    #expect(world.reports == [])
    hearsNothing()
    #expect(world.broken == [.outboxLiveness])
  }
}
