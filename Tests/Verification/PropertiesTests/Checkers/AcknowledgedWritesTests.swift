import Base
import Chronology
import DomainCore
import Testing

@testable import Properties
@testable import SyncCore

@Suite("P2, no acknowledged write is lost, is seen to fail")
struct AcknowledgedWritesTests {
  let world = MonitoredWorld()

  /// Three operations that everybody knows.
  init() {
    for _ in 0..<3 { world.drinks() }
    world.exchangeAll()
  }

  @Test("when an acknowledged operation is missing in the log")
  func missing() {
    let fourth = world.drinks()
    world.monitor.shared.ledger.acknowledge(0, through: fourth.sequence)
    world.endScope()
    world.endWithoutDevices()
    #expect(world.broken == [.acknowledgedWrites])
    #expect(world.reports == ["an acknowledged operation has no verdict"])
    #expect(world.violations.first?.sequence == 4)
  }

  @Test("when a row of the log was dropped, which the fold sees too")
  func dropped() {
    world.changeFeed { _ = $0.remove(at: 1) }
    world.endScope()
    world.endWithoutDevices()
    #expect(world.broken == [.acknowledgedWrites, .logFold, .derivedState])
    #expect(world.violations.contains { $0.sequence == 2 })
  }

  @Test("when a row of the log stands there twice")
  func repeated() {
    world.changeFeed { $0.append($0[1]) }
    world.endScope()
    // Whoever adds up the log finds it twice as well.
    #expect(world.broken == [.acknowledgedWrites, .derivedState])
    #expect(world.reports.first == "an operation has two verdicts")
  }

  @Test("when the log has something else than what the person said")
  func altered() {
    world.changeFeed { $0[1].operation.fact.zone = Zone.all[7].id }
    world.endScope()
    #expect(world.broken == [.acknowledgedWrites])
    #expect(world.reports == ["the log has not what the person said"])
  }

  @Test("but not when the server has corrected a stamp")
  func restamped() {
    let operation = world.row(1).operation
    var corrected = operation
    corrected.fact.version.stamp -= 99
    #expect(
      OperationHistory.fingerprint(of: corrected) == OperationHistory.fingerprint(of: operation))
  }

  @Test("when the log gets what nobody committed")
  func invented() {
    var row = world.row(2)
    row.operation.fact.sequence = 4
    let waited = world.monitor.decided(row, scope: world.scope, at: world.now)
    #expect(waited == 0)
    #expect(world.broken == [.acknowledgedWrites])
  }

  @Test("when the log has what nobody committed")
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

  @Test("when a purge tells somebody that something is refused which the log has")
  func shownAsRefused() {
    let taken = world.row(1).operation
    world.does(MonitoredWorld.phone, .setChildMayLog(MonitoredWorld.child, to: true))
    world.exchangeAll()
    world.does(MonitoredWorld.phone, .removeMember(MonitoredWorld.child))
    world.exchange(MonitoredWorld.phone)
    let childs = world.drinks(MonitoredWorld.childs)
    world.exchange(MonitoredWorld.childs)
    #expect(world.reports == [] && world.replicas[MonitoredWorld.childs].rejectedCount == 1)
    // What was refused for good may be told; what all have may not.
    #expect(childs.sequence == 1)
    world.replicas[MonitoredWorld.phone].store.dropped.append(
      FeedRow(
        operation: taken, verdict: Verdict(.memberRemoved), digest: .zero, committed: world.now))
    world.monitor.checksReturnedUndecided(world.replicas[MonitoredWorld.phone], at: world.now)
    #expect(world.broken == [.acknowledgedWrites])
    #expect(
      world.reports == ["a device was told that something is refused which the log has"])
  }

  @Test("but not of what a server that has begun anew refuses at the door")
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

  @Test("when a site is in the log that there never was")
  func unknownSite() {
    var row = world.row(2)
    row.operation.fact.version.site = 77
    _ = world.monitor.decided(row, scope: world.scope, at: world.now)
    #expect(world.broken == [.acknowledgedWrites])
  }

  @Test("when the server acknowledges what nobody committed")
  func acknowledgedTooMuch() {
    world.monitor.shared.ledger.acknowledge(0, through: 9)
    world.end()
    #expect(world.broken == [.acknowledgedWrites])
    #expect(world.reports == ["the server acknowledged what nobody committed"])
  }
}
