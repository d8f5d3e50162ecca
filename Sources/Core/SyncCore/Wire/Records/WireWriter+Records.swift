import Base
import Chronology
import DomainCore

// The records that storages keep, as bytes: the form's number, then fields as in messages.
extension WireWriter {
  /// Writes an operation; its fields of a later app version have the number `number`.
  public mutating func writeRecord(
    _ operation: Operation, _ number: Int, of unknown: borrowing UnknownFields
  ) {
    beginRecord()
    operation.write(number, of: unknown, to: &self)
  }

  /// Writes a row of a feed; its fields of a later app version have the number `number`.
  public mutating func writeRecord(
    _ row: FeedRow, _ number: Int, of unknown: borrowing UnknownFields
  ) {
    beginRecord()
    row.write(number, of: unknown, to: &self)
  }

  /// Writes a genesis, with the members' fields of a later app version.
  public mutating func writeRecord(_ genesis: borrowing ScopeGenesis) {
    beginRecord()
    signed(1, Int64(genesis.firstDay.number))
    number(2, UInt32(clamping: genesis.dayCapacity))
    for index in 0..<genesis.members.count {
      let member = genesis.members[index]
      block(3) { member.write(index, of: genesis.unknown, to: &$0) }
    }
  }

  /// Writes the head of a replica.
  public mutating func writeRecord(_ head: ReplicaHead) {
    beginRecord()
    number(1, head.site)
    number(2, head.scope)
    fixed(3, head.install.raw)
    number(4, head.epoch)
    number(5, head.incarnation)
    number(6, head.position)
    number(7, head.positionFounded)
    fixed(8, head.digest)
    number(9, head.sequence)
    number(10, head.sequencePermanentlyLost)
    number(11, head.signIns)
    fixed(12, head.clock.latest)
    number(13, head.revocation?.rawValue ?? 0)
  }

  /// Writes an entry of a server's journal.
  public mutating func writeRecord(_ entry: JournalEntry) {
    beginRecord()
    let unknown = UnknownFields()
    switch entry {
    case .incarnation(let incarnation):
      kind(.incarnation)
      number(2, incarnation)
    case .scopeOpened(let members, let firstDay, let dayCapacity):
      kind(.scopeOpened)
      signed(2, Int64(firstDay.number))
      number(3, UInt32(clamping: dayCapacity))
      for member in members { block(4) { member.write(0, of: unknown, to: &$0) } }
    case .siteRegistered(let site, let scope, let member, let account, let install):
      kind(.siteRegistered)
      number(2, site)
      number(3, scope)
      number(4, member.index)
      number(5, account.raw)
      fixed(6, install.raw)
    case .memberErased(let member, let scope, let now):
      kind(.memberErased)
      number(2, member.index)
      number(3, scope)
      signed(4, now.milliseconds)
    case .scopeDeleted(let scope, let now):
      kind(.scopeDeleted)
      number(2, scope)
      signed(3, now.milliseconds)
    case .row(let row, let scope, let position, let fields):
      kind(.row)
      number(2, scope)
      number(3, position)
      write(row, fields)
    case .newcomerRefused(let row, let site, let fields):
      kind(.newcomerRefused)
      number(2, site)
      write(row, fields)
    case .textsLost(let rows, let scope):
      kind(.textsLost)
      number(2, scope)
      // Zero is not written: the first row has the number one.
      for row in rows where row < .max { number(3, row + 1) }
    case .site(let site, let record, let now):
      kind(.site)
      number(2, site)
      signed(3, now.milliseconds)
      block(4) { record.write(to: &$0) }
    default: writeAccounts(entry)
    }
  }

  private mutating func writeAccounts(_ entry: JournalEntry) {
    switch entry {
    case .accountOpened(let kind):
      self.kind(.accountOpened)
      number(2, kind.rawValue)
    case .accountBirth(let account, let day):
      kind(.accountBirth)
      number(2, account.raw)
      signed(3, Int64(day.number))
    case .sharingAllowed(let account, let allowed):
      kind(.sharingAllowed)
      number(2, account.raw)
      flag(3, allowed)
    case .accountDeleted(let account, let now):
      kind(.accountDeleted)
      number(2, account.raw)
      signed(3, now.milliseconds)
    case .tokenRegistered(let token, let account):
      kind(.tokenRegistered)
      fixed(2, token.raw)
      number(3, account.raw)
    case .tokenDropped(let token):
      kind(.tokenDropped)
      fixed(2, token.raw)
    case .carrier(let content):
      kind(.carrier)
      bytes(2, content)
    default: preconditionFailure("the entry has no account: \(entry)")
    }
  }

  private mutating func write(_ row: FeedRow, _ fields: [UInt8]) {
    var unknown = UnknownFields()
    if !fields.isEmpty {
      fields.withUnsafeBufferPointer { unknown.keep($0, of: .operation, 0) }
    }
    let kept = unknown
    block(15) { row.write(0, of: kept, to: &$0) }
  }

  private mutating func kind(_ kind: JournalEntryKind) { number(1, kind.rawValue) }
}

/// The kinds of journal entries by their numbers in a record, which are never reused.
enum JournalEntryKind: UInt8 {
  case incarnation = 1
  case scopeOpened = 2
  case siteRegistered = 3
  case accountOpened = 4
  case accountBirth = 5
  case sharingAllowed = 6
  case accountDeleted = 7
  case scopeDeleted = 8
  case memberErased = 9
  case tokenRegistered = 10
  case tokenDropped = 11
  case row = 12
  case newcomerRefused = 13
  case site = 14
  case textsLost = 15
  case carrier = 16
}
