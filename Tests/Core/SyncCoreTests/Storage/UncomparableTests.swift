import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("A copy by an app version that is older than the rows")
struct UncomparableTests {
  private static let today = LocalDay(year: 2026, month: 3, day: 3)
  private static let mother = MemberHandle(0)

  private static func tap(
    _ phone: inout Replica<SimulatedReplicaStorage>
  ) throws -> Result<SyncCore.Operation, RefusalError> {
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    return try phone.commit(
      .logWater(for: mother, glass), author: mother, day: today, zone: .utc, now: today.noon)
  }

  private static func digestSent(by phone: borrowing Replica<SimulatedReplicaStorage>) -> UInt64 {
    var request = Request()
    phone.fill(&request, pushOperationsMax: 10, pageRowsMax: 10)
    return request.header.digest
  }

  @Test("P19: asks for no other snapshot once its widget has saved")
  func reloaded() throws {
    let log = SimulatedReplicaStorage.Log()
    let genesis = ScopeGenesis(
      of: ScopeState(founders: [.parent], firstDay: Self.today.adding(days: -1)))
    var phone = try Replica(
      site: 1, scope: 0, genesis: genesis.copied(), storage: SimulatedReplicaStorage(on: log))
    // A row of a kind that it does not know: the state of those who do has another digest.
    var fact = Fact(
      command: Command(.unknown, subject: Self.mother),
      version: Version(stamp: HybridClock.stamp(of: Self.today.noon), site: 2), sequence: 1,
      author: Self.mother, day: Self.today, zone: .utc)
    fact.kind = .unknown
    var operation = Operation(fact: fact, basis: 0, scope: 0, followers: 0)
    operation.unknownKind = 900
    var snapshot = Response()
    snapshot.header = ResponseHeader(.snapshot, site: 1, scope: 0, epoch: 2, to: 1, end: 1)
    snapshot.firstDay = genesis.firstDay
    snapshot.dayCapacity = 128
    snapshot.founders.append(genesis.members[0])
    snapshot.rows.append(
      FeedRow(
        operation: operation, verdict: Verdict(.changed), digest: Digest128(first: 77, second: 7),
        committed: Self.today.noon))
    #expect(try phone.apply(snapshot) == .snapshot(rows: 1))
    #expect(Self.digestSent(by: phone) == 77)
    var widget = try Replica.open(SimulatedReplicaStorage(on: log))
    _ = try Self.tap(&widget).get()
    _ = try Self.tap(&phone).get()
    #expect(phone.store.pendingCount == 2 && Self.digestSent(by: phone) == 77)
  }
}
