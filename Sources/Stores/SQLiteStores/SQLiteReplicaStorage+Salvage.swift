import Base
import CSQLite
import Chronology
import DomainCore
import SyncCore

// A replica that finds its storage damaged: what is whole is kept, and the rest comes again.
extension SQLiteReplicaStorage {
  /// Sets a damaged storage aside, and makes a new one from what is whole in it: the pending
  /// operations and the listed rejections.
  ///
  /// The server may know more of the site than the storage still does, so nothing new may be
  /// written under its number. The install therefore gets a new identity, from `draw`, and its copy
  /// is one of another install: it hands over what is pending and registers (`Replica.isForeign`).
  /// Rows and members come from the server. An interrupted salvage is repeated: until it is
  /// complete, the storage is not opened.
  ///
  /// P4: a copy, from a backup, of what another install wrote may not skip what it has lost: that
  /// install may still have it. So the copy hands over only what comes before the first gap.
  /// `isCopy` is whether it is one, where that is known; otherwise the files say it.
  public static func salvage(
    at place: StorePlace, isCopy: Bool? = nil, draw: () -> UInt64
  ) throws(StoreOpeningError) -> SalvageReport {
    let lock = try RecordFile.lock(of: place)
    var isHandedOn = false
    defer { if !isHandedOn { lock.unlock() } }
    do throws(StorageError) {
      let former = try InstallFile.read(at: place)
      // Before the mark is removed: an interrupted salvage may find none, and then knows less.
      let last = try CommitMark(place).last
      let copy = try DamagedCopy.setAside(place) { head in
        isCopy ?? head.flatMap { head in former.map { $0 != head.install } } ?? (last == nil)
      }
      // Until the salvage is complete no one opens the storage, as the former install or another.
      var nonce = max(1, draw())
      if nonce == former?.raw { nonce ^= 2 }
      try InstallFile.write(InstallNonce(raw: max(1, nonce)), at: place)
      for ending in ["", "-wal", "-shm"] {
        try SideFile.remove(place.database + ending, fileSystem: place.fileSystem)
      }
      try SideFile.remove(place.mark, fileSystem: place.fileSystem)
      let report = copy.salvaged(lastCommit: last)
      guard copy.records.head != nil else {
        try SideFile.remove(place.salvage, fileSystem: place.fileSystem)
        return report
      }
      isHandedOn = true
      try write(copy.records, at: place, holding: lock)
      return report
    } catch {
      throw error == .unavailable
        ? .notWritable(path: place.database) : .storage(error, path: place.database)
    }
  }

  private static func write(
    _ records: SalvagedRecords, at place: StorePlace, holding lock: SideFile
  ) throws(StorageError) {
    guard let head = records.head else { return }
    let file: RecordFile
    do throws(StoreOpeningError) {
      file = try RecordFile(salvaging: place, .replica, holding: lock)
    } catch {
      if case .storage(let error, _) = error { throw error }
      throw .unavailable
    }
    var storage = SQLiteReplicaStorage(file)
    try storage.transaction { (storage) throws(StorageError) in
      try storage.restart(from: records.genesis)
      for operation in records.pending {
        try storage.append(pending: operation, unknown: records.unknown)
      }
      for rejection in records.dropped + records.rejected {
        var unknown = UnknownFields()
        unknown.keep(rejection.fields, ofRow: 0)
        try storage.append(rejected: rejection.row, unknown: unknown, as: 0, isDropped: true)
      }
      try storage.write(head)
    }
  }
}

/// The records of a damaged storage that are whole.
final class SalvagedRecords {
  var head: ReplicaHead?
  var genesis = ScopeGenesis(firstDay: LocalDay(number: 0))
  var pending: [Operation] = []
  var unknown = UnknownFields()
  /// The rows with the fields that travel beside them.
  var rejected: [(row: FeedRow, fields: UnknownFields.RowUnknownFields)] = []
  var dropped: [(row: FeedRow, fields: UnknownFields.RowUnknownFields)] = []
}

/// A damaged database that was set aside.
final class DamagedCopy {
  private static let form: UInt64 = 0x3130_6567_6176_6C73
  private static let pieceSize = 65_536

  private let place: StorePlace
  private let path: String
  /// Whether another install, which may still have what is lost here, has written it.
  private var isCopy = false
  let records = SalvagedRecords()
  private var storeHead: StoreHead?
  /// The totals of the outbox as it was found.
  private var outbox = PartTotals()

  private init(_ place: StorePlace, _ number: UInt64) {
    self.place = place
    path = Self.path(place, number)
  }

  private static func path(_ place: StorePlace, _ number: UInt64) -> String {
    "\(place.database).damaged-\(number)"
  }

  // MARK: Setting aside

