import Base
import Chronology
import DomainCore
import TestKit
import Testing

@testable import SyncCore

@Suite("An outbox that no replica has written")
struct OutboxTests {
  private static let mother = MemberHandle(0)
  private static let today = LocalDay(year: 2026, month: 3, day: 3)

  /// The replica that finds one operation in its outbox.
  private static func opened(
    _ command: Command, on day: LocalDay = today, by author: MemberHandle = mother,
    _ change: (inout ReplicaHead) -> Void = { _ in }
  ) throws(StorageError) -> Replica<SimulatedReplicaStorage> {
    let log = SimulatedReplicaStorage.Log()
    var storage = SimulatedReplicaStorage(on: log)
    let fact = Fact(
      command: command, version: Version(stamp: HybridClock.stamp(of: today.noon), site: 1),
      sequence: 1, author: author, day: day, zone: .utc)
    var head = ReplicaHead(site: 1, scope: 0)
    head.sequence = 1
    change(&head)
    try storage.transaction { (storage) throws(StorageError) in
      try storage.restart(
        from: ScopeGenesis(
          of: ScopeState(founders: [.parent, .child], firstDay: today.adding(days: -1))))
      try storage.append(
        pending: Operation(fact: fact, basis: 0, scope: 0, followers: 0), unknown: UnknownFields())
      try storage.write(head)
    }
    return try Replica.open(storage)
  }

  @Test("is damaged if rules cannot have accepted an operation in it")
  func impossible() {
    let meal = Command(.mealLogged, subject: Self.mother, payload: Payload(.max, .max))
    #expect(throws: StorageError.damaged(.outbox)) { _ = try Self.opened(meal) }
    let claim = Command(
      .rewardClaimed, subject: Self.mother, payload: Payload(0, UInt64(UInt32(1) << 31)))
    #expect(throws: StorageError.damaged(.outbox)) { _ = try Self.opened(claim) }
  }

  @Test("shows nothing of an operation for which no copy has room")
  func noRoom() throws {
    let water = Command.logWater(
      for: Self.mother, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
    let mark = Command.setCompletion(
      of: Entity(site: 1, sequence: 9), owner: Self.mother, on: LocalDay(number: .min), done: true)
    let cases = [
      (water, Self.today, Self.mother, true),
      (water, LocalDay(number: 0), Self.mother, false),
      (water, LocalDay(number: .max), Self.mother, false),
      (water, Self.today, MemberHandle(700), false),
      (mark, Self.today, Self.mother, false),
    ]
    for (command, day, author, isShown) in cases {
      let replica = try Self.opened(command, on: day, by: author)
      let isChanged = replica.shown.pointee.digest != replica.store.state.digest
      #expect(isChanged == isShown, "\(command.kind) of \(day.number)")
    }
  }

  @Test("is damaged if its head leaves no number for the next operation, or no later stamp")
  func noNumber() {
    let water = Command.logWater(
      for: Self.mother, WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600))
    #expect(throws: StorageError.damaged(.record)) {
      _ = try Self.opened(water) { $0.sequence = .max }
    }
    #expect(throws: StorageError.damaged(.record)) {
      _ = try Self.opened(water) { $0.clock.latest = .max }
    }
  }
}
