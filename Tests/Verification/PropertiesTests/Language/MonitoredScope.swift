import Base
import Chronology
import DomainCore
import SyncCore
import TestKit

@testable import Properties

/// A scope, its server and its devices, with a monitor that checks every step.
///
/// The engine is the real one; tests reach into it and break what they want to see reported.
class MonitoredScope {
  static let monday = LocalDay(year: 2026, month: 3, day: 2)

  var server: Server
  var replicas = OwnedArray<Replica<MemoryReplicaStorage>>()
  var monitor: PropertyMonitor
  var now = monday.at(hour: 8)
  let scope: UInt32

  init(
    _ settings: ServerSettings, monitor: consuming PropertyMonitor,
    opens state: consuming ScopeState
  ) {
    server = Server(settings: settings)
    self.monitor = monitor
    scope = server.open(Scope(state: state))
  }

  var today: LocalDay { now.utcDay }

  // MARK: What happens

  final func saved(_ outcome: Result<Operation, RefusalError>) -> Operation {
    guard case .success(let operation) = outcome else {
      preconditionFailure("a test's command is one that is allowed")
    }
    return operation
  }

  /// What the server does with what a device has to send.
  func serve(_ device: Int) -> Response { preconditionFailure("every scope has a server") }

  final func deliver(_ response: borrowing Response, to device: Int) {
    monitor.shared.ledger.acknowledge(
      response.header.site, through: response.header.sequenceDecided)
    let result = replicas[device].apply(response)
    if response.header.kind == .purge {
      monitor.purged(replicas[device], at: now)
    } else if result.hasAdvanced {
      notePage(of: device)
    }
  }

  final func notePage(of device: Int) {
    monitor.pageApplied(replicas[device], on: server, at: now)
  }

  final func exchange(_ device: Int) { deliver(serve(device), to: device) }

  final func exchangeAll() {
    for _ in 0..<2 {
      for device in 0..<replicas.count { exchange(device) }
    }
  }

  // MARK: What is reported

  /// The violated properties, each once.
  final var broken: Set<Property> { Set(violations.map(\.property)) }

  final var violations: [Violation] { monitor.shared.tally.violations }

  final var reports: [String] { violations.map(\.what) }
}