  /// The copy to salvage, with what can be read in it: that of an interrupted salvage or a new one.
  static func setAside(
    _ place: StorePlace, isCopy: (ReplicaHead?) -> Bool
  ) throws(StorageError) -> DamagedCopy {
    let system = place.fileSystem
    if let file = try SideFile(place.salvage, .content, fileSystem: system, creating: false) {
      let words = SideFile.words(try file.read(24, at: 0))
      if words.count == 3, words[0] == form, words[2] == sum(words[1]) {
        let known = DamagedCopy(place, words[1] & ~copyBit)
        known.isCopy = words[1] & copyBit != 0
        try known.read()
        return known
      }
    }
    var number: UInt64 = 1
    while try SideFile.exists(path(place, number), fileSystem: system) { number += 1 }
    for ending in ["-wal", ""] {
      try copy(place.database + ending, to: path(place, number) + ending, system)
    }
    let made = DamagedCopy(place, number)
    try made.read()
    made.isCopy = isCopy(made.records.head)
    if made.isCopy { number |= copyBit }
    // Only now may the original go.
    guard let file = try SideFile(place.salvage, .content, fileSystem: system) else {
      throw .unavailable
    }
    let words = (form.littleEndian, number.littleEndian, sum(number).littleEndian)
    let code = withUnsafeBytes(of: words) { file.write($0, at: 0) }
    guard code == SQLITE_OK else { throw Connection.error(of: code) }
    guard file.sync() == SQLITE_OK else { throw .stopped }
    return made
  }

  /// In the file that names the copy, whether another install has written it.
  private static let copyBit: UInt64 = 1 << 63

  private static func sum(_ number: UInt64) -> UInt64 { Digest128.mix(form, number, 0, 2).first }

  private static func copy(
    _ path: String, to other: String, _ system: String?
  ) throws(StorageError) {
    guard let from = try SideFile(path, .content, fileSystem: system, creating: false) else {
      return
    }
    // One that an interrupted copy has left may be longer.
    try SideFile.remove(other, fileSystem: system)
    guard let to = try SideFile(other, .content, fileSystem: system) else { throw .unavailable }
    var offset = 0
    while true {
      let bytes = try from.read(pieceSize, at: offset)
      if bytes.isEmpty { break }
      let code = bytes.withUnsafeBytes { to.write($0, at: offset) }
      guard code == SQLITE_OK else { throw Connection.error(of: code) }
      offset += bytes.count
    }
    guard to.sync() == SQLITE_OK else { throw .stopped }
  }

  // MARK: Reading

  /// Reads what is whole: from the first key on up to where the database is damaged, and from the
  /// last key down. If the disk fails, that is for another try.
  func read() throws(StorageError) {
    guard try SideFile.exists(path, fileSystem: place.fileSystem) else { return }
    var known: Set<Int64> = []
    for order in ["ASC", "DESC"] {
      do throws(StorageError) {
        let connection = try Connection(path, fileSystem: place.fileSystem)
        let query = try connection.prepare(
          "SELECT key, sum, bytes FROM record ORDER BY key \(order)")
        while try query.step() {
          let key = query.number(0)
          guard known.insert(key).inserted else { continue }
          take(key, UInt64(bitPattern: query.number(1)), query.bytes(2))
        }
      } catch {
        guard case .damaged = error else { throw error }
      }
    }
    records.pending.sort { $0.sequence < $1.sequence }
  }

  private func take(_ key: Int64, _ sum: UInt64, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard RecordFile.sum(of: bytes, key) == sum else { return }
    if key == StorePart.headKey {
      storeHead = StoreHead(bytes)
      records.head = storeHead.flatMap { head in
        head.content.withUnsafeBufferPointer { try? StoredRecord.head($0) }
      }
      return
    }
    var fields = UnknownFields()
    switch StorePart(rawValue: key >> 48) {
    case .genesis:
      if let genesis = try? StoredRecord.genesis(bytes) { records.genesis = genesis }
    case .outbox:
      outbox.add(sum)
      if let operation = try? StoredRecord.operation(bytes, keeping: &records.unknown) {
        records.pending.append(operation)
      }
    case .rejected:
      if let row = try? StoredRecord.row(bytes, 0, keeping: &fields) {
        records.rejected.append((row, fields.ofRow(0)))
      }
    case .dropped:
      if let row = try? StoredRecord.row(bytes, 0, keeping: &fields) {
        records.dropped.append((row, fields.ofRow(0)))
      }
    case .row, .entry, nil: break
    }
  }

  // MARK: What is kept

