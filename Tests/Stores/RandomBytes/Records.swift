import Base
import Chronology
import DomainCore
import SyncCore

extension Samples {
  mutating func site() -> SiteRecord {
    var record = SiteRecord(
      scope: number(), member: MemberHandle(number()), account: AccountHandle(number()),
      install: InstallNonce(raw: number()), epoch: number())
    record.sequenceDecided = number()
    record.stampLatest = number()
    record.sessionEnds = Instant(milliseconds: number())
    record.signIns = number()
    record.refusedCount = number()
    record.epochPurged = number()
    record.incarnationPurged = number()
    record.reason = number()
    record.isRevoked = oneIn(2)
    record.skipsDropped = oneIn(2)
    return record
  }

  mutating func entry() -> JournalEntry {
    let account = AccountHandle(number())
    let member = MemberHandle(number())
    let now = Instant(milliseconds: number())
    let day = LocalDay(number: number())
    let number: UInt32 = number()
    switch below(15) {
    case 0: return .incarnation(number)
    case 1:
      let members = (0..<below(4)).map { _ in founder() }
      return .scopeOpened(members: members, firstDay: day, dayCapacity: below(5_000))
    case 2:
      return .siteRegistered(
        number, scope: self.number(), member, account, InstallNonce(raw: self.number()))
    case 3: return .accountOpened(AccountKind.allCases[below(AccountKind.allCases.count)])
    case 4: return .accountBirth(account, day)
    case 5: return .sharingAllowed(account, oneIn(2))
    case 6: return .accountDeleted(account, now)
    case 7: return .scopeDeleted(number, now)
    case 8: return .memberErased(member, scope: number, now)
    case 9: return .tokenRegistered(DeviceToken(self.number()), account)
    case 10: return .tokenDropped(DeviceToken(self.number()))
    case 11:
      return .row(row(), scope: number, position: self.number(), unknown: texts())
    case 12: return .newcomerRefused(row(), site: number, unknown: texts())
    case 13: return .carrier(texts())
    default: return .site(number, site(), now)
    }
  }

  mutating func head() -> ReplicaHead {
    var head = ReplicaHead(
      site: number(), scope: number(), install: InstallNonce(raw: number()))
    head.epoch = number()
    head.incarnation = number()
    head.position = number()
    head.positionFounded = number()
    head.digest = number()
    head.sequence = number()
    head.sequencePermanentlyLost = number()
    head.signIns = number()
    head.clock.latest = number()
    head.revocation = oneIn(2) ? nil : .memberRemoved
    return head
  }
}

/// Records of storages, which are read alone.
struct RecordChunk: ~Copyable {
  /// The kinds of records.
  enum Kind: CaseIterable {
    case operation, row, genesis, head, entry
  }

  private var samples: Samples

  init(seed: UInt64) { samples = Samples(seed: seed) }

  consuming func run(_ count: Int) -> Int {
    var (read, last) = (0, [UInt8]())
    for _ in 0..<count {
      let kind = Kind.allCases[samples.below(Kind.allCases.count)]
      var bytes = samples.oneIn(20) ? samples.noise([2]) : record(kind)
      let whole = bytes
      if !samples.oneIn(3) { samples.damage(&bytes, last) }
      last = whole
      do throws(WireError) {
        let once = try Self.rewritten(kind, bytes)
        let twice = try Self.rewritten(kind, once)
        expect(once == twice, "a record is written otherwise the second time: \(kind)")
        read += 1
      } catch {
        expect((0...bytes.count).contains(error.offset), "\(error)")
      }
    }
    return read
  }

  private mutating func record(_ kind: Kind) -> [UInt8] {
    samples.bytes { writer, samples in
      var unknown = UnknownFields()
      samples.keepTexts(of: 0, in: &unknown)
      switch kind {
      case .operation: writer.writeRecord(samples.operation(), 0, of: unknown)
      case .row: writer.writeRecord(samples.row(), 0, of: unknown)
      case .genesis: writer.writeRecord(samples.genesis())
      case .head: writer.writeRecord(samples.head())
      case .entry: writer.writeRecord(samples.entry())
      }
    }
  }

  /// What a record is written as once it was read.
  private static func rewritten(_ kind: Kind, _ bytes: [UInt8]) throws(WireError) -> [UInt8] {
    var writer = WireWriter()
    try bytes.withUnsafeBufferPointer { bytes throws(WireError) in
      var unknown = UnknownFields()
      switch kind {
      case .operation:
        let operation = try StoredRecord.operation(bytes, keeping: &unknown)
        writer.writeRecord(operation, Int(operation.sequence), of: unknown)
      case .row:
        let row = try StoredRecord.row(bytes, 0, keeping: &unknown)
        writer.writeRecord(row, 0, of: unknown)
      case .genesis: writer.writeRecord(try StoredRecord.genesis(bytes))
      case .head: writer.writeRecord(try StoredRecord.head(bytes))
      case .entry: writer.writeRecord(try StoredRecord.entry(bytes))
      }
    }
    return writer.bytes.withElements { Array($0) }
  }
}
