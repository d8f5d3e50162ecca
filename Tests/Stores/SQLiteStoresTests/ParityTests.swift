import Base
import Chronology
import DomainCore
import SimulatedDisk
import SyncCore
import TestKit
import Testing

@testable import SQLiteStores

@Suite("The same calls on two kinds of storage")
struct ParityTests {
  /// Everything that a storage hands over.
  private struct Read: Equatable {
    var head: ReplicaHead?
    var members: [Member] = []
    var founderFields: [[UInt8]] = []
    var outbox: [Operation] = []
    var fields: [[UInt8]] = []
    var reported: [[FeedRow]] = []
    var rows: [FeedRow] = []
    var rowFields: [UnknownFields.RowUnknownFields] = []

    init<Storage: ReplicaStorage & ~Copyable>(_ storage: inout Storage) throws {
      var records = ReplicaRecords()
      try storage.read(into: &records)
      head = records.head
      members = records.genesis.members.withElements { Array($0) }
      for place in members.indices {
        var found: [UInt8] = []
        records.genesis.unknown.withFields(of: .founder, place) { found = Array($0) }
        founderFields.append(found)
      }
      for place in 0..<records.outbox.count {
        let operation = records.outbox[place]
        outbox.append(operation)
        fields.append(records.unknown.ofRow(Int(operation.sequence)).operation)
      }
      reported = [
        records.rejections.withElements { Array($0) }, records.dropped.withElements { Array($0) },
      ]
      var found = FlatArray<FeedRow>()
      var unknown = UnknownFields()
      try storage.readRows(from: 0, into: &found, unknown: &unknown)
      rows = found.withElements { Array($0) }
      rowFields = rows.indices.map { unknown.ofRow($0) }
    }
  }

  /// Random transactions, some of them rolled back; after each, everything is read.
  private struct Calls {
    var dice: Dice
    var sequence: UInt32 = 0

    mutating func operation(_ sequence: UInt32) -> Operation {
      let fact = Fact(
        command: .checkIn(
          for: Household.mother, WellnessScore(mental: UInt8(1 + dice.roll(9)), physical: 3)),
        version: Version(stamp: dice.bits() >> 1, site: dice.number(UInt32.self)),
        sequence: sequence, author: MemberHandle(UInt16(dice.roll(3))), day: Household.today,
        zone: .utc)
      return Operation(
        fact: fact, basis: dice.number(UInt32.self), scope: dice.number(UInt32.self),
        followers: UInt16(dice.roll(3)))
    }

    mutating func row() -> FeedRow {
      FeedRow(
        operation: operation(dice.number(UInt32.self)),
        verdict: dice.flip() ? Verdict(.memberRemoved) : Verdict(.changed),
        digest: Digest128(first: dice.bits(), second: dice.bits()),
        committed: Instant(milliseconds: Int64(dice.bits() >> 17)))
    }

    mutating func fields() -> [UInt8] {
      dice.roll(3) == 0 ? [0xA8, 0x06, UInt8(dice.roll(120))] : []
    }

    mutating func call<Storage: ReplicaStorage & ~Copyable>(
      _ storage: inout Storage
    ) throws(Storage.Failure) {
      var unknown = UnknownFields()
      switch dice.roll(12) {
      case 0:
        var genesis = Household.genesis
        let found = fields()
        found.withUnsafeBufferPointer { genesis.unknown.keep($0, of: .founder, 1) }
        try storage.restart(from: genesis)
      case 1...4:
        sequence += 1
        let found = fields()
        found.withUnsafeBufferPointer { unknown.keep($0, of: .operation, Int(sequence)) }
        try storage.append(pending: operation(sequence), unknown: unknown)
      case 5: try storage.removePending(through: sequence - min(sequence, UInt32(dice.roll(4))))
      case 6, 7:
        let number = dice.roll(3)
        unknown.keep(.init(row: fields(), operation: fields()), ofRow: number)
        try storage.append(
          rejected: row(), unknown: unknown, as: number, isDropped: dice.flip())
      default:
        let rows = (0..<dice.roll(4)).map { _ in row() }
        let first = dice.roll(5)
        for place in rows.indices {
          unknown.keep(.init(row: fields(), operation: fields()), ofRow: first + place)
        }
        // A typed error does not pass through an array.
        let buffer = UnsafeMutableBufferPointer<FeedRow>.allocate(capacity: rows.count)
        _ = buffer.initialize(from: rows)
        defer { buffer.deallocate() }
        try storage.append(
          rows: UnsafeBufferPointer(buffer), unknown: unknown, from: first)
      }
    }

    mutating func transaction<Storage: ReplicaStorage & ~Copyable>(
      _ storage: inout Storage
    ) throws(Storage.Failure) {
      let before = sequence
      try storage.begin()
      for _ in 0...dice.roll(4) { try call(&storage) }
      var head = ReplicaHead(site: dice.number(UInt32.self), scope: 3)
      head.clock.latest = dice.bits()
      head.sequence = sequence
      try storage.write(head)
      if dice.roll(5) == 0 {
        storage.rollBack()
        sequence = before
      } else {
        try storage.commit()
      }
    }
  }

  @Test(
    "gives the same at every step, also opened again", arguments: 1...300 as ClosedRange<UInt64>)
  func sequences(seed: UInt64) throws {
    let log = SimulatedReplicaStorage.Log()
    var simulated = SimulatedReplicaStorage(on: log)
    let disk = Disk()
    disk.makeDrive("phone", number: 1)
    let place = StorePlace(database: "phone/replica.db", fileSystem: disk.name)
    var file = try SQLiteReplicaStorage(at: place)
    var one = Calls(dice: Dice(seed: seed))
    var other = Calls(dice: Dice(seed: seed))
    for step in 0..<12 {
      try one.transaction(&simulated)
      try other.transaction(&file)
      let expected = try Read(&simulated)
      let found = try Read(&file)
      try #require(found == expected, "step \(step)")
      if step % 4 == 3 { file = try SQLiteReplicaStorage(at: place) }
    }
  }
}
