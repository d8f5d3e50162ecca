import Base
import Chronology
import DomainCore
import Testing

@testable import SyncCore

@Suite("The records of storages as bytes")
struct StoredRecordTests {
  private static let rounds = 3_000

  /// What `write` writes as a record.
  private static func bytes(_ write: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter()
    write(&writer)
    return writer.bytes.withElements { Array($0) }
  }

  private static func fields(_ samples: inout SampleMessages) -> [UInt8] {
    samples.flag() ? [] : Wire.number(UInt64(90 + samples.below(9)), samples.number(UInt64.self))
  }

  @Test("P19: an operation and a row are read as they were, with fields of a later app version")
  func operationsAndRows() throws {
    var samples = SampleMessages(seed: 71)
    for _ in 0..<Self.rounds {
      var unknown = UnknownFields()
      let row = samples.row()
      let expected = UnknownFields.RowUnknownFields(
        row: Self.fields(&samples), operation: Self.fields(&samples))
      unknown.keep(expected, ofRow: 7)
      let bytes = Self.bytes { $0.writeRecord(row, 7, of: unknown) }
      var kept = UnknownFields()
      let read = try bytes.withUnsafeBufferPointer { bytes throws(WireError) in
        try StoredRecord.row(bytes, 3, keeping: &kept)
      }
      #expect(read == row && kept.ofRow(3) == expected)
      let operation = row.operation
      let written = Self.bytes { $0.writeRecord(operation, 7, of: unknown) }
      var pending = UnknownFields()
      let again = try written.withUnsafeBufferPointer { bytes throws(WireError) in
        try StoredRecord.operation(bytes, keeping: &pending)
      }
      #expect(again == operation)
      #expect(pending.ofRow(Int(operation.sequence)).operation == expected.operation)
    }
  }

  @Test("a genesis is read as it was, with fields of a later app version")
  func genesis() throws {
    var samples = SampleMessages(seed: 72)
    for _ in 0..<Self.rounds / 3 {
      var genesis = ScopeGenesis(
        firstDay: LocalDay(number: samples.number()), dayCapacity: samples.below(5_000))
      for place in 0..<samples.below(4) {
        genesis.members.append(samples.founder())
        Self.fields(&samples).withUnsafeBufferPointer {
          genesis.unknown.keep($0, of: .founder, place)
        }
      }
      let bytes = Self.bytes { $0.writeRecord(genesis) }
      var read = ScopeGenesis(firstDay: LocalDay(number: 0))
      try bytes.withUnsafeBufferPointer { bytes throws(WireError) in
        read = try StoredRecord.genesis(bytes)
      }
      let found = read.copied()
      #expect(Self.bytes { $0.writeRecord(found) } == bytes)
      let isSame =
        read.firstDay == genesis.firstDay && read.dayCapacity == genesis.dayCapacity
        && read.members.withElements { Array($0) } == genesis.members.withElements { Array($0) }
      #expect(isSame)
    }
  }

  @Test("a head is read as it was")
  func heads() throws {
    var samples = SampleMessages(seed: 73)
    for _ in 0..<Self.rounds {
      var head = ReplicaHead(
        site: samples.number(), scope: samples.number(),
        install: InstallNonce(raw: samples.number()))
      head.epoch = samples.number()
      head.incarnation = samples.number()
      head.position = samples.number()
      head.positionFounded = samples.number()
      head.digest = samples.number()
      head.sequence = samples.number()
      head.sequencePermanentlyLost = samples.number()
      head.signIns = samples.number()
      head.clock.latest = samples.number()
      head.revocation = samples.flag() ? nil : .memberRemoved
      let written = head
      let bytes = Self.bytes { $0.writeRecord(written) }
      let read = try bytes.withUnsafeBufferPointer { bytes throws(WireError) in
        try StoredRecord.head(bytes)
      }
      #expect(read == head)
    }
  }

  @Test("an entry of a journal is read as it was")
  func entries() throws {
    var samples = SampleMessages(seed: 74)
    var kinds: Set<UInt8> = []
    for _ in 0..<Self.rounds {
      let entry = Self.entry(&samples)
      let bytes = Self.bytes { $0.writeRecord(entry) }
      let read = try Self.read(bytes)
      #expect(read == entry)
      kinds.insert(bytes[2])
    }
    #expect(kinds.count == 16, "every kind of entry")
  }

  @Test("damaged records are an error, or another record that is written unchanged again")
  func damaged() throws {
    var samples = SampleMessages(seed: 75)
    var readable = 0
    for _ in 0..<WireFuzzTests.rounds / 100 {
      let entry = Self.entry(&samples)
      let whole = Self.bytes { $0.writeRecord(entry) }
      for _ in 0..<50 {
        let bytes = WireFuzzTests.damage(whole, &samples)
        guard let found = try? Self.read(bytes) else { continue }
        readable += 1
        #expect(try Self.read(Self.bytes { $0.writeRecord(found) }) == found)
      }
    }
    #expect(readable > 1_000)
  }

  private static func read(_ bytes: [UInt8]) throws(WireError) -> JournalEntry {
    try bytes.withUnsafeBufferPointer { bytes throws(WireError) in
      try StoredRecord.entry(bytes)
    }
  }

  private static func entry(_ samples: inout SampleMessages) -> JournalEntry {
    let account = AccountHandle(samples.number())
    let member = MemberHandle(samples.number())
    let now = Instant(milliseconds: samples.number())
    let day = LocalDay(number: samples.number())
    let number: UInt32 = samples.number()
    let install = InstallNonce(raw: samples.number())
    switch samples.below(16) {
    case 0: return .incarnation(number)
    case 1:
      let members = (0..<samples.below(4)).map { _ in samples.founder() }
      return .scopeOpened(members: members, firstDay: day, dayCapacity: samples.below(5_000))
    case 2: return .siteRegistered(number, scope: samples.number(), member, account, install)
    case 3: return .accountOpened(AccountKind.allCases[samples.below(3)])
    case 4: return .accountBirth(account, day)
    case 5: return .sharingAllowed(account, samples.flag())
    case 6: return .accountDeleted(account, now)
    case 7: return .scopeDeleted(number, now)
    case 8: return .memberErased(member, scope: number, now)
    case 9: return .tokenRegistered(DeviceToken(samples.number()), account)
    case 10: return .tokenDropped(DeviceToken(samples.number()))
    case 11:
      return .row(
        samples.row(), scope: number, position: samples.number(), unknown: fields(&samples))
    case 12:
      return .newcomerRefused(samples.row(), site: number, unknown: fields(&samples))
    case 13:
      let rows = (0..<samples.below(4)).map { _ in UInt32(samples.below(1 << 31)) }
      return .textsLost(rows: rows, scope: number)
    case 14: return .carrier((0..<samples.below(200)).map { _ in samples.number() })
    default:
      var record = SiteRecord(
        scope: samples.number(), member: member, account: account, install: install,
        epoch: samples.number())
      record.sequenceDecided = samples.number()
      record.stampLatest = samples.number()
      record.sessionEnds = now
      record.signIns = samples.number()
      record.refusedCount = samples.number()
      record.epochPurged = samples.number()
      record.incarnationPurged = samples.number()
      record.reason = samples.number()
      record.isRevoked = samples.flag()
      record.skipsDropped = samples.flag()
      return .site(number, record, Instant(milliseconds: samples.number()))
    }
  }
}
