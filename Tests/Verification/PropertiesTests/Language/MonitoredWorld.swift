import Base
import Chronology
import DomainCore
import SyncCore
import TestKit

@testable import Properties

/// A family with a parent's two devices and a child's one, whose every step is watched.
final class MonitoredWorld: MonitoredScope {
  static let parent = MemberHandle(0)
  static let child = MemberHandle(1)
  static let firstDay = monday

  static let phone = 0
  static let tablet = 1
  static let childs = 2

  init(policy: ConflictPolicy = .fieldwise) {
    let settings = ServerSettings(clockSkewBoundMilliseconds: Span.minute, policy: policy)
    super.init(settings, monitor: PropertyMonitor(settings), opens: MonitoredWorld.founded())
    for member in [Self.parent, Self.parent, Self.child] {
      let site = server.register(scope: scope, member: member)
      replicas.append(
        Replica(site: site, scope: scope, state: Self.founded(), policy: policy))
      monitor.addSite()
    }
  }

  static func founded() -> ScopeState {
    ScopeState(
      founders: [
        Member(role: .parent, born: LocalDay(year: 1985, month: 1, day: 1)),
        Member(role: .child, born: LocalDay(year: 2015, month: 1, day: 1)),
      ], firstDay: firstDay, dayCapacity: 64)
  }

  /// How far the server's feed goes.
  var feedEnd: Int { server.scopes[Int(scope)].feed.count }

  // MARK: What happens

  @discardableResult func does(_ device: Int, _ command: Command) -> Operation {
    if server.settings.policy.writesRecords { return doesAll(device, [command]) }
    let before = monitor.nutrientsBefore(command, day: today, on: replicas[device])
    let author = device == Self.childs ? Self.child : Self.parent
    let operation = saved(
      replicas[device].commit(command, author: author, day: today, zone: .utc, now: now))
    monitor.committed(operation, nutrientsBefore: before, on: replicas[device], at: now)
    return operation
  }

  func creates(_ device: Int = phone, name: UInt32 = 1) -> Entity {
    let name = HabitName(text: TextHandle(name), folded: TextHandle(name))
    return does(
      device,
      .createHabit(for: Self.parent, name: name, category: .empty, icon: 0, rank: 0)
    ).fact.identity
  }

  /// Several commands as one transaction.
  @discardableResult func doesAll(_ device: Int, _ commands: [Command]) -> Operation {
    let first = replicas[device].store.pendingCount
    monitor.willCommit(commands, day: today, on: replicas[device])
    let author = device == Self.childs ? Self.child : Self.parent
    let operation = saved(
      replicas[device].commit(commands, author: author, day: today, zone: .utc, now: now))
    monitor.committedTogether(on: replicas[device], since: first, at: now)
    return operation
  }

  @discardableResult func completes(_ habit: Entity, on device: Int = phone) -> Operation {
    does(device, completion(of: habit))
  }

  func completesAll(_ habits: [Entity], on device: Int = phone) {
    doesAll(device, habits.map { completion(of: $0) })
  }

  private func completion(of habit: Entity) -> Command {
    .setCompletion(of: habit, owner: Self.parent, on: today, done: true)
  }

  @discardableResult func drinks(_ device: Int = phone) -> Operation {
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 0)
    return does(device, .logWater(for: device == Self.childs ? Self.child : Self.parent, glass))
  }

  override func serve(_ device: Int) -> Response { serve(device, pageMax: 1_000) }

  func serve(_ device: Int, pageMax: UInt32) -> Response {
    var request = Request()
    var response = Response()
    replicas[device].fill(&request, pushOperationsMax: 1_000, pageRowsMax: pageMax)
    server.respond(request, now: now, into: &response) { row, _ in
      _ = monitor.decided(row, scope: scope, at: now)
    }
    monitor.responded(response, to: request.header, on: server, at: now)
    return response
  }

  // MARK: What is reported

  /// The checks of a scope's log and state.
  func endScope() {
    monitor.quiescent(
      scope: scope, founded: Self.founded(), today: today, on: server, at: now)
  }

  /// The checks of the devices.
  func endDevices() { monitor.quiescent(replicas: replicas, server: server, at: now) }

  /// The checks of the server and the monitor's state alone.
  func endWithoutDevices() {
    monitor.quiescent(
      replicas: OwnedArray<Replica<MemoryReplicaStorage>>(), server: server, at: now)
  }

  func end() {
    endScope()
    endDevices()
  }

  func checks(of property: Property) -> UInt64 { monitor.shared.tally.checks(of: property) }

  func entry(_ site: UInt32, _ sequence: UInt32) -> OperationHistory.Entry {
    monitor.shared.ledger.entry(site, sequence)
  }

  func rejectedCount(_ device: Int) -> Int { replicas[device].rejectedCount }

  // MARK: Ways to break an engine

  /// Replaces a feed by what is left of it after a change, behind the watch's back.
  func changeFeed(_ change: (inout [FeedRow]) -> Void) {
    var rows = server.rows(of: scope)
    change(&rows)
    var feed = FlatArray<FeedRow>()
    for row in rows { feed.append(row) }
    server.scopes[Int(scope)].feed = feed
  }

  /// Replaces the operation of a row.
  func changePayload(at position: Int, _ change: (Payload) -> Payload) {
    changeFeed {
      $0[position].operation.fact.payload = change($0[position].operation.fact.payload)
    }
  }

  /// The same for a device's outbox.
  func changeOutbox(of device: Int, _ change: (inout [Operation]) -> Void) {
    let count = replicas[device].store.pendingCount
    var pending = (0..<count).map { replicas[device].store.pending($0) }
    change(&pending)
    var outbox = FlatQueue<Operation>()
    for operation in pending { outbox.append(operation) }
    replicas[device].store.outbox = outbox
  }

  /// The server's decisions, from its feed.
  func row(_ position: Int) -> FeedRow { server.scopes[Int(scope)].feed[position] }
}
