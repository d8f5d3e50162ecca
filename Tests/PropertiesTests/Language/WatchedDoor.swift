import Base
import Chronology
import DomainCore
import SyncCore

@testable import Properties

/// A group with ten members, an eleventh person at its door, and a watch on every step.
final class WatchedDoor {
  static let monday = LocalDay(year: 2026, month: 3, day: 2)
  static let code = GroupCode(0xD00)
  /// The eleventh person's device.
  static let late = 10

  var server = Server(settings: ServerSettings(clockSkewBoundMilliseconds: Span.minute))
  var replicas = OwnedArray<Replica<MemoryReplicaStorage>>()
  var watch = PropertyWatch()
  var now = Zone.utc.startOfDay(monday) + 8 * Span.hour
  let scope: UInt32

  init() {
    scope = server.open(Scope(state: .emptyGroup(openedOn: Self.monday)))
    for _ in 0...Self.late {
      let account = server.directory.open()
      server.directory.setBirth(of: account, to: LocalDay(year: 1985, month: 5, day: 4))
      let site = server.register(scope: scope, member: .newcomer, account: account)
      replicas.append(
        Replica(
          site: site, scope: scope,
          state: .emptyGroup(openedOn: Self.monday)))
      watch.addSite(isNewcomer: true)
      watch.register(site, as: .newcomer, account: account)
    }
    for device in 0..<Self.late {
      tries(device, founds: device == 0)
      exchange(device)
    }
  }

  // MARK: What happens

  @discardableResult func tries(_ device: Int, founds: Bool = false) -> Operation {
    does(
      device,
      founds
        ? .foundGroup(named: TextHandle(1), code: Self.code, as: TextHandle(2))
        : .joinGroup(code: Self.code, as: TextHandle(3)), as: .newcomer)
  }

  @discardableResult func does(
    _ device: Int, _ command: Command, as author: MemberHandle
  ) -> Operation {
    let outcome = replicas[device].commit(
      command, author: author, day: now.utcDay, zone: .utc, now: now)
    guard case .success(let operation) = outcome else {
      preconditionFailure("a test's command is one that is allowed")
    }
    watch.committed(operation, nutrientsBefore: .zero, on: replicas[device], at: now)
    return operation
  }

  func serve(_ device: Int) -> Answer {
    var request = Request()
    var answer = Answer()
    replicas[device].fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
    let before = server.sites[device].refusedCount
    var rows: [FeedRow] = []
    server.answer(request, now: now, into: &answer) { row, _ in rows.append(row) }
    for row in rows {
      _ =
        server.sites[device].refusedCount > before
        ? watch.turnedAway(row, scope: scope, at: now)
        : watch.decided(row, scope: scope, at: now)
    }
    return answer
  }

  func deliver(_ answer: borrowing Answer, to device: Int) {
    watch.books.ledger.acknowledge(answer.header.site, through: answer.header.sequenceDecided)
    let taken = replicas[device].take(answer)
    if answer.header.kind == .purge {
      watch.purged(replicas[device], at: now)
    } else if taken.hasMovedOn {
      notePage(of: device)
    }
  }

  func notePage(of device: Int) { watch.pageApplied(replicas[device], on: server, at: now) }

  func exchange(_ device: Int) { deliver(serve(device), to: device) }

  func end() {
    for _ in 0..<2 { for device in 0..<replicas.count { exchange(device) } }
    watch.quiescent(
      scope: scope, founded: .emptyGroup(openedOn: Self.monday), today: now.utcDay, on: server,
      at: now)
    watch.quiescent(replicas: replicas, server: server, at: now)
  }

  // MARK: What is reported

  var broken: Set<Property> { Set(watch.books.tally.violations.map(\.property)) }

  var reports: [String] { watch.books.tally.violations.map(\.what) }
}
