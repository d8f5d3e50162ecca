import Base
import Chronology
import DomainCore

/// Reads what `WireWriter.writeRecord` has written.
///
/// A record has no sender who could have been newer, so only parts that travel in messages keep
/// unknown fields; one in a head or in a journal's entry is an error.
public enum StoredRecord {
  /// An operation; its fields of a later app version are kept under its sequence.
  public static func operation(
    _ bytes: UnsafeBufferPointer<UInt8>, keeping unknown: inout UnknownFields
  ) throws(WireError) -> Operation {
    let block = try body(bytes)
    var fields = UnknownFields()
    let operation = try Operation(block, of: bytes, 0, keeping: &fields)
    if !fields.isEmpty {
      fields.copy(operation: 0, to: &unknown, as: Int(operation.sequence))
    }
    return operation
  }

  /// A row of a feed; its fields of a later app version are kept under `number`.
  public static func row(
    _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int, keeping unknown: inout UnknownFields
  ) throws(WireError) -> FeedRow {
    let block = try body(bytes)
    return try FeedRow(block, of: bytes, number, keeping: &unknown)
  }

  /// A genesis, with the members' fields of a later app version.
  public static func genesis(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireError) -> ScopeGenesis {
    var reader = try WireReader(record: bytes)
    var genesis = ScopeGenesis(firstDay: LocalDay(number: 0), dayCapacity: 0)
    while let field = try reader.next() {
      switch field.number {
      case 1: genesis.firstDay = LocalDay(number: try field.int32())
      case 2: genesis.dayCapacity = Int(try field.uint32())
      case 3:
        let number = genesis.members.count
        genesis.members.append(
          try Member(try field.block(), of: bytes, number, keeping: &genesis.unknown))
      default: throw field.error(.fieldNumber(UInt64(field.number)))
      }
    }
    return genesis
  }

  /// The head of a replica.
  public static func head(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireError) -> ReplicaHead {
    var reader = try WireReader(record: bytes)
    var head = ReplicaHead(site: 0, scope: 0)
    head.epoch = 0
    while let field = try reader.next() {
      switch field.number {
      case 1: head.site = try field.uint32()
      case 2: head.scope = try field.uint32()
      case 3: head.install = InstallNonce(raw: try field.fixed())
      case 4: head.epoch = try field.uint32()
      case 5: head.incarnation = try field.uint32()
      case 6: head.position = try field.uint32()
      case 7: head.positionFounded = try field.uint32()
      case 8: head.digest = try field.fixed()
      case 9: head.sequence = try field.uint32()
      case 10: head.sequencePermanentlyLost = try field.uint32()
      case 11: head.signIns = try field.uint32()
      case 12: head.clock.latest = try field.fixed()
      case 13: head.revocation = try field.choice(Refusal.self)
      default: throw field.error(.fieldNumber(UInt64(field.number)))
      }
    }
    return head
  }

  /// An entry of a server's journal.
  public static func entry(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireError) -> JournalEntry {
    var reader = try WireReader(record: bytes)
    var fields = EntryFields()
    while let field = try reader.next() { try fields.take(field, of: bytes) }
    return try fields.entry(of: bytes)
  }

  private static func body(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireError) -> Range<Int> {
    _ = try WireReader(record: bytes)
    return 1..<bytes.count
  }
}

/// The fields of a journal's entry, whose meaning depends on its kind.
private struct EntryFields {
  private var kind: JournalEntryKind?
  private var fields: [WireField] = []
  private var members: [Member] = []

  mutating func take(
    _ field: WireField, of bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireError) {
    if field.number == 1 {
      kind = try field.choice(JournalEntryKind.self)
    } else if kind == .scopeOpened && field.number == 4 {
      var unknown = UnknownFields()
      members.append(try Member(try field.block(), of: bytes, 0, keeping: &unknown))
    } else {
      fields.append(field)
    }
  }

  func entry(of bytes: UnsafeBufferPointer<UInt8>) throws(WireError) -> JournalEntry {
    switch kind {
    case .incarnation: return .incarnation(try uint32(2))
    case .scopeOpened:
      return .scopeOpened(
        members: members, firstDay: try day(2), dayCapacity: Int(try uint32(3)))
    case .siteRegistered:
      return .siteRegistered(
        try uint32(2), scope: try uint32(3), try member(4), try account(5),
        InstallNonce(raw: try fixed(6)))
    case .accountOpened:
      return .accountOpened(try field(2)?.choice(AccountKind.self) ?? .person)
    case .accountBirth: return .accountBirth(try account(2), try day(3))
    case .sharingAllowed: return .sharingAllowed(try account(2), try field(3)?.flag() ?? false)
    case .accountDeleted: return .accountDeleted(try account(2), try instant(3))
    case .scopeDeleted: return .scopeDeleted(try uint32(2), try instant(3))
    case .memberErased:
      return .memberErased(try member(2), scope: try uint32(3), try instant(4))
    case .tokenRegistered: return .tokenRegistered(DeviceToken(try fixed(2)), try account(3))
    case .tokenDropped: return .tokenDropped(DeviceToken(try fixed(2)))
    case .row:
      var unknown = UnknownFields()
      let row = try row(of: bytes, keeping: &unknown)
      return .row(
        row, scope: try uint32(2), position: try uint32(3), unknown: unknown.ofRow(0).operation)
    case .newcomerRefused:
      var unknown = UnknownFields()
      let row = try row(of: bytes, keeping: &unknown)
      return .newcomerRefused(row, site: try uint32(2), unknown: unknown.ofRow(0).operation)
    case .textsLost:
      var rows: [UInt32] = []
      for field in fields where field.number == 3 {
        let number = try field.uint32()
        if number > 0 { rows.append(number - 1) }
      }
      return .textsLost(rows: rows, scope: try uint32(2))
    case .site:
      guard let record = field(4) else { throw WireError(.missing(field: 4), at: bytes.count) }
      return .site(
        try uint32(2), try SiteRecord(try record.block(), of: bytes), try instant(3))
    case .carrier:
      guard let content = field(2) else { throw WireError(.missing(field: 2), at: bytes.count) }
      return .carrier(Array(bytes[try content.block()]))
    case nil: throw WireError(.missing(field: 1), at: bytes.count)
    }
  }

  /// The last one of a number, as in messages.
  private func field(_ number: UInt32) -> WireField? { fields.last { $0.number == number } }

  private func uint32(_ number: UInt32) throws(WireError) -> UInt32 {
    try field(number)?.uint32() ?? 0
  }

  private func fixed(_ number: UInt32) throws(WireError) -> UInt64 {
    try field(number)?.fixed() ?? 0
  }

  private func member(_ number: UInt32) throws(WireError) -> MemberHandle {
    MemberHandle(try field(number)?.uint16() ?? 0)
  }

  private func account(_ number: UInt32) throws(WireError) -> AccountHandle {
    AccountHandle(try uint32(number))
  }

  private func day(_ number: UInt32) throws(WireError) -> LocalDay {
    LocalDay(number: try field(number)?.int32() ?? 0)
  }

  private func instant(_ number: UInt32) throws(WireError) -> Instant {
    Instant(milliseconds: try field(number)?.int64() ?? 0)
  }

  private func row(
    of bytes: UnsafeBufferPointer<UInt8>, keeping unknown: inout UnknownFields
  ) throws(WireError) -> FeedRow {
    guard let row = field(15) else { throw WireError(.missing(field: 15), at: bytes.count) }
    return try FeedRow(try row.block(), of: bytes, 0, keeping: &unknown)
  }
}
