import Base
import Chronology
import DomainCore
import Testing

@testable import Properties
@testable import SyncCore

@Suite("Violations of P2, no acknowledged write is lost")
struct AcknowledgedWritesTests {
  let world = MonitoredWorld()

  /// Three operations that everybody knows.
  init() {
    for _ in 0..<3 { world.drinks() }
    world.exchangeAll()
  }

  @Test("an acknowledged operation that is missing in the log is detected")
  func missing() {
    let fourth = world.drinks()
    world.monitor.shared.ledger.acknowledge(0, through: fourth.sequence)
    world.endScope()
    world.endWithoutDevices()
    #expect(world.broken == [.acknowledgedWrites])
    #expect(world.reports == ["an acknowledged operation has no verdict"])
    #expect(world.violations.first?.sequence == 4)
  }

  @Test("what a device has reported as lost to its disk needs no verdict, and what follows does")
  func lostToDisk() {
    let fourth = world.drinks()
    world.monitor.shared.ledger.lostToDisk(fourth.sequence, of: 0)
    let fifth = world.drinks()
    world.monitor.shared.ledger.acknowledge(0, through: fifth.sequence)
    world.endScope()
    world.endWithoutDevices()
    #expect(world.reports == ["an acknowledged operation has no verdict"])
    #expect(world.violations.map(\.sequence) == [5])
  }

  @Test("what a failover loses needs no verdict if the device's disk has lost it too")
  func lostTwice() {
    for salvagesFirst in [true, false] {
      let world = MonitoredWorld()
      for _ in 0..<3 { world.drinks() }
      world.exchangeAll()
      let fourth = world.drinks()
      if salvagesFirst { world.monitor.shared.ledger.salvaged(before: fourth.sequence, of: 0) }
      world.monitor.shared.ledger.forgetVerdicts(of: 0, behind: 1, refused: 0, decided: 1)
      if !salvagesFirst { world.monitor.shared.ledger.salvaged(before: fourth.sequence, of: 0) }
      let entries = (1...4).map { world.monitor.shared.ledger.entry(0, $0) }
      #expect(entries.map(\.isPermanentlyLost) == [false, true, true, false])
    }
  }

  @Test("a dropped row of the log is detected, by the fold too")
  func dropped() {
    world.changeFeed { _ = $0.remove(at: 1) }
    world.endScope()
    world.endWithoutDevices()
    #expect(world.broken == [.acknowledgedWrites, .logFold, .derivedState])
    #expect(world.violations.contains { $0.sequence == 2 })
  }

  @Test("a row that is in the log twice is detected")
  func repeated() {
    world.changeFeed { $0.append($0[1]) }
    world.endScope()
    // A sum of the log finds it twice as well.
    #expect(world.broken == [.acknowledgedWrites, .derivedState])
    #expect(world.reports.first == "an operation has two verdicts")
  }

  @Test("a logged operation that differs from the submitted one is detected")
  func altered() {
    world.changeFeed { $0[1].operation.fact.zone = Zone.all[7].id }
    world.endScope()
    #expect(world.broken == [.acknowledgedWrites])
    #expect(world.reports == ["the log's operation differs from the one that the person submitted"])
  }

