import Base
import Chronology
import DomainCore
import SyncCore

@testable import Properties

/// A group with ten members, an eleventh person who asks to join, and a monitor that checks every
/// step.
final class MonitoredAdmission: MonitoredScope {
  static let code = GroupCode(0xD00)
  /// The eleventh person's device.
  static let late = 10

  init() {
    super.init(
      ServerSettings(clockSkewBoundMilliseconds: Span.minute), monitor: PropertyMonitor(),
      opens: .emptyGroup(openedOn: MonitoredScope.monday))
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
    let operation = saved(
      replicas[device].commit(command, author: author, day: today, zone: .utc, now: now))
    monitor.committed(operation, nutrientsBefore: .zero, on: replicas[device], at: now)
    return operation
  }

  override func serve(_ device: Int) -> Response {
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

  func end() {
    exchangeAll()
    monitor.quiescent(
      scope: scope, founded: .emptyGroup(openedOn: Self.monday), today: today, on: server,
      at: now)
    monitor.quiescent(replicas: replicas, server: server, at: now)
  }
}
