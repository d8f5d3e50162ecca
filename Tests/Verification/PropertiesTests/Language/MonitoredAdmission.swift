import Base
import Chronology
import DomainCore
import SyncCore

@testable import Properties

/// A group with ten members, an eleventh person who asks to join, and a monitor that checks every
/// step.
final class MonitoredAdmission {
  static let monday = LocalDay(year: 2026, month: 3, day: 2)
  static let code = GroupCode(0xD00)
  /// The eleventh person's device.
  static let late = 10

  var server = Server(settings: ServerSettings(clockSkewBoundMilliseconds: Span.minute))
  var replicas = OwnedArray<Replica<MemoryReplicaStorage>>()
  var monitor = PropertyMonitor()
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
      monitor.addSite(isNewcomer: true)
      monitor.register(site, as: .newcomer, account: account)
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
    monitor.committed(operation, nutrientsBefore: .zero, on: replicas[device], at: now)
    return operation
  }

  func serve(_ device: Int) -> Response {
    var request = Request()
    var response = Response()
    replicas[device].fill(&request, pushOperationsMax: 100, pageRowsMax: 100)
    let before = server.sites[device].refusedCount
    var rows: [FeedRow] = []
    server.respond(request, now: now, into: &response) { row, _ in rows.append(row) }
    for row in rows {
      _ =
        server.sites[device].refusedCount > before
        ? monitor.turnedAway(row, scope: scope, at: now)
        : monitor.decided(row, scope: scope, at: now)
    }
    return response
  }

  func deliver(_ response: borrowing Response, to device: Int) {
    monitor.shared.ledger.acknowledge(
      response.header.site, through: response.header.sequenceDecided)
    let result = replicas[device].apply(response)
    if response.header.kind == .purge {
      monitor.purged(replicas[device], at: now)
    } else if result.hasAdvanced {
      notePage(of: device)
    }
  }

  func notePage(of device: Int) { monitor.pageApplied(replicas[device], on: server, at: now) }

  func exchange(_ device: Int) { deliver(serve(device), to: device) }

  func end() {
    for _ in 0..<2 { for device in 0..<replicas.count { exchange(device) } }
    monitor.quiescent(
      scope: scope, founded: .emptyGroup(openedOn: Self.monday), today: now.utcDay, on: server,
      at: now)
    monitor.quiescent(replicas: replicas, server: server, at: now)
  }

  // MARK: What is reported

  var broken: Set<Property> { Set(monitor.shared.tally.violations.map(\.property)) }

  var reports: [String] { monitor.shared.tally.violations.map(\.what) }
}