  /// Makes the records those of the new storage, and returns what to report.
  ///
  /// Only if the head is that of the last commit, by the mark, is it known how many operations
  /// waited.
  func salvaged(lastCommit: CommitMark.Commit?) -> SalvageReport {
    // An older page may still have operations of a site that has handed them over since.
    let site = records.head?.site ?? records.pending.first?.site
    records.pending.removeAll { $0.site != site }
    let isLast = storeHead.map { $0.commit == lastCommit } ?? false
    if isLast { records.pending.removeAll { $0.sequence <= sequenceBeforeOutbox } }
    let mayHaveEarlier = isLast && records.pending.contains { $0.sequence <= gapsThrough }
    records.pending = wholeTransactions(of: isCopy ? withoutGap : records.pending)
    var report = SalvageReport(setAside: path)
    report.pending = records.pending.map(\.sequence)
    report.rejectionCount = records.rejected.count + records.dropped.count
    if isLast, let storeHead {
      let lost = Int(truncatingIfNeeded: storeHead[.outbox].count) - records.pending.count
      let isSame = outbox == storeHead[.outbox]
      // If none is missing and they are others, some are as they were before.
      report.pendingLost = isSame || (lost > 0 && !mayHaveEarlier) ? max(0, lost) : nil
    }
    if records.head == nil, let first = records.pending.first {
      records.head = ReplicaHead(site: first.site, scope: first.scope)
    }
    if var head = records.head {
      (report.site, report.scope) = (head.site, head.scope)
      // The epoch before is not one before a purge that was missed. It may be the one of a number
      // that the copy had just got.
      head.epoch = max(1, head.epoch) - 1
      head.position = 0
      head.positionFounded = 0
      head.digest = ReplicaHead.digestOfLostBeginning
      if let last = records.pending.last?.sequence { head.sequence = last }
      if !isCopy {
        head.sequencePermanentlyLost = max(
          head.sequencePermanentlyLost, Self.lastGap(records.pending, head))
      }
      records.head = head
    }
    return report
  }

  /// The operations of whole transactions: those before and behind a damaged one are.
  ///
  /// All stamps of a transaction but the first count up from the one before it. So behind a gap,
  /// one that starts from the clock begins a transaction; another may be the rest of a lost one. A
  /// copy skips nothing, so it ends before the first one that is left out.
  private func wholeTransactions(of pending: [Operation]) -> [Operation] {
    var kept: [Operation] = []
    var first = 0
    var last = isFirstKnown ? pending.first.map { $0.sequence - 1 } : nil
    while first < pending.count {
      var end = first
      while end < pending.count - 1 && pending[end].followers > 0
        && pending[end + 1].sequence == pending[end].sequence + 1
        && pending[end + 1].followers == pending[end].followers - 1
      { end += 1 }
      let isBehindGap = pending[first].sequence - 1 != last
      let begins = !isBehindGap || pending[first].fact.version.stamp & 0xFFFF == 0
      if begins && pending[end].followers == 0 {
        kept += pending[first...end]
      } else if isCopy {
        break
      }
      last = pending[end].sequence
      first = end + 1
    }
    return kept
  }

  /// The first of the pending operations, up to the first that is missing; none if it is not known
  /// which the first was.
  private var withoutGap: [Operation] {
    guard let head = records.head, isFirstKnown, !records.pending.isEmpty else { return [] }
    var end = 1
    while end < records.pending.count {
      let (last, next) = (records.pending[end - 1].sequence, records.pending[end].sequence)
      guard next == last + 1 || next - 1 <= head.sequencePermanentlyLost else { break }
      end += 1
    }
    return Array(records.pending[..<end])
  }

  /// The last operation that left the outbox in order, by a head of the last commit: older pages
  /// may still have it and those before it.
  private var sequenceBeforeOutbox: UInt32 {
    guard let head = records.head, let storeHead else { return 0 }
    let count = UInt32(clamping: storeHead[.outbox].count)
    let before = head.sequence - min(head.sequence, count)
    return before >= head.sequencePermanentlyLost ? before : 0
  }

  /// The last operation behind which the outbox has no gap, if it has any.
  private var gapsThrough: UInt32 {
    guard sequenceBeforeOutbox == 0, let head = records.head else { return 0 }
    return head.sequencePermanentlyLost
  }

  /// Whether no operation that waited is missing before the first one.
  private var isFirstKnown: Bool {
    guard let head = records.head, let storeHead, let first = records.pending.first else {
      return false
    }
    let count = UInt32(truncatingIfNeeded: storeHead[.outbox].count)
    return isOutboxWhole || first.sequence + count == head.sequence + 1
  }

  private var isOutboxWhole: Bool {
    storeHead.map { Int(truncatingIfNeeded: $0[.outbox].count) } == records.pending.count
  }

  /// The last operation before the last gap: nothing up to it is still to come.
  private static func lastGap(_ pending: [Operation], _ head: ReplicaHead) -> UInt32 {
    guard var first = pending.last?.sequence else { return head.sequence }
    for operation in pending.reversed() where operation.sequence == first - 1 {
      first = operation.sequence
    }
    return first - 1
  }
}
