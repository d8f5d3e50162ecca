import Base
import Chronology
import DomainCore
import SyncCore

/// A replica's records in memory, as bytes.
struct CopyRecords {
  var head: [UInt8] = []
  var genesis: [UInt8] = []
  var outbox: [[UInt8]] = []
  var rejected: [[UInt8]] = []
  var dropped: [[UInt8]] = []
  var rows: [[UInt8]] = []
  var revision: UInt64 = 0
}

/// Where they lie.
final class CopyMedium {
  var records = CopyRecords()
  fileprivate var open = CopyRecords()
}

/// The storage of a replica whose records are in memory.
struct CopyStorage: ReplicaStorage, ~Copyable {
  typealias Failure = StorageError

  private let medium: CopyMedium
  private var writer = WireWriter()

  init(_ medium: CopyMedium) { self.medium = medium }

  var isDurable: Bool { true }
  var revision: UInt64 { medium.records.revision }

  mutating func begin() { medium.open = medium.records }
  mutating func rollBack() {}

  mutating func commit() {
    medium.open.revision += 1
    medium.records = medium.open
  }

  private mutating func bytes(_ write: (inout WireWriter) -> Void) -> [UInt8] {
    write(&writer)
    return writer.bytes.withElements { Array($0) }
  }

  // MARK: Writing

  mutating func write(_ head: ReplicaHead) { medium.open.head = bytes { $0.writeRecord(head) } }

  mutating func append(pending operation: Operation, unknown: borrowing UnknownFields) {
    writer.writeRecord(operation, Int(operation.sequence), of: unknown)
    medium.open.outbox.append(writer.bytes.withElements { Array($0) })
  }

  mutating func removePending(through sequence: UInt32) throws(StorageError) {
    var kept: [[UInt8]] = []
    for record in medium.open.outbox {
      var unknown = UnknownFields()
      let operation = try read(record) { bytes throws(WireError) in
        try StoredRecord.operation(bytes, keeping: &unknown)
      }
      if operation.sequence > sequence { kept.append(record) }
    }
    medium.open.outbox = kept
  }

  mutating func append(
    rejected row: FeedRow, unknown: borrowing UnknownFields, as number: Int, isDropped: Bool
  ) {
    writer.writeRecord(row, number, of: unknown)
    let bytes = writer.bytes.withElements { Array($0) }
    if isDropped { medium.open.dropped.append(bytes) } else { medium.open.rejected.append(bytes) }
  }

  mutating func append(
    rows: UnsafeBufferPointer<FeedRow>, unknown: borrowing UnknownFields, from first: Int
  ) {
    for (place, row) in rows.enumerated() {
      writer.writeRecord(row, first + place, of: unknown)
      medium.open.rows.append(writer.bytes.withElements { Array($0) })
    }
  }

  mutating func restart(from genesis: borrowing ScopeGenesis) {
    writer.writeRecord(genesis)
    let revision = medium.open.revision
    medium.open = CopyRecords()
    medium.open.genesis = writer.bytes.withElements { Array($0) }
    medium.open.revision = revision
  }

  // MARK: Reading

  private func read<Value>(
    _ record: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(WireError) -> Value
  ) throws(StorageError) -> Value {
    do throws(WireError) {
      return try record.withUnsafeBufferPointer(body)
    } catch {
      throw .damaged(.record)
    }
  }

  mutating func read(into records: inout ReplicaRecords) throws(StorageError) {
    guard revision > 0 else { return }
    var found = ReplicaRecords()
    try read(medium.records.genesis) { bytes throws(WireError) in
      found.restart(from: try StoredRecord.genesis(bytes))
    }
    for record in medium.records.outbox {
      let operation = try read(record) { bytes throws(WireError) in
        try StoredRecord.operation(bytes, keeping: &found.unknown)
      }
      found.outbox.append(operation)
    }
    for (list, isDropped) in [(medium.records.rejected, false), (medium.records.dropped, true)] {
      for record in list {
        var unknown = UnknownFields()
        let row = try read(record) { bytes throws(WireError) in
          try StoredRecord.row(bytes, 0, keeping: &unknown)
        }
        found.append(rejected: row, unknown: unknown.ofRow(0), isDropped: isDropped)
      }
    }
    found.head = try read(medium.records.head) { bytes throws(WireError) in
      try StoredRecord.head(bytes)
    }
    records = found
  }

  mutating func readRows(
    from start: Int, into rows: inout FlatArray<FeedRow>, unknown: inout UnknownFields
  ) throws(StorageError) {
    guard start < medium.records.rows.count else { return }
    for record in medium.records.rows[start...] {
      let row = try read(record) { bytes throws(WireError) in
        try StoredRecord.row(bytes, rows.count, keeping: &unknown)
      }
      rows.append(row)
    }
  }
}

/// Taps on a phone and on its sibling's, with a server between them.
struct PhoneLife: ~Copyable {
  var server = Server(settings: Family.settings)
  private var link = PerfectLink()
  private(set) var now = Family.start
  private var sibling: Replica<MemoryReplicaStorage>
  private var habit = Entity.none
  private var names = 0

