import Base
import Chronology
import DomainCore
import Testing

@testable import Properties
@testable import SyncCore

@Suite("Violations of P12, isolation")
struct IsolationTests {
  let door = MonitoredAdmission()
  static let late = MonitoredAdmission.late

  @Test("a newcomer who is rejected twice and then joins violates nothing")
  func healthy() {
    let checks = door.monitor.shared.tally.checks(of: .isolation)
    #expect(checks > 0)
    door.tries(Self.late)
    let first = door.serve(Self.late)
    door.exchange(Self.late)
    door.deliver(first, to: Self.late)
    door.tries(Self.late)
    _ = door.serve(Self.late)
    door.end()
    #expect(door.reports == [])
    #expect(door.replicas[Self.late].rejectedCount == 2)
    // A seat becomes free for the next request.
    let admin = MemberHandle(0)
    let seat = door.replicas[0].store.state.group.seats[4].entity
    door.does(0, .removeFromGroup(MemberHandle(4), membership: seat), as: admin)
    door.exchange(0)
    door.tries(Self.late)
    door.exchange(Self.late)
    #expect(door.replicas[Self.late].store.state.memberCount == 11)
    #expect(door.reports == [])
  }

  @Test("a newcomer who never joins violates nothing at the end")
  func healthyEnd() {
    for _ in 0..<2 {
      door.tries(Self.late)
      door.exchange(Self.late)
    }
    door.end()
    door.end()
    #expect(door.reports == [])
  }

  @Test("a newcomer's replica that receives rows of the group is detected")
  func rowsOfOthers() {
    door.tries(Self.late)
    door.exchange(Self.late)
    let row = door.server.scopes[0].feed[0]
    _ = door.replicas[Self.late].store.state.apply(row.operation.fact, committed: row.committed)
    door.notePage(of: Self.late)
    #expect(door.broken == [.isolation])
    #expect(door.reports == ["a replica holds data that its owner may not see"])
  }

  @Test("a newcomer's replica that starts over with the group's feed is detected")
  func feedOfOthers() {
    let rows = (0..<10).map { door.server.scopes[0].feed[$0] }
    rows.withUnsafeBufferPointer { rows in
      door.replicas[Self.late].store.restart(
        from: .emptyGroup(openedOn: MonitoredAdmission.monday), with: rows,
        as: ResponseHeader(.snapshot, site: UInt32(Self.late), scope: 0, epoch: 2),
        clock: HybridClock())
    }
    door.notePage(of: Self.late)
    #expect(door.broken == [.isolation])
    #expect(door.reports == ["a replica has a feed that its owner has no access to"])
  }

  @Test("a rejected operation of a newcomer in the log is detected")
  func refusedInLog() {
    let operation = door.tries(Self.late)
    let row = FeedRow(
      operation: operation, verdict: Verdict(.groupFull), digest: .zero, committed: door.now)
    _ = door.monitor.decided(row, scope: 0, at: door.now)
    #expect(door.reports == ["the log has an operation for which a newcomer received a rejection"])
    #expect(door.broken == [.isolation])
  }

  @Test("a member's operation that is kept from the log is detected")
  func memberTurnedAway() {
    let operation = door.does(
      3, .setDisplayName(of: MemberHandle(3), to: TextHandle(4)), as: MemberHandle(3))
    let row = FeedRow(
      operation: operation, verdict: Verdict(.groupFull), digest: .zero, committed: door.now)
    _ = door.monitor.turnedAway(row, scope: 0, at: door.now)
    #expect(door.reports == ["a member's operation was rejected for lack of access"])
  }

  @Test("P1: a newcomer's outbox trimmed by a response whose page was not applied is detected")
  func trimmedByResponse() {
    door.tries(Self.late)
    door.exchange(Self.late)
    door.tries(Self.late)
    door.replicas[Self.late].store.outbox = FlatQueue<Operation>()
    door.notePage(of: Self.late)
    #expect(door.broken == [.durableIntent])
  }

  @Test("P2: an operation that a newcomer was denied and the log contains is detected")
  func twoVerdicts() {
    let operation = door.tries(Self.late)
    door.exchange(Self.late)
    door.server.scopes[0].feed.append(
      FeedRow(
        operation: operation, verdict: Verdict(.groupFull),
        digest: door.server.scopes[0].state.digest, committed: door.now))
    door.monitor.quiescent(
      scope: 0, founded: .emptyGroup(openedOn: MonitoredAdmission.monday), today: door.now.utcDay,
      on: door.server, at: door.now)
    #expect(door.reports == ["an operation has two verdicts"])
  }

  @Test("P6: a newcomer who never receives a rejection is detected")
  func unheard() {
    door.tries(Self.late)
    _ = door.serve(Self.late)
    door.monitor.quiescent(replicas: door.replicas, server: door.server, at: door.now)
    #expect(door.broken.contains(.quiescence))
    #expect(door.reports.contains("an outbox does not empty after healing"))
  }

  @Test("P8: a replica that goes back to an earlier feed is detected")
  func earlierFeed() {
    #expect(door.replicas[3].store.epoch == 2)
    door.exchange(3)
    door.replicas[3].store.epoch = 1
    door.monitor.looksWhetherBack(door.replicas[3], at: door.now)
    #expect(door.broken == [.monotonicReads])
  }
}