  @Test("a stamp that the server has corrected is no violation")
  func restamped() {
    let operation = world.row(1).operation
    var corrected = operation
    corrected.fact.version.stamp -= 99
    #expect(
      OperationHistory.fingerprint(of: corrected) == OperationHistory.fingerprint(of: operation))
  }

  @Test("HAB-10: a day that the server moved is no violation if it had not begun by its clock")
  func redated() {
    var operation = world.row(1).operation
    operation.fact.zone = Zone(named: "Asia/Tokyo")!.id
    // Ten past midnight in Tokyo; a server whose clock is an hour slow is still on the day before.
    let now = Instant("2026-10-25T15:10:00Z")!
    operation.fact.day = LocalDay(year: 2026, month: 10, day: 26)
    operation.fact.version.site = 0
    operation.fact.sequence = 1
    var moved = operation
    moved.fact.day = operation.fact.day.adding(days: -1)
    for (slow, isAllowed) in [(Span.hour, true), (0, false), (-Span.hour, false)] {
      var history = OperationHistory()
      history.addSite()
      history.committed(operation, at: now, serverTime: now - slow)
      let (same, alsoMoved) = (history.hasSameContent(operation), history.hasSameContent(moved))
      #expect(same && alsoMoved == isAllowed, "\(slow) ms slow")
    }
  }

  @Test("an operation that the log receives and no device committed is detected")
  func invented() {
    var row = world.row(2)
    row.operation.fact.sequence = 4
    let waited = world.monitor.decided(row, scope: world.scope, at: world.now)
    #expect(waited == 0)
    #expect(world.broken == [.acknowledgedWrites])
  }

  @Test("an operation in the log that no device committed is detected")
  func inventedInTheLog() {
    world.changeFeed { feed in
      var row = feed[2]
      row.operation.fact.sequence = 4
      row.verdict = Verdict(.dayInFuture)
      feed.append(row)
    }
    world.endScope()
    #expect(world.broken == [.acknowledgedWrites])
  }

  @Test("a purge that reports an accepted operation as rejected is detected")
  func shownAsRefused() {
    let taken = world.row(1).operation
    world.does(MonitoredWorld.phone, .setChildMayLog(MonitoredWorld.child, to: true))
    world.exchangeAll()
    world.does(MonitoredWorld.phone, .removeMember(MonitoredWorld.child))
    world.exchange(MonitoredWorld.phone)
    let childs = world.drinks(MonitoredWorld.childs)
    world.exchange(MonitoredWorld.childs)
    #expect(world.reports == [] && world.replicas[MonitoredWorld.childs].rejectedCount == 1)
    // A rejection may be reported; an operation in the log may not.
    #expect(childs.sequence == 1)
    world.replicas[MonitoredWorld.phone].store.dropped.append(
      FeedRow(
        operation: taken, verdict: Verdict(.memberRemoved), digest: .zero, committed: world.now))
    world.monitor.checksReturnedUndecided(world.replicas[MonitoredWorld.phone], at: world.now)
    #expect(world.broken == [.acknowledgedWrites])
    #expect(
      world.reports == ["a device reports an operation as rejected that the log has accepted"])
  }

  @Test("a rejection of a newcomer after a failover is no violation")
  func takenThenRefused() {
    let door = MonitoredAdmission()
    let operation = door.tries(MonitoredAdmission.late)
    var row = FeedRow(
      operation: operation, verdict: Verdict(.changed), digest: .zero, committed: door.now)
    _ = door.monitor.shared.ledger.decided(row, position: 20, at: door.now)
    door.monitor.shared.ledger.forgetVerdicts(
      of: operation.site, behind: 20, refused: 0, decided: 0)
    row.verdict = Verdict(.groupFounded)
    _ = door.monitor.shared.ledger.turnedAway(row, at: door.now)
    let entry = door.monitor.shared.ledger.entry(operation.site, operation.sequence)
    #expect(entry.isTurnedAway && !entry.isAccepted)
  }

  @Test("an operation of an unknown site in the log is detected")
  func unknownSite() {
    var row = world.row(2)
    row.operation.fact.version.site = 77
    _ = world.monitor.decided(row, scope: world.scope, at: world.now)
    #expect(world.broken == [.acknowledgedWrites])
  }

  @Test("an acknowledgment of an operation that no device committed is detected")
  func acknowledgedTooMuch() {
    world.monitor.shared.ledger.acknowledge(0, through: 9)
    world.end()
    #expect(world.broken == [.acknowledgedWrites])
    #expect(world.reports == ["the server acknowledged an operation that no device committed"])
  }
}