  init() {
    let scope = server.open(Scope(state: Family.genesis.founded()))
    _ = server.register(scope: scope, member: MemberHandle(0))
    sibling = Family.replica(site: server.register(scope: scope, member: MemberHandle(1)))
  }

  mutating func taps<Storage: ReplicaStorage & ~Copyable>(
    _ phone: inout Replica<Storage>, _ number: Int
  ) throws(Storage.Failure) {
    let me = MemberHandle(0)
    now = now + Span.second
    names += 1
    let command: Command
    if number % 3 == 0 {
      let name = (phone.store.texts ?? ScopeTexts()).habitName("Habit \(names)")
      command = .createHabit(for: me, name: name, category: .empty, icon: 0, rank: UInt32(names))
      habit = Entity(site: phone.site, sequence: phone.store.sequence &+ 1)
    } else if number % 3 == 1 {
      command = .setCompletion(of: habit, owner: me, on: Samples.today, done: true)
    } else {
      let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
      command = .logWater(for: me, glass)
    }
    _ = try phone.commit(command, author: me, day: Samples.today, zone: .utc, now: now)
  }

  mutating func exchanges<Storage: ReplicaStorage & ~Copyable>(
    _ phone: inout Replica<Storage>
  ) throws(Storage.Failure) {
    now = now + Span.second
    _ = try link.exchange(&phone, with: &server, now: now)
  }

  /// The sibling taps, and deletes the habit: what the phone does with it then is rejected.
  mutating func siblingTaps() {
    let glass = WaterAmount(tenthOunces: 80, source: .glass, minuteOfDay: 600)
    let (me, owner) = (MemberHandle(1), MemberHandle(0))
    now = now + Span.second
    _ = link.exchange(&sibling, with: &server, now: now)
    for command in [Command.logWater(for: me, glass), .deleteHabit(habit, of: owner)] {
      _ = sibling.commit(command, author: me, day: Samples.today, zone: .utc, now: now)
    }
    _ = link.exchange(&sibling, with: &server, now: now)
  }

  /// A life with everything that a storage keeps; `committed` is called after each commit.
  mutating func lives<Storage: ReplicaStorage & ~Copyable>(
    _ phone: inout Replica<Storage>, rounds: Int, _ committed: (borrowing Replica<Storage>) -> Void
  ) throws(Storage.Failure) {
    for round in 0..<rounds {
      for number in 0..<4 {
        try taps(&phone, number)
        committed(phone)
      }
      if round % 2 == 0 {
        try exchanges(&phone)
        committed(phone)
        siblingTaps()
        try taps(&phone, 1)
        committed(phone)
        try exchanges(&phone)
        committed(phone)
      }
    }
  }
}

/// Records of which a phone's copy is made, and which goes on if it can.
struct CopyChunk: ~Copyable {
  private var samples: Samples
  private var life = PhoneLife()
  private let whole: CopyRecords

  init(seed: UInt64) {
    samples = Samples(seed: seed)
    let medium = CopyMedium()
    do throws(StorageError) {
      var phone = try Replica(
        site: 0, scope: 0, genesis: Family.genesis, storage: CopyStorage(medium),
        texts: ScopeTexts())
      try life.lives(&phone, rounds: 4) { _ in }
    } catch {
      fatalError("\(error)")
    }
    whole = medium.records
  }

  consuming func run(_ count: Int) -> Int {
    var read = 0
    for _ in 0..<count {
      let medium = CopyMedium()
      medium.records = damaged()
      do throws(StorageError) {
        var phone = try Replica.open(CopyStorage(medium), texts: ScopeTexts())
        read += 1
        for number in 0..<3 { try life.taps(&phone, number) }
        for _ in 0..<2 { try life.exchanges(&phone) }
        _ = phone.shown.pointee.digest
      } catch {
        guard case .damaged = error else { fatalError("\(error)") }
      }
    }
    return read
  }

  private mutating func damaged() -> CopyRecords {
    var records = whole
    switch samples.below(6) {
    case 0:
      var heads = [records.head]
      samples.damage(&heads) {
        Self.isReadable { bytes throws(WireError) in
          _ = try StoredRecord.head(bytes)
        }($0)
      }
      records.head = heads.first ?? []
    case 1:
      var all = [records.genesis]
      samples.damage(&all) {
        Self.isReadable { bytes throws(WireError) in
          _ = try StoredRecord.genesis(bytes)
        }($0)
      }
      records.genesis = all.first ?? []
    case 2, 3:
      samples.damage(&records.outbox) {
        Self.isReadable { bytes throws(WireError) in
          var unknown = UnknownFields()
          _ = try StoredRecord.operation(bytes, keeping: &unknown)
        }($0)
      }
    default:
      samples.damage(&records.rows) {
        Self.isReadable { bytes throws(WireError) in
          var unknown = UnknownFields()
          _ = try StoredRecord.row(bytes, 0, keeping: &unknown)
        }($0)
      }
    }
    return records
  }

  private static func isReadable(
    _ read: @escaping (UnsafeBufferPointer<UInt8>) throws(WireError) -> Void
  ) -> ([UInt8]) -> Bool {
    { record in
      do throws(WireError) {
        try record.withUnsafeBufferPointer(read)
        return true
      } catch {
        return false
      }
    }
  }
}
